/** Removing partners for good, next to what still comes: the stream makes items of what was deleted. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { handler as routeEvents } from '../../../functions/events/route-events.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { useTable } from '../../../lib/dynamodb/client/environment.ts';
import { entities } from '../../../lib/entities.ts';
import { eraseListed, listedErasures } from '../../../tools/data/erase-listed.ts';
import { erasePartners } from '../../../tools/data/erase-partners.ts';
import { partnerOf } from '../../../tools/data/partner-items.ts';
import { startRun } from '../../../tools/data/run/run.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { context, recordOf } from '../../functions/insight/support.ts';
import { itemsOf, linesOf, loadText, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';

let table: OpenTable;
const ours = recordsAbout(5_000_000);
const theirs = recordsAbout(5_001_000);
const records = ({ base, business, contact, n }: typeof ours) => [
  ...base(),
  business(n + 1),
  contact(1, { firstName: 'Ada', email: 'ada.field@mail.example' }),
];
const erased = { partnerId: ours.partnerId, erasedAt: '2026-01-02T03:04:05.000Z' };

beforeAll(async () => {
  table = await createTestTable();
  expect((await loadText(table, linesOf([...records(ours), ...records(theirs)]))).refused).toEqual([]);
  return () => table.client.destroy();
});

test('looks again until nothing is found', async () => {
  const before = await itemsOf(table);
  const some = before.filter((item) => partnerOf(item) === ours.partnerId);
  expect(some.length).toBeGreaterThan(6);
  let removals = 0;
  const streamed: OpenTable = {
    ...table,
    // Made again where the scan has been already, twice.
    async remove(input) {
      const item = await table.get(input.Key);
      await table.remove(input);
      if (item && removals++ < 2) await table.put({ Item: item });
      return undefined;
    },
  };
  await erasePartners(streamed, [erased]);
  expect(removals).toBe(some.length + 2);
  const left = await itemsOf(table);
  expect(left.filter((item) => partnerOf(item) === ours.partnerId)).toMatchObject([{ type: 'partnerErasure' }]);
  expect(left.filter((item) => item.type !== 'partnerErasure')).toEqual(
    before.filter((item) => partnerOf(item) === theirs.partnerId),
  );
});

test('removes the partner itself last, so that `partner list` has it until then', async () => {
  const again = await createTestTable();
  await loadText(again, linesOf(records(ours)));
  const removed: unknown[] = [];
  const remove: OpenTable['remove'] = async (input) => {
    removed.push((await again.get(input.Key))?.type);
    return again.remove(input);
  };
  await erasePartners({ ...again, remove }, [erased]);
  expect(removed.length).toBeGreaterThan(6);
  expect(removed.indexOf('partner')).toBe(removed.length - 1);
  again.client.destroy();
});

test('holds another table to the list of the first', async () => {
  const restored = await createTestTable();
  await loadText(restored, linesOf([...records(ours), ...records(theirs)]));
  const before = await itemsOf(restored);
  await erasePartners(table, [erased]);
  expect((await eraseListed(restored, await listedErasures(table))).partners).toBe(1);
  const left = await itemsOf(restored);
  expect(left.filter((item) => partnerOf(item) === ours.partnerId)).toMatchObject([{ type: 'partnerErasure' }]);
  expect(left.filter((item) => item.type !== 'partnerErasure')).toEqual(
    before.filter((item) => partnerOf(item) === theirs.partnerId),
  );
  restored.client.destroy();
});

test('lets no file make the partner again', async () => {
  await erasePartners(table, [erased]);
  const { counts, refused } = await loadText(table, linesOf(records(ours)));
  expect(counts.loaded).toBe(0);
  expect(refused[0]?.reason).toBe(`the partner ${ours.partnerId} was erased for good`);
});

test('gives up with an error where it never ends', async () => {
  const account = { type: 'account', accountNumber: 5_002_000, partnerId: 'endless', name: 'Endless' };
  await loadText(table, linesOf([{ type: 'partner', partnerId: 'endless', name: 'Endless' }, account]));
  const endless: OpenTable = { ...table, remove: async () => undefined };
  await expect(erasePartners(endless, [{ ...erased, partnerId: 'endless' }])).rejects.toThrow(
    'other writers keep changing',
  );
});

test('goes on with its position where it has given up before', async () => {
  const again = await createTestTable();
  await loadText(again, linesOf(records(ours)));
  const directory = await mkdtemp(join(tmpdir(), 'endless-'));
  const at = { file: join(directory, 'position.json'), command: 'a test', table: again.name };
  const endless: OpenTable = { ...again, remove: async () => undefined };
  const run = (of: OpenTable) => erasePartners(of, [erased], { run: startRun({ at }) });
  await expect(run(endless)).rejects.toThrow('other writers keep changing');
  await run(again);
  expect(await itemsOf(again)).toMatchObject([{ type: 'partnerErasure' }]);
  await rm(directory, { recursive: true });
  again.client.destroy();
});

test('leaves nothing where the stream is late: of an erased partner it neither counts nor notes', async () => {
  const again = await createTestTable();
  const { n, partnerId } = ours;
  const review = { type: 'review', businessNumber: n + 1, reviewId: 'r1', sourceAlias: 'alpha', rating: 5 };
  const reviewed = [...records(ours), { ...review, reviewDate: '2026-01-02T03:04:05.000Z' }];
  expect((await loadText(again, linesOf(reviewed))).refused).toEqual([]);
  const before = await itemsOf(again);
  useTable(again);
  vi.stubEnv('DELIVERY_QUEUE_URL', 'http://127.0.0.1:1/no-delivery-is-sent');
  await erasePartners(again, [erased]);
  // As of requests: what an import wrote sends no events.
  const gone = before.flatMap(({ quiet: _, ...item }) => (item.type === 'partnerErasure' ? [] : [item]));
  expect(gone.map(({ type }) => type)).toEqual(expect.arrayContaining(['review', 'contact', 'business']));
  const delivered = async (secondsAgo: number) => {
    const Records = gone.map((item) => {
      const { dynamodb, ...record } = recordOf(item, undefined);
      return {
        ...record,
        dynamodb: { ...dynamodb, ApproximateCreationDateTime: Math.floor(clock.now() / 1000) - secondsAgo },
      };
    });
    for (const handler of [processStream, routeEvents])
      expect(await handler({ Records }, context())).toEqual({ batchItemFailures: [] });
    return new Set((await itemsOf(again)).map(({ type }) => type));
  };
  expect(await delivered(60)).toEqual(new Set(['partnerErasure']));
  // What is not late is found by the next round.
  expect([...(await delivered(0))]).toEqual(expect.arrayContaining(['count', 'change']));
  await erasePartners(again, [erased]);
  expect(await itemsOf(again)).toMatchObject([{ type: 'partnerErasure', partnerId }]);
  useTable(undefined);
  vi.unstubAllEnvs();
  again.client.destroy();
});

test('knows the partner of every kind of item', () => {
  const hasPartner = (form: string) => /^(?:SECRET#)?P#<partner>|^…/.test(form);
  const outside = entities.filter(({ keys }) => !keys.pk.split(', ').every(hasPartner));
  expect(outside.map(({ type }) => type)).toContain('owner');
  for (const { type, attributes } of outside)
    expect([type, (attributes as { required: readonly string[] }).required]).toEqual([
      type,
      expect.arrayContaining(['partnerId']),
    ]);
});
