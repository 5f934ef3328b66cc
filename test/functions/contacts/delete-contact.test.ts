/** POST /v1/customer-v2/external/deleteCustomer: what goes, what stays, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as removeDependents } from '../../../functions/events/process-stream.ts';
import { answerOf } from '../../support/call.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { recordsOf } from '../business/delete-business/support.ts';
import { contactOf, enrolled, get, itemsOfAccount, newEmail, remove, save, saved, standing } from './writes.ts';

beforeAll(() => openWorld());

const at = [101, 102];
const NOT_FOUND = { status: 404, body: { code: 5043, message: 'Contact not found' } };
const DONE = { status: 200, body: {} };

const traces = async (id: number) =>
  (await itemsOfAccount()).filter((item) => JSON.stringify(item).includes(String(id)));
const context = { getRemainingTimeInMillis: () => 30_000 } as Parameters<typeof removeDependents>[1];
/** What the table's stream does. */
const sweep = async () => {
  const tombstones = (await itemsOfAccount()).filter(({ type }) => type === 'contactTombstone');
  expect(await removeDependents({ Records: recordsOf(tombstones) }, context)).toEqual({ batchItemFailures: [] });
};

describe('a contact', () => {
  it('is gone with its email, phone, external id, mappings and activity, and leaves nothing of the person', async () => {
    const email = newEmail();
    const person = { email, phone: '650 555 0501', externalId: 'gone-1', smsOptin: false, blocked: true };
    const id = await saved({ firstName: 'Goneril', ...person, businessIds: at });
    const { cid } = (await contactOf(id)).mappings[0];
    const others = new Map([...(await standing())].filter(([, item]) => !JSON.stringify(item).includes(String(id))));
    expect(await answerOf(remove({ id }))).toEqual(DONE);
    for (const body of [{ id }, { email }, { phone: person.phone }, { cid }])
      expect((await get(body)).body.code).toBe(5043);
    expect(await enrolled(id)).toBeUndefined();
    await sweep();
    const left = await traces(id);
    expect(left.map(({ type }) => type)).toEqual(['contactTombstone']);
    expect(JSON.stringify(left)).not.toMatch(/Goneril|person|650 555|gone-1/);
    const after = await standing();
    for (const [key, item] of others) if (item.type !== 'contactPackedIndex') expect(after.get(key)).toEqual(item);
    // What it had is free.
    expect(await saved({ ...person, businessIds: at })).not.toBe(id);
    expect(await answerOf(remove({ id }))).toEqual(NOT_FOUND);
  });

  it('with more activity than a transaction takes', async () => {
    const id = await saved({ email: newEmail(), businessIds: at });
    for (let index = 0; index < 120; index++) await saved({ id, firstName: `F${index}` });
    await remove({ id });
    expect(await traces(id)).toHaveLength(122);
    const hurried = { getRemainingTimeInMillis: () => 3000 } as typeof context;
    const tombstones = (await traces(id)).filter(({ type }) => type === 'contactTombstone');
    expect((await removeDependents({ Records: recordsOf(tombstones) }, hurried)).batchItemFailures).toHaveLength(1);
    await sweep();
    expect((await traces(id)).map(({ type }) => type)).toEqual(['contactTombstone']);
  });

  it('loses locations and stays, also without any left; what it has not is skipped', async () => {
    const id = await saved({ email: newEmail(), businessIds: at });
    expect(await answerOf(remove({ id, businessIds: [102, 103, 999] }))).toEqual(DONE);
    expect((await contactOf(id)).mappings.map((each: { businessNumber: number }) => each.businessNumber)).toEqual([
      101,
    ]);
    const before = await standing();
    expect(await answerOf(remove({ id, businessIds: [102] }))).toEqual(DONE);
    expect(await standing()).toEqual(before);
    expect(await answerOf(remove({ id, businessIds: ['101'] }))).toEqual(DONE);
    expect((await contactOf(id)).mappings).toEqual([]);
    expect((await enrolled(id))?.businessNumbers).toEqual([]);
  });

  it('is deleted once, and comes back with a data file above its marks', async () => {
    const id = await saved({ email: newEmail(), businessIds: at });
    const stored = (await traces(id)).find(({ type }) => type === 'contact')!.contact;
    const answers = await Promise.all([1, 2, 3, 4].map(() => remove({ id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    await bring([{ type: 'contact', accountNumber: 100, contact: stored }]);
    const back = (await traces(id)).find(({ type }) => type === 'contact')!;
    expect([back.version, back.contact]).toEqual([3, stored]);
    expect(await enrolled(id)).toMatchObject({ businessNumbers: at });
    const late = await remove({ id }, { headers: { 'If-Match': '"1"' } });
    expect([late.status, late.headers.ETag]).toEqual([412, '"3"']);
    expect((await remove({ id }, { headers: { 'If-Match': '"3"' } })).status).toBe(200);
  });
});

const EMPTY = 'businessIds must not be empty: leave it out to delete the contact everywhere';

describe('is refused, and changes nothing', () => {
  it.each([
    ['no id', {}, 'id is required'],
    ['an id that is none', { id: 'x' }, 'id must be an integer'],
    ['no location of a list', { id: 1, businessIds: [] }, EMPTY],
    ['null for a list', { id: 1, businessIds: null }, EMPTY],
    ['a blank for a list', { id: 1, businessIds: '' }, EMPTY],
  ])('%s', async (_, body, message) => {
    const before = await standing();
    expect(await answerOf(remove(body))).toEqual({ status: 400, body: { code: 400, message } });
    expect(await standing()).toEqual(before);
  });

  it('of another partner, of another account, as a dry run', async () => {
    const id = await saved({ email: newEmail(), businessIds: at });
    const before = await standing();
    expect((await remove({ id }, { key: KEYS.theirs })).body.code).toBe(1532);
    expect((await remove({ id }, { query: { businessId: '150' } })).body.code).toBe(5043);
    expect((await remove({ id }, { query: { businessId: '200' }, key: KEYS.theirs })).body.code).toBe(5043);
    expect(await answerOf(remove({ id }, { query: { validateOnly: 'true' } }))).toEqual(DONE);
    expect(await standing()).toEqual(before);
  });
});

it('under an idempotency key is done once', async () => {
  const email = newEmail();
  const id = await saved({ email, businessIds: at });
  const headers = { 'Idempotency-Key': 'delete-1' };
  expect(await answerOf(remove({ id }, { headers }))).toEqual(DONE);
  await save({ email, businessIds: at });
  const again = await remove({ id }, { headers });
  expect([again.status, again.headers['Idempotent-Replayed']]).toEqual([200, 'true']);
  expect((await get({ email })).status).toBe(200);
});
