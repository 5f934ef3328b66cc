/** `npm start` as a process: what it says, and how it ends where something is wrong; kept.long.test.ts has what it keeps. */
import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { world } from '../support/world.ts';
import { takePort, untilNone, useStarts } from './starting.ts';

// They serve the stack of the run; one that synthesizes it is followed in test/contract/adding-an-operation.long.test.ts.
const served = () => ['--assembly', inject('assemblyDirectory')];

describe('npm start', () => {
  const { start, file, dataFile } = useStarts();

  it('ends at once, with a sentence, where the user can correct it', async () => {
    const taken = await takePort();
    const missing = file('missing.jsonl');
    const directory = file('.');
    const runs = [
      [['--port', taken.port], `Port ${taken.port} is taken; choose another with --port.\n`],
      [['--data', missing], `The data file ${missing} can't be read.\n`],
      [['--data', directory], `The data file ${directory} can't be read.\n`],
    ] as const;
    const ends = await Promise.all(runs.map(([args]) => start(args).ended));
    expect(ends).toEqual(runs.map(([, stderr]) => ({ code: 1, signal: null, stdout: '', stderr })));
    for (const args of [['--nonsense'], ['--port', '70000'], ['--port', 'x']]) {
      const { code, stderr } = await start(args).ended;
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*\n\nUsage: npm start/s)]);
      expect(stderr).toContain(args.at(-1));
    }
    await taken.close();
  });

  it('says where options go that npm took for itself', async () => {
    const asNpm = { npm_lifecycle_event: 'start', npm_config_port: 'true' };
    expect(await start(['4100'], asNpm).ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'npm took --port for itself: options go behind --, as in npm start -- --port <number>\n',
    });
    // Of npm's own configuration, next to the option where it belongs.
    expect((await start(['--port', 'x'], asNpm).ended).stderr).toContain("argument 'x' is invalid");
  });

  it('ends with a sentence where there is no assembly, or no data for its commands', async () => {
    const data = await dataFile('some.jsonl', world);
    const runs = [
      [['--assembly', file('.')], `${file('.')} holds no assembly. npm run synth makes one in cdk.out.\n`],
      [['--commands', '--data', data], '--commands are those of the demo data, which --data replaces.\n'],
    ] as const;
    const ends = await Promise.all(runs.map(([args]) => start(['--port', '0', ...args]).ended));
    expect(ends).toEqual(runs.map(([, stderr]) => ({ code: 1, signal: null, stdout: '', stderr })));
  });

  it('ends with a sentence where a line is refused, and keeps the refused lines as they came', async () => {
    const wrong = ['{"type":"partner"', ' {"type":"account","accountNumber":1,"partnerId":"none","name":"x"} '];
    const data = await dataFile('refused.jsonl', [wrong[0], ...world, wrong[1]]);
    const db = file('refused.db');
    const { code, stdout, stderr } = await start([...served(), '--port', '0', '--data', data, '--db', db]).ended;
    const count = world.length + 2;
    expect([code, stderr]).toEqual([
      1,
      `2 of ${count} records of ${data} were refused and stand in ${data}.rejected, all reasons in ${data}.rejected.txt: ` +
        `line 1: not a JSON object; line ${count}: partner none does not exist.\n`,
    ]);
    expect(stdout).not.toContain('Ready');
    expect(await readFile(`${data}.rejected`, 'utf8')).toBe(`${wrong[0]}\n${wrong[1]}\n`);
    await untilNone(db);
  });
});
