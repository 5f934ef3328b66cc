/** Gives records back as they came in (data format): the opposite of `load.ts`, one record for each item. */

import { fromItem } from '../../../lib/business/repository/business.ts';
import { nested } from '../../../lib/contract/fields.ts';
import { indexKeys, keys } from '../../../lib/dynamodb/keys.ts';
import type { Item, Table } from '../../../lib/dynamodb/table.ts';

/** A line of a data file, before it is written as JSON. */
export type ExportedRecord = { readonly type: string; readonly [field: string]: unknown };

const businessRecord = (item: Item): ExportedRecord => {
  const { businessNumber, accountNumber, bid, listingFixed, mapsCategoryId, profile } = fromItem(item);
  return {
    type: 'business',
    businessNumber,
    accountNumber,
    ...(bid !== undefined && { bid }),
    ...(listingFixed && { listingFixed }),
    ...(mapsCategoryId !== undefined && { mapsCategoryId }),
    business: nested(profile),
  };
};

/**
 * The record that makes this item when it is loaded. `undefined` for items that no record makes by itself: pointers to
 * contacts, which come with their contact; keys, whose secrets nobody knows; links that partners added.
 */
export const recordOf = (item: Item): ExportedRecord | undefined => {
  const { type, partnerId, accountNumber, businessNumber, compAccountId, name, contact } = item;
  switch (type) {
    case 'partner':
      return { type, partnerId, name };
    case 'account':
      return { type, accountNumber, partnerId, name };
    case 'business':
      return businessRecord(item);
    case 'contact':
      return { type, accountNumber, contact };
    case 'menu':
      return { type, businessNumber, menu: JSON.parse(String(item.record)) };
    case 'competitor':
      return { type, compAccountId, accountNumber, name };
    default:
      return undefined;
  }
};

/** Where the index keeps what belongs to an account: locations and competitors, menus, contacts. */
const partitionsOf = (accountNumber: number): readonly string[] => [
  indexKeys.business(accountNumber, 0).gsi1pk,
  indexKeys.menu(accountNumber, 0).gsi1pk,
  indexKeys.contact(accountNumber, 0).gsi1pk,
];

/** All records of an account, its partner and itself first; none where there is no such account. */
export const exportAccount = async function* (table: Table, accountNumber: number): AsyncGenerator<ExportedRecord> {
  const account = await table.get(keys.account(accountNumber));
  if (!account) return;
  const partner = await table.get(keys.partner(String(account.partnerId)));
  for (const item of [partner, account]) {
    const record = item && recordOf(item);
    if (record) yield record;
  }
  for (const partition of partitionsOf(accountNumber)) {
    const pages = table.query({
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': partition },
    });
    for await (const page of pages) yield* page.map(recordOf).filter((record) => record !== undefined);
  }
};
