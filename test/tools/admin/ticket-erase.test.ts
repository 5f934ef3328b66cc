/** Tickets name no one who was erased: neither in the table, nor after a restore or an import. */
import { beforeAll, expect, inject, it } from 'vitest';
import { handler as removeUser } from '../../../functions/users/remove-user.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { eraseEmployee } from '../../../tools/admin/employee-erase.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { eraseUser } from '../../../tools/admin/user-erase.ts';
import { eraseContacts } from '../../../tools/data/erase-contacts.ts';
import { completeLineFor } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { asked, comment, created, get, itemsOf, newAccount, people, update } from '../../functions/tickets/support.ts';
import { call } from '../../support/call.ts';
import { itemsOf as allItems } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { openWorld } from '../../support/opened-world.ts';
import { recordingIo } from './recording-io.ts';

let table: OpenTable;
let target: Target;
beforeAll(async () => {
  // No request of another process is under way.
  clock.pause = async () => {};
  table = await openWorld();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  return () => target.close();
});

/** A ticket of a contact, with words of its customer, that an employee and two users have to do with. */
const someTicket = async () => {
  const n = await newAccount();
  const { owner, editor, employee } = people(n);
  const id = await created(n + 1, asked(n, { assignedTo: employee, description: 'Zq wrote this.' }));
  await comment(n, { ticketId: id, comment: 'Zq called.', userEmail: editor });
  const row = { ticketId: id, assignedTo: editor };
  await update(n, { ticketUpdateMessages: [row], userEmail: owner });
  await update(n, { ticketUpdateMessages: [{ ...row, assignedTo: employee }], userEmail: editor });
  return { n, id };
};

const linesOf = async (n: number) => {
  const lines = await Promise.all((await itemsOf(n)).map((item) => completeLineFor(table, item)));
  return lines.filter((line) => line !== undefined);
};

it('a contact leaves no word, and comes back by no file', async () => {
  const { n, id } = await someTicket();
  const lines = await linesOf(n);
  const contact = { partnerId: 'ours', accountNumber: n, contactId: n + 50, erasedAt: new Date().toISOString() };
  const removed = await eraseContacts(table, [contact]);
  expect([removed.get('tickets'), removed.get('activities of tickets')]).toEqual([1, 4]);
  expect(JSON.stringify(await itemsOf(n))).not.toMatch(/Zq|customerId/);
  const { body } = await get(n, id);
  expect(body).toMatchObject({ customerId: null, reporter: null, description: '', activityCount: 4 });
  expect(body.activities[1]).toMatchObject({ type: 'comment', comment: '' });
  for (const item of await itemsOf(n)) await table.remove({ Key: { pk: String(item.pk), sk: String(item.sk) } });
  expect(await load(table, lines)).toEqual([]);
  expect(JSON.stringify(await itemsOf(n))).not.toMatch(/Zq|customerId/);
  expect((await eraseContacts(table, [contact])).get('tickets')).toBeUndefined();
});

it('a user leaves no email, also after a file; who is merely removed stays there by email', async () => {
  const { n, id } = await someTicket();
  const { owner, editor, employee } = people(n);
  const lines = await linesOf(n);
  expect((await call(removeUser, { query: { bid: String(n), email: editor } })).status).toBe(200);
  expect((await get(n, id)).body.activities[1].by).toBe(editor);
  const item = (await itemsOf(n)).find(({ byId, by }) => by === editor && byId !== undefined)!;
  await eraseUser(target, recordingIo(), { account: n, id: Number(item.byId) });
  expect(JSON.stringify(await itemsOf(n))).not.toContain(editor);
  const { activities } = (await get(n, id)).body;
  expect(activities.slice(1)).toMatchObject([
    { type: 'comment', by: null, comment: 'Zq called.' },
    { type: 'assigned', by: owner, from: employee, to: null },
    { type: 'assigned', by: null, from: null, to: employee },
  ]);
  expect(await load(table, lines)).toEqual([]);
  for (const each of await itemsOf(n)) await table.remove({ Key: { pk: String(each.pk), sk: String(each.sk) } });
  expect(await load(table, lines)).toEqual([]);
  expect(JSON.stringify(await itemsOf(n))).not.toContain(editor);
});

it('an employee leaves no email, and the ticket no assignee', async () => {
  const { n, id } = await someTicket();
  const { employee } = people(n);
  const lines = await linesOf(n);
  await eraseEmployee(target, recordingIo(), { account: n, email: employee });
  expect(JSON.stringify(await allItems(table))).not.toContain(employee);
  const { body } = await get(n, id);
  expect(body.assignedTo).toEqual({ firstName: '', lastName: '', name: '', emailId: '' });
  for (const each of await itemsOf(n)) await table.remove({ Key: { pk: String(each.pk), sk: String(each.sk) } });
  expect(await load(table, lines)).toEqual([]);
  expect(JSON.stringify(await allItems(table))).not.toContain(employee);
});

it('two people in one activity both leave no email, where the list is applied to a copy from before', async () => {
  const { n } = await someTicket();
  const { owner, editor, employee } = people(n);
  const before = (await itemsOf(n)).filter(({ type }) => type === 'ticketActivity');
  const ofUser = (email: string) => before.find(({ by, byId }) => by === email && byId !== undefined)?.byId;
  for (const email of [owner, editor])
    await eraseUser(target, recordingIo(), { account: n, id: Number(ofUser(email)), lastOwner: true });
  for (const Item of before) await table.put({ Item });
  expect(JSON.stringify(await itemsOf(n))).toMatch(new RegExp(`${owner}.*${editor}`));
  await eraseUser(target, recordingIo(), { again: true });
  const left = JSON.stringify(await itemsOf(n));
  expect([left.includes(owner), left.includes(editor), left.includes(employee)]).toEqual([false, false, true]);
});
