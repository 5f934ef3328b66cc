/** `npm start -- --commands`: each command that it prints works, from the first to the last. */
import { expect, inject, it } from 'vitest';
import { operations } from '../../lib/operations.ts';
import { runPasted } from './pasted.ts';
import { useStarts } from './starting.ts';

const { start } = useStarts();

it('prints all keys and a command for each operation, which all succeed', async () => {
  const served = start(['--port', '0', '--commands', '--assembly', inject('assemblyDirectory')]);
  const url = await served.ready;
  // The last of the lines that follow the URL.
  await expect.poll(() => served.output.stdout).toContain('Ctrl-C');
  const [before = '', after = ''] = served.output.stdout.split('Ready at ');
  const commands = before.split('\n').filter((line) => line.startsWith('curl '));
  expect(before.match(/^ {2}demo-\S+ {2}\(partner /gm)).toHaveLength(3);
  expect(before.match(/^# .+$/gm)).toEqual(operations.map(({ summary }) => `# ${summary}`));
  expect(commands).toHaveLength(operations.length);
  const failed: unknown[] = [];
  for (const command of commands) {
    const { status, body } = await runPasted(command);
    if (status !== 200 && status !== 202) failed.push({ command, status, body });
  }
  expect(failed).toEqual([]);
  expect(after.startsWith(url)).toBe(true);
  expect(after.split('\n').filter((line) => line.includes('curl '))).toHaveLength(3);
  served.child.kill('SIGINT');
  expect(await served.ended).toMatchObject({ code: 0, stderr: '' });
});
