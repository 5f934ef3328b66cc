/** What the tests of create business share: accounts of their own, and the request. */

import { handler } from '../../../../functions/business/create-business.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { type Account, accountItem, accountKey, ownerItem } from '../../../../lib/partners/repository/account.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { type Answer, type Call, call } from '../../../support/call.ts';
import { openWorld as openSharedWorld } from '../../../support/opened-world.ts';

export { accountKey };

let table: OpenTable;
let lastNumber = 20_000;

/** For `beforeAll`. */
export const openWorld = async (): Promise<OpenTable> => {
  table = await openSharedWorld();
  return table;
};

/** A new account of ours. */
export const newAccount = async (more: Partial<Account> & Item = {}): Promise<number> => {
  const accountNumber = ++lastNumber;
  const account = { accountNumber, partnerId: 'ours', name: `Account ${accountNumber}`, ...more };
  await table.put({ Item: accountItem(account as Account) });
  await table.put({ Item: ownerItem('account', accountNumber, 'ours') });
  return accountNumber;
};

export const SHOP = { businessName: 'Corner Shop', zip: '94061', phone: '(650) 555-0123' } as const;

/** A creation below an account, with nothing added to its body. */
export const create = (
  rid: number | string | undefined,
  body: unknown = SHOP,
  { query, ...more }: Call = {},
): Promise<Answer> =>
  call(handler, {
    query: { ...(rid !== undefined && { rid: String(rid) }), email_id: 'owner@shop.example', ...query },
    body,
    ...more,
  });

/** The items that are stored of a business: by the number of an answer. */
export const itemOf = async (number: number, kind: 'account' | 'business' = 'business'): Promise<Item | undefined> =>
  table.get(kind === 'account' ? accountKey('ours', number) : { pk: `P#ours#BUSINESS#${number}`, sk: 'PROFILE' });

/** Everything below an account, by the index. */
export const below = async (accountNumber: number): Promise<Item[]> => {
  const items: Item[] = [];
  const pages = table.query({
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': `P#ours#ACCOUNT#${accountNumber}#CHILDREN` },
  });
  for await (const page of pages) items.push(...page);
  return items;
};

/** Answers' statuses, or codes where they were refused. */
export const outcomes = (answers: readonly Answer[]): readonly number[] =>
  answers.map(({ status, body }) => (status === 200 ? 200 : body.code));
