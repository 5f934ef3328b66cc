/** What the tests of create business share: accounts of their own, the request, and a client whose calls can go wrong. */
import { inject } from 'vitest';
import type { OpenTable } from '../../../../cdk/tools/open-table.ts';
import { handler } from '../../../../functions/business/create-business.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import type { Call as TableCall } from '../../../../lib/dynamodb/call.ts';
import { functionClient } from '../../../../lib/dynamodb/client.ts';
import { useTable } from '../../../../lib/dynamodb/environment.ts';
import { tableOf } from '../../../../lib/dynamodb/table.ts';
import { type Account, accountItem, accountKey, ownerItem } from '../../../../lib/partners/repository/account.ts';
import { type Answer, type Call, call } from '../../../support/call.ts';
import { load } from '../../../support/load.ts';
import { createTestTable } from '../../../support/store.ts';
import { world } from '../../../support/world.ts';

export { accountKey };

let table: OpenTable;
let client: TableCall;
let answering: TableCall;
let lastNumber = 20_000;

/** For `beforeAll`: the world, in a table of this test file's own, behind a client that `through` can replace. */
export const openWorld = async (): Promise<OpenTable> => {
  table = await createTestTable();
  const [refused] = await load(table, world);
  if (refused) throw new Error(refused.reason);
  client = functionClient(inject('endpoint'));
  answering = client;
  useTable(tableOf(table.name, (operation, input, options) => answering(operation, input, options)));
  return table;
};

/** Lets the functions' calls take a way of their own until the work has ended. */
export const through = async <T>(way: (call: TableCall) => TableCall, work: () => Promise<T>): Promise<T> => {
  answering = way(client);
  try {
    return await work();
  } finally {
    answering = client;
  }
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
