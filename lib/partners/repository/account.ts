/** Accounts, and the owners of numbers: no two partners have one number. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { joined, type Key, namesakeKeys, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Outcome } from '../../dynamodb/writes/until.ts';

/** The activation status of an account or a location; `active` where nothing is stored. */
export type ActivationStatus = 'active' | 'inactive' | 'demo' | 'paid' | 'suspended';

/** What an account has in addition to its number, under the names that locations use for the same. */
export interface AccountDetails {
  readonly name: string;
  /** `Enterprise` where nothing is stored. */
  readonly businessType?: 'Enterprise' | 'Reseller';
  /** The account that it is a sub-account of, of the same partner. */
  readonly parent?: number;
  /** Names of the levels by which its locations are arranged, widest first. */
  readonly hierarchyLevels?: readonly string[];
  readonly status?: ActivationStatus;
  /** ISO 8601, in UTC. */
  readonly createdAt?: string;
  readonly createdBy?: string;
  readonly websiteUrl?: string;
  readonly emailId?: string;
  readonly phone?: string;
  readonly 'location.zip'?: string;
  readonly 'location.countryCode'?: string;
  readonly entityCategory?: string;
  readonly aggrOptions?: 0 | 1;
}

export interface Account extends AccountDetails {
  readonly accountNumber: number;
  readonly partnerId: string;
}

/** An account as it stands in the table. */
export interface StoredAccount extends Account {
  /** Counts the updates. */
  readonly version: number;
  readonly item: Item;
}

/** The details that an account may have, in the order in which data files write them. */
export const accountDetails = [
  'name',
  'businessType',
  'parent',
  'hierarchyLevels',
  'status',
  'createdAt',
  'createdBy',
  'websiteUrl',
  'emailId',
  'phone',
  'location.zip',
  'location.countryCode',
  'entityCategory',
  'aggrOptions',
] as const satisfies readonly (keyof AccountDetails)[];

export const accountKey = (partnerId: string, accountNumber: number): Key => ({
  pk: ofPartner(partnerId, 'ACCOUNT', accountNumber),
  sk: 'ACCOUNT',
});

/** Where the index lists the accounts of a partner that are no other's sub-accounts. */
export const accountsPartition = (partnerId: string): string => ofPartner(partnerId, 'ACCOUNTS');

/** Where the index lists what belongs to an account: its locations and its sub-accounts. */
export const childrenPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'CHILDREN');

/** A new item for an account. */
export const accountItem = ({ accountNumber, partnerId, ...details }: Account): Item => {
  const record = { ...details, accountNumber, partnerId };
  const { parent } = details;
  return itemOf(
    'account',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...accountKey(partnerId, accountNumber),
      gsi1pk: parent === undefined ? accountsPartition(partnerId) : childrenPartition(partnerId, parent),
      gsi1sk: sortable(accountNumber),
      ...namesakeKeys(partnerId, details),
    },
  );
};

/** The account that an item holds: the opposite of `accountItem`. */
export const accountFrom = (item: Item): StoredAccount => ({
  ...(Object.fromEntries(
    accountDetails.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as unknown as AccountDetails),
  accountNumber: item.accountNumber as number,
  partnerId: item.partnerId as string,
  version: Number(item.version ?? 0),
  item,
});

/**
 * Who has a number, whichever partner asks: outside of all partners' keys. Accounts and locations share the numbers.
 */
export const ownerKey = (number: number): Key => ({ pk: joined('NUMBER', number), sk: 'OWNER' });

export const ownerItem = (kind: 'account' | 'business', number: number, partnerId: string): Item =>
  itemOf('owner', { partnerId, kind }, ownerKey(number));

/** Where a number may lead: the keys of the account and of the location that it may name. */
export const accountKeys = (partnerId: string, number: number): readonly Key[] => [
  accountKey(partnerId, number),
  { pk: ofPartner(partnerId, 'BUSINESS', number), sk: 'PROFILE' },
];

/**
 * An account that is about to be deleted takes nothing new below it until this time of its attribute `closing`, in
 * epoch milliseconds; it lapses by itself, so that a deletion that was cut off blocks no later creation.
 */
export const isClosing = ({ closing }: Item, now: number): boolean => typeof closing === 'number' && closing >= now;
/** The same as a condition of a write; `:now` is in epoch milliseconds. */
export const NOT_CLOSING = '(attribute_not_exists(closing) OR closing < :now)';

export const isAt = (item: Item, { pk, sk }: Key): boolean => item.pk === pk && item.sk === sk;

/** Items that were read together, by the names of their keys. */
export const named = <Name extends string>(
  items: readonly Item[],
  keys: Readonly<Record<Name, Key>>,
): Readonly<Record<Name, Item | undefined>> =>
  Object.fromEntries(
    Object.entries<Key>(keys).map(([name, key]) => [name, items.find((item) => isAt(item, key))]),
  ) as Record<Name, Item | undefined>;

/** The account that a number names, by itself or as one of its locations, from the items of `accountKeys`. */
export const accountNumberIn = (items: readonly Item[], partnerId: string, number: number): number | undefined =>
  accountKeys(partnerId, number)
    .map((key) => items.find((item) => isAt(item, key))?.accountNumber as number | undefined)
    .find((accountNumber) => accountNumber !== undefined);

/** The accounts of a partner. */
export const accounts = ((store) => ({
  /** The account with this number. One call. */
  find: async (accountNumber: number): Promise<StoredAccount | undefined> => {
    const item = await store.table.get(accountKey(store.partnerId, accountNumber));
    return item && accountFrom(item);
  },

  /** Writes changes to an account that was read, on its version, or says what stood in the way. One call. */
  update: async (
    accountNumber: number,
    { writes, basedOn }: { readonly writes: Readonly<Record<string, unknown>>; readonly basedOn: StoredAccount },
  ): Promise<Outcome<StoredAccount>> => {
    const outcome = await saveVersion(store, {
      key: accountKey(store.partnerId, accountNumber),
      changes: { ...writes, ...namesakeKeys(store.partnerId, writes) },
      basedOn: basedOn.item,
    });
    if ('saved' in outcome) return { saved: accountFrom(outcome.saved) };
    return { refused: outcome.refused, ...(outcome.found && { found: accountFrom(outcome.found) }) };
  },

  /** The account that a number names, by itself or as one of its locations. One call. */
  named: async (number: number): Promise<number | undefined> =>
    accountNumberIn(await store.table.batchGet(accountKeys(store.partnerId, number)), store.partnerId, number),
})) satisfies Opened<unknown>;
