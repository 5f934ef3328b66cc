/** What is deleted and imported again goes on where it ended; what was sent before lands on neither. */
import { beforeAll, expect, inject, it } from 'vitest';
import { handler as updateBusiness } from '../../../../functions/business/update-business.ts';
import type { Call } from '../../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../../lib/dynamodb/client/client.ts';
import { exportAccount } from '../../../../tools/data/export.ts';
import { attributesOfWrites } from '../../../../tools/data/upsert.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { call } from '../../../support/call.ts';
import { bring, scan, through } from '../../../support/opened-world.ts';
import { REQUIRED } from '../../../support/world.ts';
import { byKey, familyOf, missing, newFamily, openWorld, remove, sweep, tombstones } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const linesOf = async (n: number): Promise<object[]> => {
  const lines: object[] = [];
  for await (const line of exportAccount(table, n)) lines.push(line);
  return lines;
};

const withoutMarks = (item: Record<string, unknown> | undefined) =>
  Object.fromEntries(Object.entries(item ?? {}).filter(([name]) => !attributesOfWrites.includes(name)));

it('an account that was exported comes back the same, but for its links, with versions that go on', async () => {
  const n = await newFamily();
  const before = byKey(await scan());
  const lines = await linesOf(n);
  await Promise.all([remove(n + 1), remove(n + 2)]);
  await remove(n);
  await sweep([n, n + 1, n + 2]);
  expect(await linesOf(n)).toEqual([]);
  await bring(lines);
  const after = byKey(await scan());
  expect(missing(before, after).filter((key) => !/ AGG#/.test(key))).toEqual([]);
  for (const [key, item] of after) expect(withoutMarks(item), key).toEqual(withoutMarks(before.get(key)));
  expect(after.get(`P#ours#BUSINESS#${n + 1} PROFILE`)?.version).toBe(3);
  expect(await tombstones(n, n + 1, n + 2)).toEqual([]);
  // Again, from the marks that it has now.
  expect((await remove(n + 1, { headers: { 'If-Match': '"1"' } })).status).toBe(412);
  expect((await remove(n + 1, { headers: { 'If-Match': '"3"' } })).status).toBe(200);
});

it('a location alone comes back with the mappings of its contacts', async () => {
  const n = await newFamily();
  const before = byKey(await scan());
  await remove(n + 1);
  await sweep([n + 1]);
  await bring(familyOf(n));
  const after = byKey(await scan());
  const contacts = [...before].filter(([key]) => key.startsWith(`P#ours#ACCOUNT#${n}#`));
  expect(contacts.length).toBeGreaterThan(5);
  for (const [key, item] of contacts) expect(withoutMarks(after.get(key)), key).toEqual(withoutMarks(item));
});

it('parts of a record that is back stay, whenever its tombstone is worked on', async () => {
  const n = await newFamily();
  await remove(n + 1);
  const left = await tombstones(n + 1);
  await bring(familyOf(n));
  const records = async () => (await scan()).filter(({ type }) => type !== 'removalDue');
  const before = await records();
  await table.put({ Item: { ...left[0], pk: 'P#ours#elsewhere' } });
  expect(await sweep([n + 1])).toEqual({ batchItemFailures: [] });
  await table.remove({ Key: { pk: 'P#ours#elsewhere', sk: 'DELETED' } });
  expect(await records()).toEqual(before);
});

it('late tries of an update and of the deletion land on nothing', async () => {
  const n = await newFamily();
  const sent: [Parameters<Call>[0], object][] = [];
  const noting =
    (next: Call): Call =>
    (operation, input, options) => {
      if (/^(?:Update|Transact)/.test(operation)) sent.push([operation, input]);
      return next(operation, input, options);
    };
  const path = { businessId: String(n + 1) };
  await through(noting as never, async () => {
    await call(updateBusiness, { path, body: { ...REQUIRED, keywords: 'old' } });
    await call(updateBusiness, { path, body: { ...REQUIRED, keywords: 'older' }, headers: { 'If-Match': '*' } });
    await remove(n + 1);
  });
  expect(sent.map(([operation]) => operation)).toEqual(['UpdateItem', 'UpdateItem', 'TransactWriteItems']);
  const client = functionClient(inject('endpoint'));
  const sendLate = async () => {
    for (const [operation, input] of sent) {
      const { ClientRequestToken: _, ...bare } = input as { ClientRequestToken?: string };
      await expect(client(operation, bare)).rejects.toThrow();
    }
  };
  await sendLate();
  await bring(familyOf(n));
  const before = await scan();
  await sendLate();
  expect(await scan()).toEqual(before);
});

it('a location below an account that is gone is refused', async () => {
  const n = await newFamily();
  await Promise.all([remove(n + 1), remove(n + 2)]);
  await remove(n);
  await expect(bring(familyOf(n).slice(1, 2))).rejects.toThrow(`account ${n} does not exist`);
});
