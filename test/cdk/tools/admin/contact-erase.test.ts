/** `contact erase`: nothing of a person is left in the table, nor in one that was restored, and all else stays. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { eraseContact } from '../../../../cdk/tools/admin/contact-erase.ts';
import { openTarget, type Target } from '../../../../cdk/tools/admin/target.ts';
import { exportData } from '../../../../cdk/tools/data/commands/data-export.ts';
import { createAlike } from '../../../../cdk/tools/data/commands/second-table.ts';
import { type OpenTable, openTable } from '../../../../cdk/tools/open-table.ts';
import { handler as checkIn } from '../../../../functions/contacts/check-in.ts';
import { handler as contactActivity } from '../../../../functions/contacts/contact-activity.ts';
import { handler as listContacts } from '../../../../functions/contacts/list-contacts.ts';
import { handler as saveContact } from '../../../../functions/contacts/save-contact.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { sources } from '../../../../lib/dynamodb/sources.ts';
import { type Delivery, deliveryId, deliveryItem } from '../../../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../../../lib/subscriptions/repository/delivery-writes.ts';
import { answerOf, call } from '../../../support/call.ts';
import { itemsOf } from '../../../support/data-files.ts';
import { load } from '../../../support/load.ts';
import { createTestTable } from '../../../support/store.ts';
import { world } from '../../../support/world.ts';
import { admin } from './cli.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

let table: OpenTable;
let target: Target;
let io: RecordingIo;
beforeAll(async () => {
  table = await createTestTable();
  expect(await load(table, world)).toEqual([]);
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  return () => target.close();
});
beforeEach(() => {
  io = recordingIo();
});

let made = 0;

/** Someone with all that the table may have of a person, in words that nothing else has. */
const someone = async (account = 100, location = 101) => {
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

const delivery = (customerId: number, event: string, status: Delivery['status']): Delivery => {
  const at = sources.now();
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

const erase = (options: Parameters<typeof eraseContact>[2], on = target) => eraseContact(on, io, options);
const typesWith = (items: readonly Item[], text: string): string[] =>
  items
    .filter((item) => JSON.stringify(item).includes(text))
    .map(({ type }) => String(type))
    .sort();
const byKey = (items: readonly Item[]) => new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));

