/** Nothing of a contact is left in what was said with them, asked of them and done for them: in the table, in files and in restores. */
import { beforeAll, expect, inject, it } from 'vitest';
import { handler as createRequestUrl } from '../../../functions/campaigns/create-request-url.ts';
import { handler as createTicket } from '../../../functions/tickets/create-ticket.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { eraseContact } from '../../../tools/admin/contact-erase.ts';
import { eraseEmployee } from '../../../tools/admin/employee-erase.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { eraseUser } from '../../../tools/admin/user-erase.ts';
import { completeLineFor } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { contactsOf, newAccount, receive, runAll, send, update } from '../../functions/conversations/support.ts';
import { answerOf, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import { recordingIo } from './recording-io.ts';

let table: OpenTable;
let target: Target;
beforeAll(async () => {
  process.env.WEBHOOKS_LOCAL = 'allowed';
  table = await openWorld();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  return () => target.close();
});

/** What is kept of a person in a conversation, a request and a ticket, with jobs that ended and one that waits for its turn. */
const talked = async () => {
  const n = await newAccount();
  const { ada, ben } = contactsOf(n);
  await bring([{ type: 'reviewSources', accountNumber: n, pageUrl: 'https://page.example/r' }]);
  const under = (key: string) => ({ headers: { 'Idempotency-Key': `${key}-${n}` } });
  const received = { customerId: ada, text: 'Zq asks', externalId: `zq-${n}` };
  const sent = { customerId: ada, text: 'Zq is answered' };
  const request = { businessId: n + 1, customerId: ada, templateId: 1, sendVia: 'sms' };
  const ticket = {
    ...{ assignedTo: `u${n}@x.example`, ticketType: 'untagged', description: 'Zq complains' },
    customer: { customerId: ada },
  };
  const requests = [
    () => receive(n + 1, received, under('receive')),
    () => send(n + 1, sent, under('send')),
    () => call(createRequestUrl, { body: request, ...under('request') }),
    () => call(createTicket, { path: { businessId: String(n + 1) }, body: ticket, ...under('ticket') }),
  ];
  for (const each of requests) expect((await each()).status).toBe(200);
  await runAll(table, n);
  for (const text of ['Zq once more', 'Zq waits'])
    expect((await send(n + 1, { customerId: ada, text })).status).toBe(200);
  await receive(n + 1, { customerId: ben, text: 'Another' });
  return { n, ada, ben, requests };
};

/** The types of the items that name a contact or hold their words. */
const typesOf = async (n: number, contactId: number) => {
  // With its space: a fingerprint may have the letters by chance.
  const traces = new RegExp(`Zq |zq-${n}|c0-${n}@|\\b${contactId}\\b`);
  const found = (await scan()).filter((item) => traces.test(JSON.stringify(item)));
  return [...new Set(found.map(({ type }) => String(type)))].sort();
};
const LEFT = ['contactTombstone', 'erasure'];

it.each(['contact', 'user', 'employee'] as const)(
  '%s erase takes what is kept of an update that names them',
  async (who) => {
    const n = await newAccount();
    const { ada, ben } = contactsOf(n);
    await send(n + 1, { customerId: ada, text: 'Hello' });
    await receive(n + 1, { customerId: ben, text: 'Hello' });
    const emails = { contact: `c0-${n}@mail.example`, user: `u${n}@x.example`, employee: `e${n}@x.example` };
    const assignedTo = who === 'contact' ? null : emails[who];
    const assigning = (index: number) =>
      update(n + 1, { customerId: ada, assignedTo }, { headers: { 'Idempotency-Key': `assign-${n}-${index}` } });
    // The second one changes nothing.
    for (const index of [1, 2]) expect((await assigning(index)).status).toBe(200);
    const other = { customerId: ben, status: 'CLOSE' };
    const closing = () => update(n + 1, other, { headers: { 'Idempotency-Key': `close-${n}` } });
    expect((await closing()).status).toBe(200);
    const kept = async () =>
      (await scan()).filter(({ type, kept: text }) => type === 'idempotency' && String(text).includes(emails[who]))
        .length;
    expect(await kept()).toBe(2);
    clock.pause = async () => {};
    const io = recordingIo();
    if (who === 'contact') await eraseContact(target, io, { account: n, id: ada });
    else if (who === 'user') await eraseUser(target, io, { account: n, email: emails.user, lastOwner: true });
    else await eraseEmployee(target, io, { account: n, email: emails.employee });
    expect(JSON.stringify(await scan())).not.toContain(emails[who]);
    for (const index of [1, 2]) expect((await assigning(index)).status).toBe(404);
    expect((await closing()).headers['Idempotent-Replayed']).toBe('true');
  },
);

it('contact erase takes conversations, messages, jobs, requests, words of tickets and repetitions under keys', async () => {
  const { n, ada, ben, requests } = await talked();
  expect(await typesOf(n, ada)).toEqual(
    expect.arrayContaining([
      ...['contact', 'conversation', 'idempotency', 'job', 'message', 'messageAlias', 'request', 'ticket'],
      'ticketActivity',
    ]),
  );
  const before = await scan();
  const lines = (await Promise.all(before.map((item) => completeLineFor(table, item)))).filter(
    (line) => line !== undefined && JSON.stringify(line).includes(`${n + 1}`),
  );
  const io = recordingIo();
  await eraseContact(target, io, { account: n, id: ada });
  expect(await typesOf(n, ada)).toEqual(LEFT);
  expect(await typesOf(n, ben)).toEqual(expect.arrayContaining(['contact', 'conversation', 'message']));
  // Neither does a repetition tell what was answered, nor does it write again.
  const [received, sent] = [await answerOf(requests[0]!()), await answerOf(requests[1]!())];
  const gone = { status: 404, body: { code: 5043, message: 'Contact not found' } };
  expect([received, sent]).toEqual([gone, gone]);
  for (const each of requests.slice(2)) await each();
  expect(await typesOf(n, ada)).toEqual(LEFT);

  // What was exported before, read again; and what a backup held.
  await load(table, lines);
  expect(await typesOf(n, ada)).toEqual(LEFT);
  for (const item of before) await table.put({ Item: item });
  expect(await typesOf(n, ada)).toContain('message');
  await eraseContact(target, io, { again: true });
  expect(await typesOf(n, ada)).toEqual(LEFT);
});
