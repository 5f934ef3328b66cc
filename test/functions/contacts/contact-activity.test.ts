/** Contact activity: which activity comes from which writes, in which order, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/contacts/contact-activity.ts';
import { type ActivityKind, activityItem } from '../../../lib/contacts/repository/activity.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { openWorld } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { newEmail, save, saved } from './writes.ts';

const DAY = 24 * 3600 * 1000;

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const activity = (customerId: number | string, { query, ...more }: Call = {}) =>
  call(handler, { path: { customerId: String(customerId) }, query: { businessId: '100', ...query }, ...more });
const typesOf = async (id: number, query: Record<string, string> = {}): Promise<string[]> => {
  const answer = await activity(id, { query });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.map(({ type }: { type: string }) => type);
};
const itemAt = (id: number, at: number, kinds: readonly ActivityKind[], more = 'a') =>
  activityItem({ partnerId: 'ours', accountNumber: 100 }, id, { kinds }, `${at}-${more.padStart(16, '0')}`);
const put = (id: number, at: number, kinds: readonly ActivityKind[]) => table.put({ Item: itemAt(id, at, kinds) });

const usDate = (at: number) => new Date(at).toISOString().replace(/^(\d+)-(\d+)-(\d+).*/, '$2/$3/$1');

describe('contact activity', () => {
  it('shows the result of each write, the latest first', async () => {
    const id = await saved({ email: newEmail(), emailOptin: true, smsOptin: true, businessIds: [101] });
    await saved({ id, firstName: 'New' });
    await saved({ id, emailOptin: false, blocked: true });
    await saved({ id, emailOptin: true, blocked: false });
    const types = ['unblocked', 'opted-in', 'blocked', 'opted-out', 'updated', 'created'];
    expect(await typesOf(id)).toEqual(types);
    expect((await save({ id, firstName: 'New' })).status).toBe(200);
    expect(await typesOf(id)).toEqual(types);
  });

  it('has the form of the interface', async () => {
    const at = Date.UTC(2026, 1, 3, 0, 5, 6, 7);
    expect(at).toBeGreaterThan(clock.now() - 400 * DAY);
    await put(2, at, ['checkin', 'opted-out']);
    await put(2, at + 12 * 3600 * 1000, ['updated']);
    const day = 'Feb 03, 2026';
    expect(await answerOf(activity(2, { query: { businessId: '101' } }))).toEqual({
      status: 200,
      body: [
        { type: 'updated', activityDate: `${day} 12:05 PM`, action: 'Updated', activityTimestamp: at + 43_200_000 },
        { type: 'opted-out', activityDate: `${day} 12:05 AM`, action: 'Opted out', activityTimestamp: at },
        { type: 'checkin', activityDate: `${day} 12:05 AM`, action: 'Checked in', activityTimestamp: at },
      ],
    });
  });

  it('has both days of a window, in UTC', async () => {
    const id = await saved({ email: newEmail(), businessIds: [101] });
    const midnight = Math.floor(clock.now() / DAY) * DAY - 10 * DAY;
    await put(id, midnight - 1, ['blocked']);
    await put(id, midnight, ['unblocked']);
    await put(id, midnight + DAY - 1, ['checkin']);
    await put(id, midnight + DAY, ['opted-in']);
    const day = usDate(midnight);
    expect(await typesOf(id, { startDate: day, endDate: day })).toEqual(['checkin', 'unblocked']);
    expect(await typesOf(id, { endDate: day })).toEqual(['checkin', 'unblocked', 'blocked']);
    expect((await typesOf(id, { startDate: day })).slice(-3)).toEqual(['opted-in', 'checkin', 'unblocked']);
  });

  it('has the newest 1,000, and none that has expired', async () => {
    const id = await saved({ email: newEmail(), businessIds: [101] });
    const now = clock.now();
    const visits = Array.from({ length: 1005 }, (_, index) =>
      itemAt(id, now - 1_000_000 + index, ['checkin'], String(index)),
    );
    await putItems(table, visits);
    await put(id, now - 401 * DAY, ['blocked']);
    const types = await typesOf(id);
    expect(types).toHaveLength(1000);
    expect(types.filter((type) => type === 'checkin').length).toBeGreaterThan(990);
    expect(await typesOf(id, { endDate: usDate(now - 300 * DAY) })).toEqual([]);
  });

  it.each([
    ['3', '100'],
    ['999', '100'],
    ['x', '100'],
    ['0', '100'],
    ['11', '100'],
  ])('knows no contact %s of %s', async (customerId, businessId) => {
    expect(await answerOf(activity(customerId, { query: { businessId } }))).toEqual(
      refused(400, 1089, 'Customer id is invalid'),
    );
  });

  it.each(['', 'x', '200', '201', '999999'])('knows no business %j', async (businessId) => {
    expect(await answerOf(activity(1, { query: { businessId } }))).toMatchObject({ status: 404, body: { code: 1011 } });
  });

  it.each([
    [{ startDate: '2025-01-01' }, refused(400, 1523, 'Date must be MM/DD/YYYY')],
    [{ endDate: '02/30/2025' }, refused(400, 1524, 'Date does not exist')],
    [{ startDate: '02/02/2025', endDate: '02/01/2025' }, refused(400, 400, 'endDate must not be before startDate')],
  ])('refuses %j', async (query, expected) => {
    expect(await answerOf(activity(1, { query: query as Record<string, string> }))).toEqual(expected);
  });

  it('checks the days before the business, and that before the contact', async () => {
    const days = { startDate: '02/02/2025', endDate: '02/01/2025' };
    const codeOf = async (customerId: string, query: Record<string, string>) =>
      (await answerOf(activity(customerId, { query }))).body.code;
    expect(await codeOf('x', { businessId: 'x', ...days })).toBe(400);
    expect(await codeOf('x', { businessId: 'x' })).toBe(1011);
  });
});

it('reports a malformed account before a malformed contact, and lists both', async () => {
  const headers = { accept: 'application/problem+json' };
  for (const businessId of ['x', '999']) {
    const { body } = await activity('x', { query: { businessId }, headers });
    expect(body.code).toBe(1011);
    expect(body.errors.map(({ parameter, code }: { parameter: string; code: number }) => [parameter, code])).toEqual([
      ['businessId', 1011],
      ['customerId', 1089],
    ]);
  }
});
