/** `npm start` as a process: what it says, what it keeps, how it ends. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { KEYS, REQUIRED, world } from '../support/world.ts';
import { processesOf, takePort, useStarts } from './starting.ts';

// They serve the stack of the run; one that synthesizes it is followed in test/contract/adding-an-operation.long.test.ts.
const served = () => ['--assembly', inject('assemblyDirectory')];

describe('npm start', { timeout: 120_000 }, () => {
  const { start, file, dataFile } = useStarts();
  const untilNone = (text: string) => expect.poll(() => processesOf(text), { timeout: 10_000 }).toEqual([]);

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

  it('ends with a sentence where a line is refused, and keeps the refused lines as they came', async () => {
    const wrong = ['{"type":"partner"', ' {"type":"account","accountNumber":1,"partnerId":"none","name":"x"} '];
    const data = await dataFile('refused.jsonl', [wrong[0], ...world, wrong[1]]);
    const db = file('refused.db');
    const { code, stdout, stderr } = await start([...served(), '--port', '0', '--data', data, '--db', db]).ended;
    const count = world.length + 2;
    expect([code, stderr]).toEqual([
      1,
      `2 of ${count} records of ${data} were refused and stand in ${data}.rejected: ` +
        `line 1: not a JSON object; line ${count}: partner none does not exist.\n`,
    ]);
    expect(stdout).not.toContain('Ready');
    expect(await readFile(`${data}.rejected`, 'utf8')).toBe(`${wrong[0]}\n${wrong[1]}\n`);
    await untilNone(db);
  });

  it('keeps its data, through a kill too, and leaves no engine behind', async () => {
    const data = await dataFile('kept.jsonl', world);
    const db = file('kept.db');
    const first = start([...served(), '--port', '0', '--data', data, '--db', db]);
    const url = await first.ready;
    expect((await processesOf(db)).length).toBeGreaterThan(1);
    const headers = { 'x-api-key': KEYS.ours, 'content-type': 'application/json' };
    const body = JSON.stringify({ ...REQUIRED, name: 'Kept name' });
    expect((await fetch(`${url}/v1/business/101?x=secret-query`, { method: 'PUT', headers, body })).status).toBe(200);
    const contact = `${url}/v1/customer-v2/external/getCustomer?businessId=100&email=ada@mail.example`;
    await fetch(contact, { method: 'POST', headers, body: '{"email":"ada@mail.example"}' });
    await fetch(`${url}/nowhere?x-api-key=${KEYS.ours}`);
    await expect.poll(() => first.output.stdout).toContain('/nowhere');
    const log = first.output.stdout.slice(first.output.stdout.indexOf('Ready'));
    expect(log.split('\n').filter((line) => /^[A-Z]+ \//.test(line))).toEqual([
      expect.stringMatching(/^PUT \/v1\/business\/101 200 \d+\.\d ms$/),
      expect.stringMatching(/^POST \/v1\/customer-v2\/external\/getCustomer 200 \d+\.\d ms$/),
      expect.stringMatching(/^GET \/nowhere 404 \d+\.\d ms$/),
    ]);
    for (const secret of [KEYS.ours, 'mail.example', 'secret-query', 'businessId']) expect(log).not.toContain(secret);
    expect(first.output.stderr).toBe('');
    first.child.kill('SIGKILL');
    await untilNone(db);
    expect(existsSync(db)).toBe(true);

    const second = start([...served(), '--port', '0', '--db', db]);
    const again = await second.ready;
    const reply = await fetch(`${again}/v1/business/101`, { method: 'PUT', headers, body: JSON.stringify(REQUIRED) });
    expect(await reply.json()).toMatchObject({ name: 'Kept name' });
    expect(second.output.stdout).not.toContain('Demo keys');
    second.child.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
    await untilNone(db);
  });
});
