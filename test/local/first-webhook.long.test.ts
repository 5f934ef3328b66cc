/** The guide of the README, as it stands there: one command, one update, and the event is printed. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { takePort, useStarts } from './starting.ts';

const guide = async (): Promise<{ start: string; update: string }> => {
  const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
  const [, section = ''] = /\n## The first webhook\n(.*?)\n## /s.exec(readme) ?? [];
  const [start = '', update = ''] = [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, command = '']) =>
    command.trim(),
  );
  return { start, update };
};

describe('The first webhook', () => {
  const { start, file } = useStarts();
  const shell = (command: string) => promisify(execFile)('sh', ['-c', command], { cwd: projectRoot });

  it('is one command and one update', async () => {
    const { start: command, update } = await guide();
    const [, wanted = ''] = /^npm start -- (--sink \d+)$/.exec(command) ?? [];
    expect(wanted).toBe('--sink 9000');
    // Other ports, an assembly that is there: the ports of the guide may be taken here.
    const served = start(['--port', '0', '--sink', '0', '--assembly', inject('assemblyDirectory')]);
    const url = await served.ready;
    await expect.poll(() => served.output.stdout).toMatch(/^Sink at http:\/\/localhost:\d+\/: /m);
    expect(served.output.stdout).toContain('WEBHOOKS_LOCAL=allowed');
    const { stdout } = await shell(update.replace('http://localhost:3000', url));
    expect(JSON.parse(stdout)).toMatchObject({ emailId: 'orders@copperkettle.example' });
    const printed = () => served.output.stdout.split('\n').filter((line) => /^(?:sink: |webhook )/.test(line));
    await expect.poll(() => printed().length).toBe(2);
    const [sink = '', line = ''] = printed().sort();
    const [, id, text = ''] = /^sink: (evt_[0-9a-f]{26}), signature verified: (\{.*\})$/.exec(sink) ?? [];
    expect(JSON.parse(text)).toMatchObject({
      id,
      type: 'BUSINESS_UPDATED',
      businessNumber: 700100,
      data: { businessId: 700101, changed: expect.arrayContaining(['emailId']) },
    });
    expect(line).toMatch(/^webhook wh_[0-9a-f]{16} BUSINESS_UPDATED 204 \d+\.\d ms: delivered$/);
    served.child.kill('SIGINT');
    expect(await served.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('goes without data of ones own, and on a port that is free', async () => {
    const taken = await takePort();
    const runs = [
      [['--port', '0', '--sink', taken.port], `Port ${taken.port} is taken; choose another with --sink.\n`],
      [
        ['--sink', '0', '--data', file('any.jsonl')],
        '--sink subscribes an account of the demo data, which --data replaces.\n',
      ],
    ] as const;
    const ends = await Promise.all(runs.map(([args]) => start(args).ended));
    expect(ends).toEqual(runs.map(([, stderr]) => ({ code: 1, signal: null, stdout: '', stderr })));
    await taken.close();
  });
});
