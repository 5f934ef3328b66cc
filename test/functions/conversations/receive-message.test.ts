/** Receive message: whom it finds or creates, words that opt out, repetitions, order; and what goes with the contact. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as deleteContact } from '../../../functions/contacts/delete-contact.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, call } from '../../support/call.ts';
import { ASKS_PROBLEM, listedIn, refused, under } from '../../support/expected.ts';
import { fullContact } from '../../support/full-contact.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { recordsOf, remove, sweep } from '../business/delete-business/support.ts';
import {
  accepted,
  contact,
  contactsOf,
  exported,
  itemsOf,
  messagesOf,
  newAccount,
  receive,
  run,
  send,
  update,
} from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const DAY = 24 * 3600 * 1000;

it('A message of a contact whose record has no room left is 413, also as a dry run', async () => {
  const n = await newAccount();
  const from = `fay${n}@mail.example`;
  await fullContact(n, n + 55, from);
  const answer = refused(413, 413, 'The record is too large');
  const body = { channel: 'EMAIL', from };
  expect(await answerOf(receive(n + 1, body))).toEqual(answer);
  expect(await answerOf(receive(n + 1, body, { query: { validateOnly: 'true' } }))).toEqual(answer);
});

describe('Receive message', () => {
  it('finds the contact by phone or email, or creates one who is opted in to nothing', async () => {
    const n = await newAccount();
    const { ada, eve } = contactsOf(n);
    const known = await accepted(receive(n + 1, { from: '+1 650-555-0150', name: 'Another Name' }));
    expect(known.customerId).toBe(ada);
    expect(await contact(n, ada)).toMatchObject({ firstName: 'C', lastName: '0' });
    const fresh = await accepted(receive(n + 1, { channel: 'EMAIL', from: `New${n}@mail.example`, subject: 'Hm' }));
    expect(await contact(n, fresh.customerId)).toMatchObject({
      ...{ firstName: '', lastName: '', email: `New${n}@mail.example`, emailOtin: false, smsOptin: false },
      mappings: [{ businessNumber: n + 1 }],
    });
    expect((await itemsOf('contact', n)).find(({ email }) => email === `New${n}@mail.example`)?.contact).toMatchObject({
      sourceKind: 'email',
    });
    // One who is named by an id is mapped too.
    await accepted(receive(n + 1, { customerId: eve }));
    expect((await contact(n, eve)).mappings.map((each: { businessNumber: number }) => each.businessNumber)).toEqual([
      n + 2,
      n + 1,
    ]);
  });

  it('is refused for its sender', async () => {
    const n = await newAccount();
    const { ada, dev } = contactsOf(n);
    expect(await answerOf(receive(n + 1, { from: '12' }))).toEqual(refused(400, 1055));
    expect(await answerOf(receive(n + 1, { channel: 'EMAIL', from: 'a b@c' }))).toEqual(refused(400, 1087));
    expect(await answerOf(receive(n + 1, { channel: 'LIVE_CHAT', from: 'x@y z' }))).toEqual(refused(400, 1087));
    expect(await answerOf(receive(n + 1, { channel: 'LIVE_CHAT', from: 'chat' }))).toEqual(refused(400, 1055));
    const email = { channel: 'EMAIL', from: `${'x'.repeat(28)}@mail.example` };
    expect(await listedIn(receive(n + 1, email, ASKS_PROBLEM))).toEqual([['/from', 1088]]);
    expect(await listedIn(receive(n + 1, { ...email, sentAt: 1 }, ASKS_PROBLEM))).toEqual([
      ['/sentAt', 400],
      ['/from', 1088],
    ]);
    expect((await receive(n + 1, { from: 'chat', customerId: ada })).status).toBe(200);
    expect(await answerOf(receive(n + 1, { customerId: 1 }))).toEqual(refused(404, 5043));
    expect(await answerOf(receive(n, { customerId: ada }))).toEqual(refused(404, 1011));
    expect(await answerOf(receive(n + 1, { customerId: dev }))).toEqual(refused(400, 5046));
    expect(await messagesOf(n, dev)).toEqual([]);
    for (const sentAt of [Date.now() + 6 * 60_000, Date.now() - 401 * DAY])
      expect((await receive(n + 1, { customerId: ada, sentAt })).status).toBe(400);
  });

  it('opts out and in by a word alone, a blocked contact too', async () => {
    const n = await newAccount();
    const { ada, dev } = contactsOf(n);
    for (const text of ['STOP', ' stop! ', '«Unsubscribe.»', 'S.T.O.P', 'quit', 'End', 'cancel', 'stopall']) {
      await accepted(receive(n + 1, { customerId: ada, text: 'Start' }));
      expect((await contact(n, ada)).smsOptin).toBe(true);
      await accepted(receive(n + 1, { customerId: ada, text }));
      expect([text, (await contact(n, ada)).smsOptin]).toEqual([text, false]);
    }
    await accepted(receive(n + 1, { customerId: ada, text: 'UNSTOP' }));
    for (const body of [{ text: 'Stop it' }, { text: 'STOP', channel: 'EMAIL' }, { text: 'stop all' }])
      await accepted(receive(n + 1, { customerId: ada, ...body }));
    expect(await contact(n, ada)).toMatchObject({ smsOptin: true, emailOtin: true });
    const dry = { query: { validateOnly: 'true' } };
    expect(await answerOf(receive(n + 1, { customerId: dev, text: 'STOP' }, dry))).toEqual(refused(400, 5046));
    expect((await contact(n, dev)).smsOptin).toBe(true);
    expect(await answerOf(receive(n + 1, { customerId: dev, text: 'STOP' }, under(`b${n}`)))).toEqual(
      refused(400, 5046),
    );
    expect((await contact(n, dev)).smsOptin).toBe(false);
  });

  it('that comes again with its id is the first one, at once too, whoever it is of', async () => {
    const n = await newAccount();
    const { ada, ben } = contactsOf(n);
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, at) => receive(n + 1, { from: `(650) 555-015${at % 2}`, externalId: 'x 1' })),
    );
    expect(new Set(all.map(({ body }) => body.messageId)).size).toBe(1);
    expect(await itemsOf('message', n)).toHaveLength(1);
    const again = await accepted(receive(n + 1, { customerId: ben, externalId: 'x 1' }, under(`r${n}`)));
    expect(again).toEqual(all[0]!.body);
    for (const other of [{ channel: 'EMAIL' }, { externalId: 'X 1' }, { externalId: 'y' }])
      await accepted(receive(n + 1, { customerId: ada, externalId: 'x 1', ...other }));
    expect(await itemsOf('message', n)).toHaveLength(4);
  });

  it('is sorted by its time; exports are of days, by the last message', async () => {
    const n = await newAccount();
    const { ada, ben } = contactsOf(n);
    const now = Date.now();
    for (const days of [3, 10, 40])
      await accepted(receive(n + 1, { customerId: ada, text: `${days}`, sentAt: now - days * DAY }));
    await accepted(receive(n + 2, { customerId: ben, text: '5', sentAt: now - 5 * DAY }));
    const { body } = await exported(n);
    expect(body).toMatchObject({ totalConversations: 2, totalMessages: 3, hasMore: false });
    expect(body.conversations.map(({ contact: { id } }: { contact: { id: number } }) => id)).toEqual([ada, ben]);
    expect(body.conversations[0].messages.map(({ text }: { text: string }) => text)).toEqual(['10', '3']);
    expect(body.conversations[0].conversation_start_date).toBe(
      new Date(now - 40 * DAY).toISOString().slice(0, 19).replace('T', ' '),
    );
    expect((await exported(n + 2)).body).toMatchObject({ totalConversations: 1 });
    expect((await exported(n, { size: 1 })).body).toMatchObject({
      totalConversations: 2,
      totalMessages: 2,
      hasMore: true,
    });
    expect((await exported(n, { size: 1, offset: 1 })).body).toMatchObject({ totalMessages: 1, hasMore: false });
    const day = (ago: number) => {
      const [y, m, d] = new Date(now - ago * DAY).toISOString().slice(0, 10).split('-');
      return `${m}/${d}/${y}`;
    };
    // It was going on, and nothing was said.
    expect((await exported(n, { startDate: day(30), endDate: day(20) })).body).toMatchObject({
      totalConversations: 1,
      totalMessages: 0,
    });
    expect((await exported(n, { contact: { phone: '650 555 0151' } })).body.totalConversations).toBe(1);
    expect((await exported(n, { startDate: ` ${day(4)} `, endDate: ' ' })).body.totalConversations).toBe(1);
    for (const startDate of [[], {}, 5, [day(4)]]) {
      expect([startDate, await answerOf(exported(n, { startDate }))]).toEqual([startDate, refused(400, 1523)]);
      // The account comes first.
      expect(await answerOf(exported(n + 9, { startDate }))).toEqual(refused(404, 1011));
    }
  });

  it('is kept if it comes late, between two others, and opens a closed conversation', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const now = Date.now();
    for (const ago of [1, 5, 3]) await accepted(receive(n + 1, { customerId: ada, text: `${ago}`, sentAt: now - ago }));
    const texts = async () => (await messagesOf(n, ada)).map(({ text }: { text: string }) => text);
    expect(await texts()).toEqual(['5', '3', '1']);
    await update(n + 1, { customerId: ada, status: 'CLOSE' });
    await accepted(receive(n + 1, { customerId: ada, text: '2', sentAt: now - 2 }));
    expect(await texts()).toEqual(['5', '3', '2', '1']);
    expect((await exported(n)).body.conversations[0].status).toBe('OPEN');
  });

  it('shows no day of creation of a contact of whom none is known', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const created = 'before the move';
    await bring([{ type: 'contact', accountNumber: n, contact: { id: ada, firstName: 'C', created } }]);
    await accepted(receive(n + 1, { customerId: ada }));
    expect((await exported(n)).body.conversations[0].contact).toMatchObject({ id: ada, createdDate: '' });
  });

  it('answers a connector of another account as not found', async () => {
    const n = await newAccount();
    expect(await answerOf(receive(n + 1, { customerId: contactsOf(n).ada }, { key: KEYS.theirs }))).toEqual(
      refused(404, 1011),
    );
  });
});

const left = async (n: number, contactId: number) =>
  (await Promise.all(['conversation', 'message', 'messageAlias', 'job'].map((type) => itemsOf(type, n))))
    .flat()
    .filter((item) => item.contactId === contactId);

describe('What is deleted takes conversations, messages and open jobs', () => {
  const spoken = async () => {
    const n = await newAccount();
    const { ada, ben } = contactsOf(n);
    await accepted(receive(n + 1, { customerId: ada, externalId: 'a' }));
    await accepted(send(n + 1, { customerId: ada }));
    await accepted(send(n + 1, { customerId: ada }));
    await accepted(receive(n + 1, { customerId: ben }));
    return n;
  };

  it('a contact', async () => {
    const n = await spoken();
    const { ada, ben } = contactsOf(n);
    expect(await left(n, ada)).toHaveLength(7);
    const gone = await call(deleteContact, { query: { businessId: String(n) }, body: { id: ada } });
    expect(gone.status).toBe(200);
    expect((await exported(n)).body).toMatchObject({ totalConversations: 1 });
    expect(await answerOf(send(n + 1, { customerId: ada }))).toEqual(refused(404, 5043));
    const tombstones = (await itemsOf('contactTombstone', n)).filter(({ contactId }) => contactId === ada);
    const context = { getRemainingTimeInMillis: () => 30_000 } as Parameters<typeof processStream>[1];
    expect(await processStream({ Records: recordsOf(tombstones) }, context)).toEqual({ batchItemFailures: [] });
    expect(await left(n, ada)).toEqual([]);
    expect(await left(n, ben)).toHaveLength(2);
  });

  it('a location', async () => {
    const n = await spoken();
    const { ada, ben } = contactsOf(n);
    await accepted(receive(n + 2, { customerId: ben }));
    expect((await remove(n + 1)).status).toBe(200);
    expect(await answerOf(send(n + 1, { customerId: ada }))).toEqual(refused(404, 1011));
    await sweep([n + 1]);
    expect(await left(n, ada)).toEqual([]);
    expect((await left(n, ben)).map(({ businessNumber }) => businessNumber)).toEqual([n + 2, n + 2]);
  });

  it('also as many as a connector has accepted, and reports later', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    // With their jobs more than one transaction takes.
    for (let at = 0; at < 51; at++) {
      await accepted(send(n + 1, { customerId: ada, text: `Text ${at}` }));
      await run(table, n, { status: 202 });
    }
    expect((await remove(n + 1)).status).toBe(200);
    expect(await sweep([n + 1])).toEqual({ batchItemFailures: [] });
    for (const type of ['message', 'conversation', 'job']) expect([type, await itemsOf(type, n)]).toEqual([type, []]);
  });
});
