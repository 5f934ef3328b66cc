/** The changes feed: noted ahead of deliveries, shown once it is complete, read from cursor to cursor. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/changes/list-changes.ts';
import { changeItem, changesPartition } from '../../../lib/changes/repository/change.ts';
import { noteChange } from '../../../lib/changes/repository/noting.ts';
import { cursorOf, placeAt } from '../../../lib/changes/rules/cursor.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { withConcurrency } from '../../../lib/dynamodb/client/concurrency.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { type Call, call } from '../../support/call.ts';
import { bare, refusal } from '../../support/expected.ts';
import { aChange, advance, closeEvents, DAY, openEvents, route, SECOND, type World } from '../events/support.ts';

let world: World;
beforeAll(async () => {
  world = await openEvents();
});
afterAll(closeEvents);

const list = (query: Record<string, string> = {}, number: string | number = 100, more: Call = {}) =>
  call(handler, { query, headers: { 'X-Business-Number': String(number) }, ...more });

let events = 0;
/** Notes an event of account 100 about a location. */
const note = async (about: readonly number[] = [101], type = 'BUSINESS_UPDATED', data: object = {}) => {
  const id = `evt_${String(++events).padStart(26, '0')}`;
  const event = { id, type, partnerId: 'ours', accountNumber: 100, at: clock.now(), businessIds: about };
  const isOne = about.length === 1;
  const own = { ...event, data: { ...(isOne ? { businessId: about[0] } : { businessIds: about }), ...data } };
  await noteChange(world.table, own, 100, clock.now() + 20_000);
  return id;
};
const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.changes.map(({ id }: { id: string }) => id);

