/** The records that every variant finds. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { contactItem, contactPointerItem, contactPointerKey } from '../../../lib/contacts/repository/contact.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { menuItem } from '../../../lib/menus/repository/menu.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import { apiKeyItem, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { body } from './body.ts';
import { listedLocations } from './locations.ts';

export const SECRET = 'bench-key-of-a-partner-000001';

const flat = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([field, each]) => [`${name}.${field}`, each])
        : [[name, value]],
    ),
  );

const account = (accountNumber: number, partnerId: string): Item =>
  accountItem({ accountNumber, partnerId, name: `Account ${accountNumber}` });
const business = (businessNumber: number, accountNumber: number, partnerId: string): Item =>
  businessItem(partnerId, { businessNumber, accountNumber, listingFixed: false, profile: flat(body) });

const contact = (accountNumber: number, id: number): Item[] => {
  const owner = { accountNumber, partnerId: 'ours' };
  const email = `contact-${id}@mail.example`;
  return [
    contactItem(owner, {
      id,
      firstName: `First ${id}`,
      lastName: 'Last',
      email,
      phone: '(650) 555-0111',
      countryCode: 'US',
      created: '2021-01-12T10:00:00Z',
      tags: ['vip', 'late'],
      mappings: [{ cid: id * 10, location: 'One', bid: 7, businessNumber: 101 }],
      customFields: [{ fieldName: 'seats', type: 'NUMBER', fieldValue: '7' }],
    }),
    contactPointerItem(owner, contactPointerKey(owner, 'EMAIL', email), id),
    contactPointerItem(owner, contactPointerKey(owner, 'CID', id * 10), id),
  ];
};

const ours = { accountNumber: 100, partnerId: 'ours' };

/** The account that is searched: as many locations as a chain of middle size has. */
export const SEARCHED = { accountNumber: 300, locations: 250 } as const;

export const items: readonly Item[] = [
  apiKeyItem(keyHash(SECRET), { partnerId: 'ours', plan: 'enterprise', meteringKey: 'meter' }),
  account(100, 'ours'),
  account(200, 'theirs'),
  business(101, 100, 'ours'),
  business(201, 200, 'theirs'),
  ...contact(100, 1),
  contactPointerItem(ours, contactPointerKey(ours, 'PHONE', '16505550111'), 1),
  account(SEARCHED.accountNumber, 'ours'),
  ...listedLocations(SEARCHED.accountNumber, SEARCHED.locations),
];

/** An account with this many locations, contacts and, where they have a size, menus. */
export function* accountItems(accountNumber: number, size: number, menuCharacters = 0): Generator<Item> {
  yield account(accountNumber, 'ours');
  for (let at = 1; at <= size; at++) {
    const businessNumber = accountNumber * 1_000_000 + at;
    const owner = { businessNumber, accountNumber };
    if (menuCharacters === 0) {
      yield businessItem('ours', { ...owner, listingFixed: false, profile: { name: `Location ${at}` } });
      yield* contact(accountNumber, at);
    } else {
      const menuDetails = { name: 'x'.repeat(menuCharacters), menus: [] };
      yield menuItem('ours', { ...owner, record: { id: `m-${at}`, menuDetails } });
    }
  }
}

/** Items as DynamoDB's JSON. */
export const asAttributes = (item: Item) => marshall(item, { removeUndefinedValues: true });
