/** A deletion, and the removal of what it left, cut off at each step: gone at once, nothing left, nothing else touched. */
import { beforeAll, expect, it, vi } from 'vitest';
import { clock } from '../../../../lib/dynamodb/client/clock.ts';
import { runs } from '../../../support/chosen.ts';
import { scan, through } from '../../../support/opened-world.ts';
import { byKey, cutting, isOfContacts, missing, newFamily, openWorld, remove, sweep, tombstones } from './support.ts';

beforeAll(async () => {
  await openWorld();
  // No one else writes here whom a deletion would have to wait for.
  clock.pause = async () => {};
  // What was cut off says so.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** A call that was not done, and one of which the answer was lost, each on every try. */
const faults = ['reset', 'lost'] as const;

it.each(faults)('a deletion of a location: each call %s', async (fault) => {
  for (let at = 0; ; at++) {
    const n = await newFamily();
    const { result, wasCut } = await cutting(at, fault, () => remove(n + 1));
    if (!wasCut) {
      expect(result.status).toBe(200);
      // It reads, and deletes.
      expect(at).toBe(2);
      return;
    }
    expect(result.status).toBe(503);
    const isGone = (await tombstones(n + 1)).length === 1;
    // A write whose answer was lost has landed.
    expect(isGone).toBe(fault === 'lost' && at === 1);
    expect((await remove(n + 1)).status).toBe(isGone ? 404 : 200);
  }
});

it('a deletion of an account: each call lost', async () => {
  const fault = 'lost';
  const cuts = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const n = await newFamily();
      await Promise.all([remove(n + 1), remove(n + 2)]);
      return n;
    }),
  );
  for (const [at, n] of cuts.entries()) {
    const { result, wasCut } = await cutting(at, fault, () => remove(n));
    expect([at, result.status]).toEqual([at, wasCut ? 503 : 200]);
    if (!wasCut) {
      expect(at).toBeGreaterThan(3);
      break;
    }
    const isGone = (await tombstones(n)).length === 1;
    expect((await remove(n)).status).toBe(isGone ? 404 : 200);
  }
});

it('one try that was lost is found to be ours, under an idempotency key too', async () => {
  const n = await newFamily();
  const [first, second] = [
    await cutting(1, 'lost', () => remove(n + 1), 1),
    await cutting(2, 'lost', () => remove(n + 2, { headers: { 'Idempotency-Key': `cut-${n}` } }), 1),
  ];
  expect([first.result.status, second.result.status]).toEqual([200, 200]);
});

it('a second try that the store does not know again finds the tombstone of the first', async () => {
  const n = await newFamily();
  const answer = await through(
    (next) => async (operation, input, options) => {
      if (operation !== 'TransactWriteItems') return next(operation, input, options);
      const { ClientRequestToken: _, ...bare } = input as { ClientRequestToken?: string };
      await next(operation, bare, options);
      return next(operation, bare, options);
    },
    () => remove(n + 1),
  );
  expect([answer.status, (await tombstones(n + 1)).length]).toEqual([200, 1]);
});

it('the removal of what a location left: each call lost', async () => {
  const fault = 'lost';
  // In `npm test` after every sixth call.
  for (let at = 0; ; at += runs(6, 1)) {
    const n = await newFamily();
    const before = byKey(await scan());
    await remove(n + 1);
    const { result, wasCut } = await cutting(at, fault, () => sweep([n + 1]));
    expect(result.batchItemFailures).toHaveLength(wasCut ? 1 : 0);
    await sweep([n + 1]);
    const after = byKey(await scan());
    // Profile, menu, two links and two pointers.
    expect(missing(before, after)).toHaveLength(6);
    const others = [...before].filter(([key]) => after.has(key) && !isOfContacts(key, n));
    for (const [key, item] of others) expect(after.get(key)).toEqual(item);
    if (!wasCut) {
      expect(at).toBeGreaterThan(5);
      return;
    }
  }
});
