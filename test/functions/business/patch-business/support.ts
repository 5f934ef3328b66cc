/** What the tests of patch business share: the request, and accounts of their own. */
import { handler } from '../../../../functions/business/patch-business.ts';
import { type Account, accountItem } from '../../../../lib/partners/repository/account.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../../support/call.ts';

export { handler };

export const patch = (businessId: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(handler, { path: { businessId }, body, ...more });

let lastNumber = 600_000;

/** A new account of ours; its number as a path carries it. */
export const newAccount = async (table: OpenTable, details: Partial<Account> = {}): Promise<string> => {
  const accountNumber = ++lastNumber;
  await table.put({ Item: accountItem({ accountNumber, partnerId: 'ours', name: 'An account', ...details }) });
  return String(accountNumber);
};