describe('list changes', () => {
  it('begins now, shows an entry after 10 seconds, and once only to who keeps the cursor', async () => {
    const first = await list();
    expect(first).toMatchObject({ status: 200, body: { changes: [], hasMore: false } });
    const id = await note();
    expect(idsOf(await list({ cursor: first.body.cursor }))).toEqual([]);
    advance(11 * SECOND);
    const shown = await list({ cursor: first.body.cursor });
    expect(shown.body.changes).toEqual([
      { id, type: 'BUSINESS_UPDATED', timestamp: expect.any(String), businessNumber: 100, data: { businessId: 101 } },
    ]);
    expect(idsOf(await list({ cursor: shown.body.cursor }))).toEqual([]);
  });

  it('follows the stream, for the account and those above it', async () => {
    const { cursor } = (await list()).body;
    await route([await aChange(101)]);
    advance(11 * SECOND);
    const { changes } = (await list({ cursor })).body;
    expect(changes).toMatchObject([{ type: 'BUSINESS_UPDATED', data: { businessId: 101 } }]);
  });

  it('pages without a gap, and narrows by type and location', async () => {
    const { cursor } = (await list()).body;
    const all: string[] = [];
    for (const [about, type] of [
      [[101], 'BUSINESS_UPDATED'],
      [[102], 'BUSINESS_UPDATED'],
      [[101, 102], 'CONTACT_UPDATED'],
      [Array.from({ length: 300 }, (_, index) => 1000 + index), 'CONTACT_UPDATED'],
      [[101], 'LISTING_UPDATED'],
    ] as const)
      all.push(await note(about, type));
    advance(11 * SECOND);
    const read: string[] = [];
    let place = cursor;
    for (let more = true; more; ) {
      const { body } = await list({ cursor: place, pageSize: '2' });
      read.push(...body.changes.map(({ id }: { id: string }) => id));
      place = body.cursor;
      more = body.hasMore;
    }
    expect(read).toEqual(all);
    expect(idsOf(await list({ cursor, types: 'LISTING_UPDATED, CONTACT_UPDATED' }))).toEqual(all.slice(2));
    const ofOne = await list({ cursor }, 102);
    expect(idsOf(ofOne)).toEqual([all[1], all[2], all[3]]);
    expect(ofOne.body.changes[2].data).toMatchObject({ truncated: true });
  });

  it('holds an entry to 1 KB', async () => {
    await note(Array.from({ length: 500 }, (_, index) => 600_000_000_000_000 + index));
    const from = placeAt(clock.now() - 1000);
    const keys = { KeyConditionExpression: 'pk = :pk AND sk > :from' };
    const values = { ':pk': changesPartition('ours', 100), ':from': from };
    for await (const items of world.table.query({ ...keys, ExpressionAttributeValues: values }))
      for (const item of items) expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThanOrEqual(1100);
  });

  it('ends no page at 1 MB: what is behind it comes next, or was looked through', async () => {
    advance(20 * SECOND);
    const { cursor } = (await list()).body;
    const at = clock.now();
    // A text of a partner is longer than what makes a list short.
    const data = { reviewId: '\u{1F600}'.repeat(196), sourceAlias: 'x'.repeat(120) };
    const put = async (index: number, type = 'REVIEW_CREATED') => {
      const id = `evt_${String(index).padStart(26, '0')}`;
      const change = { id, type, at: at + index, accountNumber: 100, about: [101], data };
      await world.table.put({
        Item: changeItem({ partnerId: 'ours', feed: 100, change, noted: at + index, kept: DAY } as never),
      });
      return id;
    };
    const all: string[] = [];
    await withConcurrency(Array(1100).keys(), 20, async (index) => {
      all[index] = await put(index);
    });
    const last = await put(1100, 'BUSINESS_UPDATED');
    advance(20 * SECOND);
    const { body } = await list({ cursor, pageSize: '1000' });
    expect([body.changes.length, body.hasMore]).toEqual([1000, true]);
    expect(idsOf(await list({ cursor: body.cursor, pageSize: '1000' }))).toEqual([...all.slice(1000), last]);
    // A reader of few types comes to what is behind the rest.
    const few = await list({ cursor, types: 'BUSINESS_UPDATED' });
    expect([few.body.changes.length, few.body.hasMore]).toEqual([0, true]);
    expect(idsOf(await list({ cursor: few.body.cursor, types: 'BUSINESS_UPDATED' }))).toEqual([last]);
  });

  it('begins at a time of the last 30 days, 10 seconds before it', async () => {
    const from = clock.now();
    const id = await note();
    advance(11 * SECOND);
    expect(idsOf(await list({ from: String(from) }))).toContain(id);
    expect(bare(await list({ from: String(clock.now() - 31 * DAY) }))).toEqual(refusal(20192));
    const ahead = await list({ from: String(clock.now() + 5000) });
    expect(bare(ahead)).toEqual(refusal(400, 'from must not be in the future'));
  });

  it('refuses cursors that are malformed, old or of others, after the account', async () => {
    const now = clock.now();
    const ours = { partnerId: 'ours', accountNumber: 100 };
    const { cursor } = (await list()).body;
    for (const wrong of [
      'x',
      `${cursor}A`,
      cursorOf({ ...ours, accountNumber: 150 }, placeAt(now)),
      cursorOf({ ...ours, partnerId: 'theirs' }, placeAt(now)),
      cursorOf(ours, placeAt(now - 30 * DAY - 1000)),
    ])
      expect(bare(await list({ cursor: wrong }))).toEqual(refusal(20192));
    expect(bare(await list({ cursor: 'x' }, 200))).toEqual(refusal(1011));
    const both = await list({ cursor, from: String(now) });
    expect(bare(both)).toEqual(refusal(400, 'from must not be sent with cursor'));
    for (const [name, value] of [
      ['pageSize', '0'],
      ['pageSize', '1001'],
      ['types', 'NONE'],
      ['from', 'x'],
    ])
      expect((await list({ [name!]: value! })).status).toBe(400);
  });

  it('names a malformed cursor next to whatever else is wrong, and not one that is of others', async () => {
    const named = async (query: Record<string, string>, number: number | string = 100) =>
      (
        await list(query, number, { headers: { Accept: 'application/problem+json', 'x-business-number': `${number}` } })
      ).body.errors.map(({ parameter, code }: { parameter: string; code: number }) => [parameter, code]);
    const cursor = ['cursor', 20192];
    expect(await named({ cursor: '1.5', from: '-1' })).toEqual([['from', 400], cursor]);
    expect(await named({ cursor: '1.5', types: 'NONE' })).toEqual([['types', 400], cursor]);
    expect(await named({ cursor: '1.5' }, 200)).toEqual([['x-business-number', 1011], cursor]);
    expect(await named({ cursor: '1.5' })).toEqual([cursor]);
    const old = ['from', 20192];
    expect(await named({ from: '1' })).toEqual([old]);
    expect(await named({ from: '1', types: 'NONE' })).toEqual([['types', 400], old]);
    expect(await named({ from: '1' }, 200)).toEqual([['x-business-number', 1011], old]);
    const others = cursorOf({ partnerId: 'ours', accountNumber: 150 }, placeAt(clock.now()));
    expect(await named({ cursor: others, types: 'NONE' })).toEqual([['types', 400]]);
  });

  it('checks the query before the account, also if the header is missing or malformed', async () => {
    const wrong = { types: 'NONE' };
    for (const number of ['', 'x', '200'])
      expect(bare(await list(wrong, number))).toEqual(refusal(400, 'types must be names of events'));
    expect(bare(await list(wrong, 100, { headers: {} }))).toEqual(refusal(400, 'types must be names of events'));
    expect(bare(await list({}, 100, { headers: {} }))).toEqual(refusal(1011));
    expect(bare(await list({}, 'x'))).toEqual(refusal(1011));
  });

  it('names every wrong parameter, for a client that asks for all', async () => {
    const wrongIn = async (query: Record<string, string>, number: string) => {
      const headers = { accept: 'application/problem+json', 'X-Business-Number': number };
      const { body } = await list(query, 100, { headers });
      return body.errors.map(({ parameter }: { parameter: string }) => parameter);
    };
    const wrong = { cursor: 'x', from: '1', types: 'NONE' };
    expect(await wrongIn(wrong, '100')).toEqual(['from', 'types', 'cursor']);
    expect(await wrongIn(wrong, 'x')).toEqual(['from', 'types', 'cursor', 'x-business-number']);
    expect(await wrongIn({ ...wrong, pageSize: '0' }, 'x')).toEqual([
      'pageSize',
      'from',
      'types',
      'cursor',
      'x-business-number',
    ]);
    expect(await wrongIn({}, 'x')).toEqual(['x-business-number']);
    expect(await wrongIn({}, '200')).toEqual(['x-business-number']);
  });

  it('never moves a cursor back, and goes with any filter', async () => {
    const ours = { partnerId: 'ours', accountNumber: 100 };
    const ahead = cursorOf(ours, placeAt(clock.now() + 4000));
    const { body } = await list({ cursor: ahead, types: 'BUSINESS_UPDATED' }, 101);
    expect(body).toEqual({ changes: [], cursor: ahead, hasMore: false });
  });

  it('puts an entry again whose put was not confirmed within 5 seconds', async () => {
    const puts: string[] = [];
    const kept = { now: clock.now, pause: clock.pause };
    let time = kept.now();
    clock.now = () => time;
    clock.pause = async (milliseconds) => {
      time += milliseconds;
    };
    const table = {
      within: () => ({
        put: async ({ Item }: { Item: { sk: string } }) => {
          puts.push(Item.sk);
          time += [5001, 3000, 10][puts.length - 1]!;
          if (puts.length === 2) throw new StoreUnavailable('no response');
          return undefined;
        },
      }),
    } as unknown as Table;
    const event = { id: 'evt_1', type: 'X', partnerId: 'ours', accountNumber: 100, at: 0, businessIds: [], data: {} };
    await noteChange(table, event, 100, time + 20_000);
    Object.assign(clock, kept);
    expect(puts).toHaveLength(3);
    expect(puts).toEqual([...puts].sort());
    expect(new Set(puts).size).toBe(3);
  });

  it('keeps entries a day longer than they are shown', () => {
    vi.stubEnv('CHANGE_DAYS', '1');
    const change = { id: 'evt_1', type: 'X', at: 0, accountNumber: 1, data: {} };
    const item = changeItem({ partnerId: 'ours', feed: 1, change, noted: 0, kept: DAY });
    vi.unstubAllEnvs();
    expect(item.expiresAtSeconds).toBe((2 * DAY) / 1000);
  });
});
