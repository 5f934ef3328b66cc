/** Requests about one conversation at once, and messages next to opt-outs, erasures and deletions. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as changePermission } from '../../../functions/contacts/change-permission.ts';
import { handler as deleteContact } from '../../../functions/contacts/delete-contact.ts';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { under } from '../../support/expected.ts';
import { before } from '../../support/meeting.ts';
import { forgetReplies, openWorld, through } from '../../support/opened-world.ts';
import { recordsOf, remove, sweep } from '../business/delete-business/support.ts';
import {
  accepted,
  contactsOf,
  itemsOf,
  messagesOf,
  newAccount,
  receive,
  run,
  runAll,
  send,
  update,
} from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
});

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const ofContact = async (n: number, contactId: number) =>
  (await Promise.all(['conversation', 'message', 'messageAlias', 'job'].map((type) => itemsOf(type, n))))
    .flat()
    .filter((item) => item.contactId === contactId);

describe('At once', () => {
  it('messages of both sides are one conversation, each of them kept', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? send : receive)(n + 1, { customerId: ada, text: `${at}` })),
    );
    expect(statuses(answers)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.conversationId)).size).toBe(1);
    expect(await messagesOf(n, ada)).toHaveLength(10);
    expect(await runAll(table, n)).toHaveLength(5);
    const [conversation] = await itemsOf('conversation', n);
    expect(conversation?.sequence).toEqual({ waiting: [] });
  });

  it('an update lands between messages', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await accepted(receive(n + 1, { customerId: ada }));
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => receive(n + 1, { customerId: ada })),
      update(n + 1, { customerId: ada, assignedTo: `u${n}@x.example` }),
    ]);
    expect(statuses(all)).toEqual(Array(6).fill(200));
    expect((await itemsOf('conversation', n))[0]).toMatchObject({ assignedTo: `u${n}@x.example`, updates: 1 });
  });

  it('an update shows what was saved under its key, where another try of it was faster', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await accepted(receive(n + 1, { customerId: ada }));
    const request = () => update(n + 1, { customerId: ada, status: 'CLOSE' }, under(`faster-${n}`));
    let faster: Answer | undefined;
    const rivals = async () => {
      await update(n + 1, { customerId: ada, assignedTo: `u${n}@x.example` });
      faster = await request();
      await forgetReplies();
    };
    const late = await through(before(rivals), request);
    expect(faster?.body.assigned_to).not.toBeNull();
    expect(late.body).toEqual(faster?.body);
  });

  it('around a STOP no later message leaves', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const sends = Array.from({ length: runs(15, 100) }, (_, at) =>
      send(n + 1, { customerId: ada, text: `${at}`, isCampaign: 1 }),
    );
    const [stop] = await Promise.all([receive(n + 1, { customerId: ada, text: 'Stop' }), ...sends]);
    expect(stop.status).toBe(200);
    for (const { status, body } of await Promise.all(sends))
      expect([status, body.message ?? '']).toEqual(
        status === 200 ? [200, ''] : [status, expect.stringMatching(/opted out of SMS|interfered|messages wait/)],
      );
    // All that was accepted before has lost its permission since.
    expect(await runAll(table, n)).toEqual([]);
    const own = (await messagesOf(n, ada)).filter(({ direction }: { direction: string }) => direction === 'SEND');
    for (const { failureReason } of own) expect(failureReason).toBe('opted out');
  });

  it('of a message and an opt-out either the message is refused, or it fails', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const body = { permission: 'both-unsubscribed', email: [`c0-${n}@mail.example`], accountNumber: n };
    await Promise.all([call(changePermission, { body }), send(n + 1, { customerId: ada })]);
    expect(await runAll(table, n)).toEqual([]);
    for (const message of await messagesOf(n, ada)) expect(message).toMatchObject({ status: 'FAILED' });
  });

  it('an erasure leaves nothing of messages that come and go meanwhile', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada }));
    await Promise.all([
      ...Array.from({ length: 4 }, (_, at) => receive(n + 1, { customerId: ada, externalId: `e${at}` })),
      call(deleteContact, { query: { businessId: String(n) }, body: { id: ada } }),
      ...Array.from({ length: 4 }, () => send(n + 1, { customerId: ada })),
      run(table, n),
    ]);
    const tombstones = (await itemsOf('contactTombstone', n)).filter(({ contactId }) => contactId === ada);
    expect(tombstones).toHaveLength(1);
    const context = { getRemainingTimeInMillis: () => 30_000 } as Parameters<typeof processStream>[1];
    await processStream({ Records: recordsOf(tombstones) }, context);
    const [left] = [(await ofContact(n, ada)).filter(({ type, status }) => type !== 'job' || status === 'pending')];
    expect(left).toEqual([]);
  });

  it('a location that is deleted leaves no message', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await Promise.all([
      ...Array.from({ length: 4 }, () => send(n + 1, { customerId: ada })),
      remove(n + 1),
      ...Array.from({ length: 4 }, () => receive(n + 1, { customerId: ada })),
    ]);
    await sweep([n + 1]);
    expect(await ofContact(n, ada)).toEqual([]);
  });
});

describe('The sandbox connector', () => {
  it('answers #reply as the contact, once', async () => {
    const n = await newAccount('sandbox');
    const { ada } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada, text: 'Hi #reply' }));
    const [job] = await itemsOf('job', n);
    const { echo } = await import('../../../lib/conversations/repository/echo.ts');
    const { jobFrom } = await import('../../../lib/connectors/repository/job.ts');
    await echo({ table, partnerId: 'ours' }, jobFrom(job!), 'Echo: Hi #reply');
    await run(table, n);
    expect(await messagesOf(n, ada)).toMatchObject([
      { direction: 'SEND', status: 'SENT', text: 'Hi #reply' },
      { direction: 'RECEIVE', status: 'RECEIVED', text: 'Echo: Hi #reply', channel: 'SMS' },
    ]);
  });
});
