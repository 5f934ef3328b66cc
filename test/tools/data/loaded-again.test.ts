/** Whatever partners may store is loaded again from an export. */
import { beforeAll, expect, it, vi } from 'vitest';
import { handler as createBusiness } from '../../../functions/business/create-business.ts';
import { handler as patchBusiness } from '../../../functions/business/patch-business.ts';
import { handler as receiveMessage } from '../../../functions/conversations/receive-message.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { eraseContacts } from '../../../tools/data/erase-contacts.ts';
import { exportAccount } from '../../../tools/data/export.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { asked, comment, created, newAccount, people } from '../../functions/tickets/support.ts';
import { call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { openWorld } from '../../support/opened-world.ts';
import { createTestTable } from '../../support/store.ts';

const DAY = 86_400_000;

let table: OpenTable;
let other: OpenTable;
beforeAll(async () => {
  clock.pause = async () => {};
  other = await createTestTable();
  table = await openWorld();
});

/** Why lines of an account are refused in another table, and in their own. */
const refusedOf = async (accountNumber: number): Promise<readonly string[]> => {
  const lines: object[] = [];
  for await (const line of exportAccount(table, accountNumber)) lines.push(line);
  const refused = [await load(other, lines), await load(table, lines)];
  return refused.flat().map(({ reason }) => reason);
};

it('a comment of a customer who was erased', async () => {
  const n = await newAccount();
  const ticketId = await created(n + 1, asked(n));
  await comment(n, { ticketId, comment: 'Called.', userEmail: people(n).owner });
  const erasedAt = new Date().toISOString();
  await eraseContacts(table, [{ partnerId: 'ours', accountNumber: n, contactId: n + 50, erasedAt }]);
  expect(await refusedOf(n)).toEqual([]);
});

it('a conversation that has gone on for longer than its messages are kept', async () => {
  const n = await newAccount();
  const heard = (more: object) => {
    const body = { channel: 'SMS', from: '(650) 555-0150', text: 'Hi', ...more };
    return call(receiveMessage, { path: { businessId: String(n + 1) }, body });
  };
  expect((await heard({ sentAt: Date.now() - 399 * DAY })).status).toBe(200);
  expect((await heard({})).status).toBe(200);
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
  expect(await refusedOf(n).finally(() => later.mockRestore())).toEqual([]);
});

it('the value of a level that the account has no more', async () => {
  const n = await newAccount();
  const account = {
    type: 'account',
    accountNumber: n,
    partnerId: 'ours',
    name: 'Desk',
    hierarchyLevels: ['Region', 'State'],
  };
  const business = { name: 'Place 3', phone: '(650) 555-0103' };
  const location = {
    type: 'business',
    businessNumber: n + 3,
    accountNumber: n,
    hierarchy: { State: 'Oregon' },
    business,
  };
  expect(await load(table, [account])).toEqual([]);
  expect(await load(table, [location])).toEqual([]);
  const without = { path: { businessId: String(n) }, body: { hierarchyLevels: ['Region'] } };
  expect((await call(patchBusiness, without)).status).toBe(200);
  expect(await refusedOf(n)).toEqual([]);
});

it('a new location in New Zealand', async () => {
  const n = await newAccount();
  const body = { businessName: 'New', zip: '1011', type: 'Product', phone: '+64 9 555 0123', countryCode: 'NZ' };
  const query = { rid: String(n), email_id: 'ada@partner.example' };
  expect((await call(createBusiness, { query, body })).status).toBe(200);
  expect(await refusedOf(n)).toEqual([]);
});

it('a language with characters that update business refuses', async () => {
  const n = await newAccount();
  const business = { languages: ['English', 'Fr\u202eench'] };
  const line = { type: 'business', businessNumber: n + 1, accountNumber: n, business };
  expect(await load(table, [line])).toEqual([]);
  expect(await refusedOf(n)).toEqual([]);
});
