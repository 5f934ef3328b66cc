/** `contact erase`: nothing of a person is left in the table, and all else stays. */

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { handler as checkIn } from '../../../functions/contacts/check-in.ts';
import { handler as contactActivity } from '../../../functions/contacts/contact-activity.ts';
import { handler as deleteContact } from '../../../functions/contacts/delete-contact.ts';
import { handler as listContacts } from '../../../functions/contacts/list-contacts.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { changeItem } from '../../../lib/changes/repository/change.ts';
import { contactKey } from '../../../lib/contacts/repository/contact.ts';
import { erasureItem } from '../../../lib/contacts/repository/erasure.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { deliveryItem } from '../../../lib/subscriptions/repository/delivery.ts';
import { messageOf } from '../../../lib/subscriptions/repository/delivery-writes.ts';
import { lineFor } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { delivery, erase, io, someone, table, target, typesWith, useErasing } from './erasing.ts';

useErasing();

const byKey = (items: readonly Item[]) => new Map(items.map((item) => [keyText(item), item]));

describe('contact erase', () => {
  it('leaves no trace of the person in the table, and all of others', async () => {
    const other = await someone();
    const person = await someone();
    for (const id of [person.id, other.id]) {
      for (const status of ['delivered', 'failed', 'pending'] as const)
        await table.put({ Item: deliveryItem(delivery(id, 'CONTACT_UPDATED', status)) });
      await table.put({ Item: deliveryItem(delivery(id, 'CONTACT_DELETED', 'pending')) });
      await table.put({ Item: deliveryItem(delivery(id, 'CONTACT_DELETED', 'delivered')) });
      for (const type of ['CONTACT_UPDATED', 'MESSAGE_ADDED', 'CONTACT_DELETED']) {
        const change = { id: `evt_${id}${type}`, type, at: 0, accountNumber: 100, data: { customerId: id } };
        await table.put({
          Item: changeItem({ partnerId: 'ours', feed: 100, change, noted: clock.now(), kept: 86_400_000 }),
        });
      }
    }
    const before = await itemsOf(table);
    expect(new Set(typesWith(before, person.word))).toEqual(new Set(['contact', 'contactActivity', 'contactOptOut']));
    expect(new Set(typesWith(before, String(person.id)))).toEqual(
      new Set([
        'change',
        ...['contact', 'contactActivity', 'contactOptOut', 'contactPointer', 'delivery', 'idempotency'],
      ]),
    );

    await erase({ account: 100, email: ` ${person.email.toUpperCase()}` });
    expect(io.said[0]).toBe(
      `Contact ${person.id} of account 100: Removed: activities 3, contacts 1, deliveries 4, entries of the changes feed 2, entries of the packed index 1, ` +
        'kept responses 2, opt-outs 3, pointers 4.',
    );
    const after = await itemsOf(table);
    expect(typesWith(after, person.word)).toEqual([]);
    expect(typesWith(after, String(person.id))).toEqual(['change', 'contactTombstone', 'delivery', 'erasure']);
    expect(typesWith(after, person.phone.slice(-8))).toEqual([]);
    expect(after.filter(({ type, contactId }) => type === 'contactPointer' && contactId === person.id)).toEqual([]);

    // What is another's is as it was; of the packed index only the entry has gone.
    const [old, now] = [byKey(before), byKey(after)];
    const changed = [...old].filter(([key, item]) => !isDeepStrictEqual(item, now.get(key)));
    expect(new Set(changed.map(([, { type }]) => type))).toEqual(
      new Set([
        'change',
        'contact',
        'contactPointer',
        'contactOptOut',
        'contactActivity',
        'contactPackedIndex',
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

  it.each(['at once', 'again'])('removes what an import writes that was under way: %s', async (when) => {
    const person = await someone();
    const owner = { partnerId: 'ours', accountNumber: 100 };
    const line = lineFor((await table.get(contactKey(owner, person.id)))!);
    expect((await call(deleteContact, { body: { id: person.id }, query: { businessId: '100' } })).status).toBe(200);
    const [reached, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held: OpenTable = {
      ...table,
      async transact(actions, token) {
        reached.resolve();
        await waiting.promise;
        return table.transact(actions, token);
      },
    };
    const loading = load(held, [line]);
    await reached.promise;
    const { pause } = clock;
    clock.pause = async () => {
      waiting.resolve();
      expect(await loading).toEqual([]);
      expect(typesWith(await itemsOf(table), person.word)).toContain('contact');
    };
    try {
      const erasedAt = new Date(clock.now()).toISOString();
      if (when === 'again') await table.put({ Item: erasureItem({ ...owner, contactId: person.id, erasedAt }) });
      await erase(when === 'again' ? { again: true } : { account: 100, id: person.id });
    } finally {
      clock.pause = pause;
    }
    waiting.resolve();
    await loading;
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
    expect((await left()).length).toBeGreaterThan(0);
    await erase({ again: true });
    expect(await left()).toEqual([]);
    expect(typesWith(await itemsOf(table), person.word)).toEqual([]);
    // What went first hangs on the order in which an engine scans.
    expect(io.said[1]).toMatch(/: Removed: (?:activities [123](?:, kept responses [12])?|kept responses [12])\.$/);
    await erase({ again: true });
    expect(io.said.at(-1)).toMatch(/Nothing is left to remove\.$/);
    await erase({ account: 100, id: person.id });
    expect(io.said.at(-2)).toMatch(/Nothing is left to remove\.$/);
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

  it('has nothing to do with the queues, whose messages name no one', async () => {
    const person = await someone();
    const message = JSON.stringify(messageOf(delivery(person.id, 'CONTACT_UPDATED', 'pending')));
    expect(message).not.toContain(person.word);
    expect(message).not.toContain(person.phone.slice(-8));
    const keys = (await itemsOf(table)).map(({ pk, sk }) => [pk, sk]);
    expect(JSON.stringify(keys)).not.toContain(person.word);
    expect(JSON.stringify(keys)).not.toContain(person.phone.slice(-8));
  });

  it.each([
    [{}, 'Pass --account, and one of --id, --email and --phone; or --again.'],
    [{ account: 100 }, 'Pass --account, and one of --id, --email and --phone; or --again.'],
    [
      { account: 100, id: 1, email: 'a@b.example' },
      'Pass --account, and one of --id, --email and --phone; or --again.',
    ],
    [{ account: 999, id: 1 }, 'Account 999 does not exist.'],
    [{ account: 101, id: 1 }, 'Account 101 does not exist.'],
    [{ account: 100, email: 'unknown@mail.example' }, 'Account 100 has no such contact. If it was deleted, use --id.'],
  ])('refuses %j', async (options, message) => {
    const before = await itemsOf(table);
    await expect(erase(options)).rejects.toThrow(message);
    expect(await itemsOf(table)).toEqual(before);
  });
});
