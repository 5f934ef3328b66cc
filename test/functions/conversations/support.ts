/** Requests of the operations of conversations, on accounts of a test's own, and tries of their jobs. */
import { expect } from 'vitest';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as exportConversations } from '../../../functions/conversations/export-conversations.ts';
import { handler as receiveMessage } from '../../../functions/conversations/receive-message.ts';
import { handler as sendMessage } from '../../../functions/conversations/send-message.ts';
import { handler as updateConversation } from '../../../functions/conversations/update-conversation.ts';
import { jobFrom } from '../../../lib/connectors/repository/job.ts';
import { jobMessage, type WorkMessage } from '../../../lib/connectors/repository/messages.ts';
import { runJob } from '../../../lib/connectors/run-job.ts';
import type { RunWays } from '../../../lib/connectors/ways.ts';
import { jobKinds as kinds } from '../../../lib/job-kinds.ts';
import type { Sent } from '../../../lib/subscriptions/send.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring, scan } from '../../support/opened-world.ts';

let last = 640_000;

/** The contacts of an account: opted in, opted in to nothing, blocked, and mapped to the other location alone. */
export const contactsOf = (n: number) => ({ ada: n + 50, ben: n + 51, dev: n + 52, eve: n + 53 });

/** A new account of ours with two locations, a user, contacts, and connectors but for LIVE_CHAT where it is said. */
export const newAccount = async (url = 'http://localhost:9001/'): Promise<number> => {
  last += 100;
  const n = last;
  const contact = (at: number, location: number, fields: object) => ({
    type: 'contact',
    accountNumber: n,
    contact: {
      ...{ id: n + 50 + at, firstName: 'C', lastName: `${at}`, email: `c${at}-${n}@mail.example` },
      ...{ phone: `(650) 555-01${50 + at}`, mappings: [{ cid: n + 60 + at, businessNumber: n + location }] },
      ...fields,
    },
  });
  await bring([
    { type: 'account', accountNumber: n, partnerId: 'ours', name: 'Talks' },
    ...[1, 2].map((at) => ({
      type: 'business',
      businessNumber: n + at,
      accountNumber: n,
      business: { name: `Place ${at}` },
    })),
    { type: 'person', partnerId: 'ours', person: { userId: n + 70, emailId: `u${n}@x.example`, firstName: 'U' } },
    { type: 'user', accountNumber: n, user: { emailId: `u${n}@x.example`, userRole: 'owner' } },
    { type: 'employee', accountNumber: n, emailId: `e${n}@x.example`, firstName: 'Em', businessNumbers: [n + 1] },
    contact(0, 1, { smsOptin: true, emailOtin: true }),
    contact(1, 1, {}),
    contact(2, 1, { smsOptin: true, blocked: true }),
    contact(3, 2, { smsOptin: true }),
    ...['SMS', 'EMAIL', 'LIVE_CHAT'].map((channel) => ({
      type: 'connector',
      accountNumber: n,
      channel,
      url,
      secret: 'whsec_ZGVtby1zZWNyZXQtb2YtdGhlLW9yY2hhcmQtY29ubmVj',
    })),
  ]);
  return n;
};

const at = (businessId: number | string) => ({ path: { businessId: String(businessId) } });
export const send = (businessId: number | string, body: object, more: Call = {}): Promise<Answer> =>
  call(sendMessage, { ...at(businessId), body: { channel: 'SMS', text: 'Hello', ...body }, ...more });
export const receive = (businessId: number | string, body: object, more: Call = {}): Promise<Answer> =>
  call(receiveMessage, { ...at(businessId), body: { channel: 'SMS', text: 'Hello', ...body }, ...more });
export const update = (businessId: number | string, body: object, more: Call = {}): Promise<Answer> =>
  call(updateConversation, { ...at(businessId), body, ...more });
export const exported = (businessNumber: number, more: object = {}): Promise<Answer> =>
  call(exportConversations, { body: { businessNumber, ...more } });
export const contact = async (n: number, id: number) =>
  (await call(getContact, { query: { businessId: String(n) }, body: { id } })).body;

/** The messages of the one conversation of a contact. */
export const messagesOf = async (n: number, customerId: number) => {
  const { body } = await exported(n, { contact: { customerId } });
  return body.conversations[0]?.messages ?? [];
};

export const itemsOf = async (type: string, n: number) =>
  (await scan()).filter((item) => item.type === type && item.accountNumber === n);

export const done = { status: 200, body: '{"status":"done","id":"s-1"}' };

/** Runs the pending jobs of an account once, in their order; what was sent, and what the queue got. */
export const run = async (table: OpenTable, n: number, answer: Partial<Sent> = done) => {
  const sent: { id: string; data: Record<string, unknown> }[] = [];
  const messages: WorkMessage[] = [];
  const queue = {
    send: async (all: readonly { body: string }[]) => void messages.push(...all.map(({ body }) => JSON.parse(body))),
    within: () => queue,
  };
  const ways: RunWays = {
    ...{ table, kinds, receipts: 1, mostOfPartner: 5, signedUrl: (key: string) => key },
    queue: queue as unknown as RunWays['queue'],
    post: async ({ body }) => {
      sent.push(JSON.parse(body));
      return { milliseconds: 1, ...answer };
    },
  };
  for (const item of (await itemsOf('job', n)).filter(({ status }) => status === 'pending'))
    await runJob(jobMessage(jobFrom(item)), ways);
  return { sent, messages };
};

/** Runs jobs until none is pending; what was sent. */
export const runAll = async (table: OpenTable, n: number, answer: Partial<Sent> = done) => {
  const all = [];
  for (let round = 0; round < 30; round++) {
    const { sent } = await run(table, n, answer);
    if (sent.length === 0 && (await itemsOf('job', n)).every(({ status }) => status !== 'pending')) break;
    all.push(...sent);
  }
  return all;
};

export const accepted = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.objectContaining({ messageId: expect.any(String) })]);
  return body;
};
