/** Send message: in which order it is refused, who may be answered, and the sequence of a conversation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as changePermission } from '../../../functions/contacts/change-permission.ts';
import { handler as contactActivity } from '../../../functions/contacts/contact-activity.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, call } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { openWorld } from '../../support/opened-world.ts';
import {
  accepted,
  contactsOf,
  done,
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

const invalid = (message: string) => refused(400, 400, message);
const kinds = async (n: number, id: number) =>
  (await call(contactActivity, { path: { customerId: String(id) }, query: { businessId: String(n) } })).body.map(
    ({ type }: { type: string }) => type,
  );

describe('Send message', () => {
  it('goes to the connector with the address of the contact, and is SENT', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const { messageId, conversationId, status } = await accepted(send(n + 1, { customerId: ada, text: ' Hi ' }));
    expect(status).toBe('SENDING');
    expect(messageId).toMatch(/^msg_\d{13}_[0-9a-f]{16}$/);
    const [sent] = await runAll(table, n);
    expect(sent).toMatchObject({
      type: 'message.send',
      businessNumber: n,
      data: { channel: 'SMS', locationNumber: n + 1, channelId: null, attempt: 1, conversationId, messageId },
    });
    expect(sent!.data).toMatchObject({ to: '+16505550150', subject: null, text: 'Hi', attachments: [] });
    expect(await messagesOf(n, ada)).toEqual([
      expect.objectContaining({ id: messageId, text: 'Hi', direction: 'SEND', status: 'SENT', failureReason: null }),
    ]);
    expect(await kinds(n, ada)).toEqual(['conversation']);
    await accepted(send(n + 1, { customerId: ada, channel: 'email', subject: 'S' }));
    const [email] = await runAll(table, n);
    expect(email!.data).toMatchObject({ to: `c0-${n}@mail.example`, subject: 'S', conversationId });
    expect(await kinds(n, ada)).toEqual(['conversation']);
  });

  it('is refused for its fields by channel', async () => {
    const n = await newAccount();
    const customerId = contactsOf(n).ada;
    const long = (length: number) => '𝒙'.repeat(length);
    const ask = (body: object) => answerOf(send(n + 1, { customerId, ...body }));
    expect(await ask({ text: long(1601) })).toEqual(invalid('text must have at most 1600 characters over SMS'));
    expect(await ask({ text: ` ${long(1600)} `, channel: 'SMS' })).toMatchObject({ status: 200 });
    expect(await ask({ text: long(4097), channel: 'Live_Chat' })).toEqual(
      invalid('text must have at most 4096 characters over LIVE_CHAT'),
    );
    expect(await ask({ channel: 'EMAIL' })).toEqual(invalid('subject is required for EMAIL'));
    expect(await ask({ channel: 'EMAIL', subject: 'x'.repeat(251) })).toMatchObject({ status: 400 });
    // A line break would begin another header of the email.
    for (const subject of ['Hi\r\nBcc: x@y.example', 'a\u2028b', 'a\u202eb'])
      expect(await ask({ channel: 'EMAIL', subject })).toEqual(
        invalid('subject must be one line of text without control characters'),
      );
    for (const subject of ['x'.repeat(251), 'a\nb']) expect(await ask({ subject })).toMatchObject({ status: 200 });
    expect(await ask({ channel: 'FAX' })).toMatchObject({ status: 400 });
    expect(await ask({ attachments: Array(6).fill('https://a.example/1') })).toMatchObject({ status: 400 });
    expect(await ask({ attachments: ['file:///etc/passwd'] })).toMatchObject({ status: 400 });
  });

  it('is refused in the order of the page', async () => {
    const n = await newAccount();
    const { ada, ben, dev, eve } = contactsOf(n);
    expect(await answerOf(send(n, { customerId: ada }))).toEqual(refused(404, 1011));
    expect(await answerOf(send(n + 1, { customerId: eve }))).toEqual(refused(404, 5043));
    expect(await answerOf(send(n + 1, { customerId: dev }))).toEqual(refused(400, 5046));
    expect(await answerOf(send(n + 1, { customerId: ben }))).toEqual(invalid('The contact has opted out of SMS'));
    const email = { channel: 'EMAIL', subject: 'S' };
    expect(await answerOf(send(n + 1, { customerId: ben, ...email }))).toEqual(
      invalid('The contact has opted out of EMAIL'),
    );
    expect(await answerOf(send(n + 1, { customerId: ada, channel: 'LIVE_CHAT' }))).toMatchObject({ status: 400 });
  });

  it('answers whoever wrote, but with no campaign, and not after an opt-out', async () => {
    const n = await newAccount();
    const { ben } = contactsOf(n);
    await accepted(receive(n + 1, { customerId: ben }));
    await accepted(send(n + 1, { customerId: ben }));
    expect(await answerOf(send(n + 1, { customerId: ben, isCampaign: true }))).toEqual(
      invalid('The contact has opted out of SMS'),
    );
    await accepted(receive(n + 1, { customerId: ben, text: '"Stop."' }));
    expect(await answerOf(send(n + 1, { customerId: ben }))).toEqual(invalid('The contact has opted out of SMS'));
    // What was accepted before has lost its permission.
    expect(await runAll(table, n)).toEqual([]);
    const [, own] = await messagesOf(n, ben);
    expect(own).toMatchObject({ status: 'FAILED', failureReason: 'opted out' });
    await accepted(receive(n + 1, { customerId: ben, text: 'What are your hours?' }));
    await accepted(send(n + 1, { customerId: ben }));
    await accepted(receive(n + 1, { customerId: ben, text: 'unstop' }));
    await accepted(send(n + 1, { customerId: ben, isCampaign: 1 }));
  });

  it('answers no one whose STOP comes with an earlier time, until they write again', async () => {
    const n = await newAccount();
    const { ben } = contactsOf(n);
    const now = Date.now();
    await accepted(receive(n + 1, { customerId: ben, sentAt: now - 1000 }));
    await accepted(send(n + 1, { customerId: ben }));
    await accepted(receive(n + 1, { customerId: ben, text: 'STOP', sentAt: now - 3000 }));
    await accepted(receive(n + 1, { customerId: ben, text: 'late', sentAt: now - 2000 }));
    expect(await answerOf(send(n + 1, { customerId: ben }))).toEqual(invalid('The contact has opted out of SMS'));
    expect(await runAll(table, n)).toEqual([]);
    await accepted(receive(n + 1, { customerId: ben, text: 'Are you open?' }));
    await accepted(send(n + 1, { customerId: ben }));
  });

  it('answers no one who sent STOP while they were blocked', async () => {
    const n = await newAccount();
    const { ben } = contactsOf(n);
    const block = async (blocked: boolean) =>
      expect(await call(saveContact, { query: { businessId: String(n) }, body: { id: ben, blocked } })).toMatchObject({
        status: 200,
      });
    const { conversationId } = await accepted(receive(n + 1, { customerId: ben }));
    const [before] = await itemsOf('conversation', n);
    await block(true);
    expect(await answerOf(receive(n + 1, { customerId: ben, text: 'Hello?' }))).toEqual(refused(400, 5046));
    const dry = { query: { validateOnly: 'true' } };
    expect(await answerOf(receive(n + 1, { customerId: ben, text: 'STOP' }, dry))).toEqual(refused(400, 5046));
    expect(await itemsOf('conversation', n)).toEqual([before]);
    for (const more of [under(`s${n}`), under(`s${n}`), {}])
      expect(await answerOf(receive(n + 1, { customerId: ben, text: 'STOP' }, more))).toEqual(refused(400, 5046));
    // Nothing else of it changes, and once only.
    const [after] = await itemsOf('conversation', n);
    expect(after).toMatchObject({ conversationId, last: before!.last, version: Number(before!.version) + 1 });
    expect(await itemsOf('message', n)).toHaveLength(1);
    await block(false);
    expect(await answerOf(send(n + 1, { customerId: ben }))).toEqual(invalid('The contact has opted out of SMS'));
    // Without a conversation there is nothing to note.
    const { dev } = contactsOf(n);
    expect(await answerOf(receive(n + 1, { customerId: dev, text: 'STOP' }))).toEqual(refused(400, 5046));
    expect(await itemsOf('conversation', n)).toHaveLength(1);
  });

  it('goes to the chat that the contact last wrote from, without permission', async () => {
    const n = await newAccount();
    const { ben } = contactsOf(n);
    await accepted(receive(n + 1, { customerId: ben, channel: 'LIVE_CHAT', from: 'chat 7' }));
    await accepted(receive(n + 1, { customerId: ben, channel: 'LIVE_CHAT', from: 'chat 8' }));
    await accepted(send(n + 1, { customerId: ben, channel: 'LIVE_CHAT', isCampaign: 1 }));
    expect((await runAll(table, n))[0]!.data.to).toBe('chat 8');
  });

  it('asks for permission again at each try', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada }));
    expect((await run(table, n, { status: 503 })).sent).toHaveLength(1);
    const body = { permission: 'both-unsubscribed', email: [`c0-${n}@mail.example`], accountNumber: n };
    expect((await call(changePermission, { body })).body).toBe(true);
    await table.update({
      Key: { pk: String((await itemsOf('job', n))[0]!.pk), sk: String((await itemsOf('job', n))[0]!.sk) },
      UpdateExpression: 'SET nextAttemptAt = :now',
      ExpressionAttributeValues: { ':now': 0 },
    });
    expect((await run(table, n)).sent).toEqual([]);
    expect(await messagesOf(n, ada)).toMatchObject([{ status: 'FAILED', failureReason: 'opted out' }]);
  });

  it('sends one after the other, in the order of acceptance; 20 wait at most', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    for (let at = 0; at < 21; at++) await accepted(send(n + 1, { customerId: ada, text: `${at}` }));
    expect(await answerOf(send(n + 1, { customerId: ada }))).toEqual(
      refused(409, 409, '20 messages wait in this conversation already; send the message once one of them has left'),
    );
    const late = () => send(n + 1, { customerId: ada, text: 'Late' }, under(`late-${n}`));
    const first = await late();
    const before = await answerOf(Promise.resolve(first));
    // No hint to send it again: the same request gets the same.
    expect([first.status, first.headers['Retry-After']]).toEqual([409, undefined]);
    expect((await itemsOf('job', n)).filter(({ status }) => status === 'pending')).toHaveLength(1);
    // A 202 lets the next one go.
    expect((await run(table, n, { status: 202 })).sent.map(({ data }) => data.text)).toEqual(['0']);
    // Under its key it stays refused: a late copy sends nothing.
    expect(await answerOf(late())).toEqual(before);
    await accepted(send(n + 1, { customerId: ada, text: '21' }));
    const sent = await runAll(table, n);
    expect(sent.map(({ data }) => data.text)).toEqual(Array.from({ length: 21 }, (_, at) => `${at + 1}`));
  });

  it('once under a key, nothing in a dry run', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    const dry = { query: { validateOnly: 'true' } };
    const none = { messageId: '0', conversationId: 0, status: 'SENDING' };
    expect((await send(n + 1, { customerId: ada }, dry)).body).toEqual(none);
    expect(await itemsOf('message', n)).toEqual([]);
    const [one, two] = [0, 1].map(() => send(n + 1, { customerId: ada }, under(`k${n}`)));
    const first = await accepted(one!);
    expect(await accepted(two!)).toEqual(first);
    expect(await itemsOf('message', n)).toHaveLength(1);
    expect((await send(n + 1, { customerId: ada }, dry)).body).toEqual({
      ...none,
      conversationId: first.conversationId,
    });
  });

  it('opens a closed conversation; one of a campaign alone is left out where they are', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada }));
    expect((await update(n + 1, { customerId: ada, status: 'close' })).body.status).toBe('CLOSE');
    await accepted(send(n + 1, { customerId: ada }));
    const assigned = await update(n + 1, { customerId: ada, assignedTo: `U${n}@x.example` });
    expect(assigned.body).toMatchObject({
      status: 'OPEN',
      assigned_to: { id: n + 70, name: 'U', type: 'user', emailId: `u${n}@x.example` },
    });
    expect(assigned.body).not.toHaveProperty('messages');
    expect((await update(n + 1, { customerId: ada, assignedTo: `e${n}@x.example` })).body.assigned_to).toEqual({
      ...{ id: null, name: 'Em', type: 'employee', emailId: `e${n}@x.example` },
    });
    expect(await answerOf(update(n + 1, { customerId: ada, assignedTo: ' ' }))).toEqual(
      invalid('assignedTo must not be blank'),
    );
    expect((await update(n + 1, { customerId: ada, assignedTo: null })).body.assigned_to).toBeNull();
    const [before] = await itemsOf('conversation', n);
    expect((await update(n + 1, { customerId: ada, assignedTo: null, status: 'OPEN' })).status).toBe(200);
    expect(await itemsOf('conversation', n)).toEqual([before]);
  });

  it('a late done makes FAILED SENT', async () => {
    const n = await newAccount();
    const { ada } = contactsOf(n);
    await accepted(send(n + 1, { customerId: ada }));
    await run(table, n, { status: 410 });
    expect(await messagesOf(n, ada)).toMatchObject([{ status: 'FAILED', failureReason: 'the connector is disabled' }]);
    const { handler: report } = await import('../../../functions/connectors/report-results.ts');
    const [job] = await itemsOf('job', n);
    const results = [{ jobId: job!.id, status: 'done', id: JSON.parse(done.body).id }];
    expect((await call(report, { body: { results } })).body.results).toMatchObject([{ outcome: 'applied' }]);
    expect(await messagesOf(n, ada)).toMatchObject([{ status: 'SENT', failureReason: null }]);
  });
});
