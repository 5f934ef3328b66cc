/** The opt-out feed: who is in which list, of which window, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/contacts/opt-out-feed.ts';
import { optOutActions } from '../../../lib/contacts/repository/opt-outs.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { chunksOf, withConcurrency } from '../../../lib/dynamodb/client/concurrency.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { save, saved } from './writes.ts';

const DAY = 24 * 3600 * 1000;
const NOON = Date.UTC(2024, 2, 1, 12);
const iso = (at: number) => new Date(at).toISOString();
const contact = (id: number, more: object) => ({
  type: 'contact',
  accountNumber: 150,
  contact: { id, firstName: `First ${id}`, email: `p${id}@mail.example`, emailOtin: true, smsOptin: true, ...more },
});

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  await bring([
    contact(71, { emailOtin: false, emailOptedOutAt: iso(NOON), mappings: [{ cid: 1, businessNumber: 151 }] }),
    contact(72, { smsOptin: false, smsOptedOutAt: iso(NOON + 1), phone: '(650) 555-0172', lastName: 'Last' }),
    contact(73, { blocked: true, blockedAt: iso(NOON + 2), emailOtin: false, emailOptedOutAt: iso(NOON - 1) }),
    contact(74, { emailOtin: false }),
    contact(75, { emailOtin: true, emailOptedOutAt: iso(NOON) }),
  ]);
});

const feed = (body?: object, businessId = '150') => call(handler, { path: { businessId }, ...(body && { body }) });
const idsOf = async (body?: object, businessId?: string) => {
  const answer = await feed(body, businessId);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return [ids(answer.body.emailOptOut), ids(answer.body.textOptOut), ids(answer.body.blocked)];
};

describe('the opt-out feed', () => {
  it.each([
    [{ start: NOON, end: NOON + 2 }, [[71], [72], []]],
    [{ start: NOON - 1, end: NOON + 2, subscriptionStatus: ['opted-out', 'blocked'] }, [[73, 71], [72], [73]]],
    [{ start: NOON, end: NOON, subscriptionStatus: 'opted-out' }, [[71], [], []]],
    [{ start: NOON, end: NOON + 2, subscriptionStatus: ['blocked'] }, [[], [], [73]]],
    [{ start: String(NOON + 1 - DAY), subscriptionStatus: [] }, [[73, 71], [72], []]],
    [{ start: NOON - DAY }, [[73, 71], [], []]],
    [{ start: NOON - DAY - 1 }, [[73], [], []]],
    [{ end: NOON + DAY }, [[71], [72], []]],
    [{ end: NOON + DAY + 2, start: null, subscriptionStatus: ['blocked'] }, [[], [], [73]]],
    [{ start: NOON - 31 * DAY, end: NOON }, [[73, 71], [], []]],
  ])('of %j has %j: both ends belong to it', async (body, ids) => {
    expect(await idsOf(body)).toEqual(ids);
  });

  it('has those of a location, in the form of the interface', async () => {
    expect(await idsOf({ start: NOON - 1, end: NOON + 2 }, '151')).toEqual([[71], [], []]);
    expect((await feed({ start: NOON, end: NOON + 1 })).body).toEqual({
      emailOptOut: [{ id: 71, firstName: 'First 71', lastName: '', emailId: 'p71@mail.example', phone: '' }],
      textOptOut: [
        { id: 72, firstName: 'First 72', lastName: 'Last', emailId: 'p72@mail.example', phone: '(650) 555-0172' },
      ],
      blocked: [],
    });
  });

  it('has who opted out in the last day, until the contact is in again or gone', async () => {
    // As after an import of many records, or next to a process whose clock runs ahead.
    clock.marks.highest = clock.now() + 60_000;
    const email = 'late@mail.example';
    const sent = { email, emailOptin: true, smsOptin: true, businessIds: [101] };
    const id = await saved(sent);
    expect(await idsOf(undefined, '100')).toEqual([[], [], []]);
    await saved({ id, emailOptin: false, blocked: true });
    expect(await idsOf({}, '100')).toEqual([[id], [], []]);
    expect(await idsOf({ subscriptionStatus: ['blocked'] }, '101')).toEqual([[], [], [id]]);
    expect((await save({ id, firstName: 'Later' })).status).toBe(200);
    expect((await feed({}, '100')).body.emailOptOut).toMatchObject([{ id, firstName: 'Later' }]);
    await saved({ id, emailOptin: true, smsOptin: false, blocked: false });
    expect(await idsOf({ subscriptionStatus: ['opted-out', 'blocked'] }, '100')).toEqual([[], [id], []]);
  });

  it.each([
    [{ start: NOON, end: NOON - 1 }, refused(400, 20_083, 'End is before start')],
    [{ start: NOON - 31 * DAY - 1, end: NOON }, refused(400, 20_084, 'The time window is too large')],
    [{ start: 'x' }, refused(400, 400, 'start must be a time in epoch milliseconds')],
    [{ end: -1 }, refused(400, 400, 'end must be a time in epoch milliseconds')],
    [{ end: 1.5 }, refused(400, 400, 'end must be a time in epoch milliseconds')],
    [{ subscriptionStatus: ['out'] }, refused(400, 400, 'subscriptionStatus[0] must be one of opted-out, blocked')],
  ])('refuses %j', async (body, expected) => {
    expect(await answerOf(feed(body))).toEqual(expected);
  });

  it.each(['x', '0', '200', '201', '999999'])('knows no business %j', async (businessId) => {
    expect(await answerOf(feed({}, businessId))).toMatchObject({ status: 404, body: { code: 1011 } });
  });

  it('answers 10,000 of a list, and refuses more', async () => {
    const owner = { partnerId: 'ours', accountNumber: 150 };
    const at = NOON - 100 * DAY;
    const all = Array.from({ length: 10_001 }, (_, index) =>
      optOutActions(owner, undefined, { id: 10_000 + index, emailOptedOutAt: iso(at + index) }),
    ).flat();
    await withConcurrency(chunksOf(all, 100), 4, async (actions) => void (await table.transact(actions)));
    expect(await answerOf(feed({ start: at, end: at + 10_000 }))).toEqual(
      refused(400, 400, 'More than 10000 contacts are within this time; ask for a smaller window with start and end'),
    );
    const { body } = await feed({ start: at, end: at + 9999 });
    expect([body.emailOptOut.length, body.emailOptOut[0].id, body.emailOptOut.at(-1).id]).toEqual([
      10_000, 10_000, 19_999,
    ]);
    expect(await idsOf({ start: at, end: at + 10_000 }, '151')).toEqual([[], [], []]);
  });
});
