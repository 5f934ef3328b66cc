/** What `npm start` keeps, and what it writes of each request. */
import { existsSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { KEYS, REQUIRED, world } from '../support/world.ts';
import { processesOf, untilNone, useStarts } from './starting.ts';

const served = () => ['--assembly', inject('assemblyDirectory')];

describe('npm start', () => {
  const { start, file, dataFile } = useStarts();
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
