/** Accounts, and the owners of numbers: no two partners have one number. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf, type Opened } from '../../dynamodb/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark } from '../../dynamodb/marks.ts';

export interface Account {
  readonly accountNumber: number;
  readonly partnerId: string;
  readonly name: string;
}

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const accountEntity: Entity = {
  type: 'account',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<number>',
    sk: 'ACCOUNT',
    index: ['P#<partner>#ACCOUNTS', '<number>'],
  },
  answers: 'Is this account the partner’s? Which accounts has the partner?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'name', 'version', 'p0'],
    properties: { accountNumber: number, partnerId: text, name: text, version: number, p0: text },
  },
  exported: 'line',
  personal: false,
};

export const ownerEntity: Entity = {
  type: 'owner',
  keys: { pk: 'ACCOUNT#<number>, BUSINESS#<number>', sk: 'OWNER' },
  answers: 'Which partner has this number? It stays with that partner.',
  attributes: { type: 'object', required: ['partnerId'], properties: { partnerId: text } },
  exported: { with: 'account, business' },
  personal: false,
};

export const accountKey = (partnerId: string, accountNumber: number): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber),
  sk: 'ACCOUNT',
});

/** Where the index lists the accounts of a partner. */
export const accountsPartition = (partnerId: string): string => ofPartner(partnerId, 'ACCOUNTS');

export const accountItem = ({ accountNumber, partnerId, name }: Account): Item =>
  itemOf(
    'account',
    { accountNumber, partnerId, name, ...firstMark() },
    {
      ...accountKey(partnerId, accountNumber),
      gsi1pk: accountsPartition(partnerId),
      gsi1sk: sortable(accountNumber),
    },
  );

/** Who has a number, whichever partner asks: outside of all partners' keys. */
export const ownerKey = (kind: 'ACCOUNT' | 'BUSINESS', number: number): Key => ({
  pk: joined(kind, number),
  sk: 'OWNER',
});

export const ownerItem = (kind: 'ACCOUNT' | 'BUSINESS', number: number, partnerId: string): Item =>
  itemOf('owner', { partnerId }, ownerKey(kind, number));

/** Where a number may lead: the keys of the account and of the location that it may name. */
export const accountKeys = (partnerId: string, number: number): readonly Key[] => [
  accountKey(partnerId, number),
  { pk: ofPartner(partnerId, 'BUSINESS', number), sk: 'PROFILE' },
];

export const isAt = (item: Item, { pk, sk }: Key): boolean => item.pk === pk && item.sk === sk;

/** The account that a number names, by itself or as one of its locations, from the items of `accountKeys`. */
export const accountNumberIn = (items: readonly Item[], partnerId: string, number: number): number | undefined =>
  accountKeys(partnerId, number)
    .map((key) => items.find((item) => isAt(item, key))?.accountNumber as number | undefined)
    .find((accountNumber) => accountNumber !== undefined);

/** The accounts of a partner. */
export const accounts = (({ table, partnerId }) => ({
  /** The account that a number names, by itself or as one of its locations. One call. */
  named: async (number: number): Promise<number | undefined> =>
    accountNumberIn(await table.batchGet(accountKeys(partnerId, number)), partnerId, number),
})) satisfies Opened<unknown>;