describe('contact erase', () => {
  it('leaves no trace of the person in the table, and all of others', async () => {
    const other = await someone();
    const person = await someone();
    for (const id of [person.id, other.id]) {
      for (const status of ['delivered', 'failed', 'pending'] as const)
        await table.put({ Item: deliveryItem(delivery(id, 'CONTACT_UPDATED', status)) });
      await table.put({ Item: deliveryItem(delivery(id, 'CONTACT_DELETED', 'pending')) });
      await table.put({ Item: deliveryItem(delivery(id, 'CONTACT_DELETED', 'delivered')) });
    }
    const before = await itemsOf(table);
    expect(new Set(typesWith(before, person.word))).toEqual(new Set(['contact', 'contactActivity', 'contactOptOut']));
    expect(new Set(typesWith(before, String(person.id)))).toEqual(
      new Set(['contact', 'contactActivity', 'contactOptOut', 'contactPointer', 'delivery', 'idempotency']),
    );

    await erase({ account: 100, email: ` ${person.email.toUpperCase()}` });
    expect(io.said[0]).toBe(
      `Contact ${person.id} of account 100: Removed: activities 3, contacts 1, deliveries 4, entries of the roster 1, ` +
        'kept responses 2, opt-outs 3, pointers 4.',
    );
    const after = await itemsOf(table);
    expect(typesWith(after, person.word)).toEqual([]);
    expect(typesWith(after, String(person.id))).toEqual(['contactTombstone', 'delivery', 'erasure']);
    expect(typesWith(after, person.phone.slice(-4))).toEqual([]);
    expect(after.filter(({ type, contactId }) => type === 'contactPointer' && contactId === person.id)).toEqual([]);

    // What is another's is as it was; of the roster only the entry has gone.
    const [old, now] = [byKey(before), byKey(after)];
    const changed = [...old].filter(([key, item]) => !isDeepStrictEqual(item, now.get(key)));
    expect(new Set(changed.map(([, { type }]) => type))).toEqual(
      new Set([
        'contact',
        'contactPointer',
        'contactOptOut',
        'contactActivity',
        'contactRoster',
        'delivery',
        'idempotency',
      ]),
    );
    expect(typesWith(after, other.word)).toEqual(typesWith(before, other.word));
    expect(typesWith(after, String(other.id))).toEqual(typesWith(before, String(other.id)));
    const list = { query: { businessId: '100', page: '0', size: '1000' } };
    const ids = (await call(listContacts, list)).body.customers.map((each: { customerId: number }) => each.customerId);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(person.id);
    const history = { path: { customerId: String(person.id) }, query: { businessId: '100' } };
    expect((await call(contactActivity, history)).status).toBe(400);
  });

  it('lets no repetition of a request under its key make the person again', async () => {
    const person = await someone();
    await erase({ account: 100, id: person.id });
    for (const request of [
      () => call(saveContact, person.made),
      () => call(checkIn, person.visit),
      () => call(saveContact, person.made),
    ])
      expect(await answerOf(request())).toEqual({ status: 404, body: { code: 5043, message: 'Contact not found' } });
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
  });

  it('can be cut off and begun again, and finds nothing more when it is done', async () => {
    const person = await someone();
    const gone = new Error('cut off');
    let calls = 0;
    const cutOff: OpenTable = {
      ...target.table,
      async remove(input) {
        if (++calls === 2) throw gone;
        return target.table.remove(input);
      },
    };
    await expect(erase({ account: 100, phone: person.phone }, { ...target, table: cutOff })).rejects.toBe(gone);
    const left = async () =>
      (await itemsOf(table)).filter(({ type, contactId }) => type === 'contactActivity' && contactId === person.id);
    expect(await left()).toHaveLength(2);
    await erase({ again: true });
    expect(await left()).toEqual([]);
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
    expect(io.said[1]).toMatch(/: Removed: activities 2(?:, kept responses 2)?\.$/);
    await erase({ again: true });
    expect(io.said.at(-1)).toMatch(/Nothing was left to be removed\.$/);
    await erase({ account: 100, id: person.id });
    expect(io.said.at(-2)).toMatch(/Nothing was left to be removed\.$/);
  });

  it('holds what is restored from an older copy to its list', async () => {
    const person = await someone();
    const restored = openTable({ tableName: `${table.name}-restored`, endpoint: inject('endpoint') });
    await createAlike(table, restored);
    for (const item of await itemsOf(table)) await restored.put({ Item: item });
    const directory = await mkdtemp(join(tmpdir(), 'erase-'));
    await exportData(target, io, { account: 100, out: join(directory, 'all.jsonl') });
    const exported = await readFile(join(directory, 'all.jsonl'), 'utf8');
    await rm(directory, { recursive: true });
    const lines = exported.split('\n').filter((line) => line.includes(person.word));
    expect(lines).toHaveLength(1);

    await erase({ account: 100, id: person.id });
    expect(typesWith(await itemsOf(restored), person.word)).not.toEqual([]);
    const ran = await admin([
      'contact',
      'erase',
      '--again',
      '--from',
      table.name,
      '--table',
      restored.name,
      '--endpoint',
      inject('endpoint'),
    ]);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    expect(ran.stdout).toContain(`${restored.name}: Removed: activities 3, contacts 1, `);
    const items = await itemsOf(restored);
    expect(typesWith(items, person.word)).toEqual([]);
    expect(typesWith(items, String(person.id))).toEqual(['contactTombstone', 'erasure']);
    // The list goes with it: what is restored from this one is held to it too.
    await erase({ again: true }, { ...target, table: restored });
    expect(io.said.at(-1)).toMatch(/Nothing was left to be removed\.$/);
    restored.client.destroy();

    const [refused] = await load(
      table,
      lines.map((line) => JSON.parse(line)),
    );
    expect(refused?.reason).toBe('the contact was erased for good');
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
  });

  it('erases one of two contacts that have the same in two accounts', async () => {
    await load(table, [
      {
        type: 'contact',
        accountNumber: 100,
        contact: { id: 7001, email: 'twin@mail.example', phone: '(650) 555-7001' },
      },
      {
        type: 'contact',
        accountNumber: 150,
        contact: { id: 7001, email: 'twin@mail.example', phone: '(650) 555-7001' },
      },
    ]);
    const twin = (items: readonly Item[]) => items.filter(({ accountNumber }) => accountNumber === 150);
    const before = twin(await itemsOf(table));
    await erase({ account: 100, email: 'twin@mail.example' });
    const after = await itemsOf(table);
    expect(twin(after)).toEqual(before);
    expect(after.filter((item) => item.accountNumber === 100 && JSON.stringify(item).includes('twin@'))).toEqual([]);
  });

  it('has nothing to do with the queues, whose messages name nobody', async () => {
    const person = await someone();
    const message = JSON.stringify(messageOf(delivery(person.id, 'CONTACT_UPDATED', 'pending')));
    expect(message).not.toContain(person.word);
    expect(message).not.toContain(person.phone.slice(-4));
    const keys = (await itemsOf(table)).map(({ pk, sk }) => [pk, sk]);
    expect(JSON.stringify(keys)).not.toContain(person.word);
    expect(JSON.stringify(keys)).not.toContain(person.phone.slice(-8));
  });

  it.each([
    [{}, 'Give --account, and one of --id, --email and --phone; or --again.'],
    [{ account: 100 }, 'Give --account, and one of --id, --email and --phone; or --again.'],
    [
      { account: 100, id: 1, email: 'a@b.example' },
      'Give --account, and one of --id, --email and --phone; or --again.',
    ],
    [{ account: 999, id: 1 }, 'There is no account 999.'],
    [{ account: 101, id: 1 }, 'There is no account 101.'],
    [
      { account: 100, email: 'nobody@mail.example' },
      'Account 100 has no such contact. If it was deleted, name it by --id.',
    ],
  ])('refuses %j', async (options, message) => {
    const before = await itemsOf(table);
    await expect(erase(options)).rejects.toThrow(message);
    expect(await itemsOf(table)).toEqual(before);
  });
});
