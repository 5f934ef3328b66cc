/** People with all that the table may have of them, in words that nothing else has; and the command that erases them. */
import { beforeAll, beforeEach, expect, inject } from 'vitest';
import { handler as checkIn } from '../../../functions/contacts/check-in.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Delivery, deliveryId } from '../../../lib/subscriptions/repository/delivery.ts';
import { eraseContact } from '../../../tools/admin/contact-erase.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

export let table: OpenTable;
export let target: Target;
export let io: RecordingIo;

/** Opens a table with the tests' world for a test file, and a recording terminal for each of its tests. */
export const useErasing = (): void => {
  beforeAll(async () => {
    // No request of another process is under way.
    clock.pause = async () => {};
    table = await createTestTable();
    expect(await load(table, world)).toEqual([]);
    target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
    return () => target.close();
  });
  beforeEach(() => {
    io = recordingIo();
  });
};

let made = 0;

/** Someone with all that the table may have of a person, in words that nothing else has. */
export const someone = async (account = 100, location = 101) => {
  const word = `zq${++made}x`;
  const email = `${word}@mail.example`;
  const phone = `(650) 555-${String(2000 + made)}`;
  const body = {
    firstName: `${word}first`,
    lastName: `${word}last`,
    email,
    phone,
    externalId: `${word}-crm`,
    tags: [`${word}-tag`],
    customFields: [{ fieldName: `${word}-field`, type: 'text', fieldValue: `${word}-value` }],
    businessIds: [location],
  };
  const query = { businessId: String(account) };
  const made1 = { body, query, headers: { 'Idempotency-Key': `${word}-create` } };
  const { id } = (await call(saveContact, made1)).body;
  const refused = { body: { ...body, id: 999_999 }, query, headers: { 'Idempotency-Key': `${word}-refused` } };
  expect((await call(saveContact, refused)).status).toBe(404);
  const visit = {
    query: { bid: String(location) },
    body: { name: `${word}name`, emailId: email, additionalParams: { said: `${word}-said` } },
    headers: { 'Idempotency-Key': `${word}-visit` },
  };
  expect((await call(checkIn, visit)).body).toEqual({ customerId: id });
  const out = { id, emailOptin: false, smsOptin: false, blocked: true };
  expect((await call(saveContact, { body: out, query })).status).toBe(200);
  return { id: Number(id), word, email, phone, made: made1, visit };
};

export const delivery = (customerId: number, event: string, status: Delivery['status']): Delivery => {
  const at = clock.now();
  const eventId = `evt_${customerId}${event}${status}`;
  const data = { customerId, accountNumber: 100, businessIds: [101] };
  return {
    id: deliveryId(at, eventId, 'wh_1'),
    partnerId: 'ours',
    accountNumber: 100,
    subscriptionId: 'sub_1',
    webhookId: 'wh_1',
    event,
    eventId,
    body: JSON.stringify({ id: eventId, type: event, data }),
    status,
    attempts: [],
    turn: 1,
    tries: 0,
  };
};

export const erase = (options: Parameters<typeof eraseContact>[2], on = target) => eraseContact(on, io, options);
export const typesWith = (items: readonly Item[], text: string): string[] =>
  items
    .filter((item) => JSON.stringify(item).includes(text))
    .map(({ type }) => String(type))
    .sort();
