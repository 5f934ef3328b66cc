/** What an account has below it, as lists show it: from the index alone, so that no list reads whole records. */
import type { Item } from '../../dynamodb/attributes.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { INDEX } from '../../dynamodb/keys.ts';
import {
  type ActivationStatus,
  accountFrom,
  accountKeys,
  childrenPartition,
  isAt,
  type StoredAccount,
} from '../../partners/repository/account.ts';
import { type Business, businessFrom } from './business.ts';

/** An account or a location as lists show it. */
export interface Listed {
  readonly number: number;
  readonly isAccount: boolean;
  readonly name: string;
  readonly alias: string;
  readonly status: ActivationStatus;
  readonly businessType: string;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  readonly createdBy: string;
  readonly phone: string;
  readonly websiteUrl: string;
  readonly externalReferenceId: string | undefined;
  /** The value of each hierarchy level that a location is mapped to. */
  readonly hierarchy: Readonly<Record<string, string>>;
  /** Fields of `location`, by name. */
  readonly location: Readonly<Record<'address1' | 'address2' | 'city' | 'state' | 'zip' | 'countryCode', string>>;
}

/** What a number names: an account or a location. */
export type Named = { readonly account: StoredAccount } | { readonly business: Business };

const textIn = (item: Item, name: string): string => String(item[name] ?? '');

/** Accounts and locations that no type is stored of. */
export const DEFAULT_TYPES = { account: 'Enterprise', business: 'Business' } as const;

/** A row of the index. */
const listedFrom = (item: Item): Listed => {
  const isAccount = item.sk === 'ACCOUNT';
  const location = (name: string) => textIn(item, `location.${name}`);
  return {
    number: Number(item.gsi1sk),
    isAccount,
    name: textIn(item, 'name'),
    alias: textIn(item, 'alias'),
    status: (item.status ?? 'active') as ActivationStatus,
    businessType: textIn(item, 'businessType') || DEFAULT_TYPES[isAccount ? 'account' : 'business'],
    createdAt: textIn(item, 'createdAt'),
    createdBy: textIn(item, 'createdBy'),
    phone: textIn(item, 'phone'),
    websiteUrl: textIn(item, 'websiteUrl'),
    externalReferenceId: item.externalReferenceId as string | undefined,
    hierarchy: (item.hierarchy ?? {}) as Listed['hierarchy'],
    location: {
      address1: location('address1'),
      address2: location('address2'),
      city: location('city'),
      state: location('state'),
      zip: location('zip'),
      countryCode: location('countryCode'),
    },
  };
};

/** Accounts and locations of a partner, by their number alone. */
export const directory = (({ table, partnerId }) => ({
  /** What a number names. One call. */
  find: async (number: number): Promise<Named | undefined> => {
    const keys = accountKeys(partnerId, number);
    const [account, business] = await table
      .batchGet(keys)
      .then((items) => keys.map((key) => items.find((item) => isAt(item, key))));
    if (account) return { account: accountFrom(account) };
    return business && { business: businessFrom(business) };
  },

  /** What belongs to an account, locations and sub-accounts, in order of number, page after page; may be a second old. */
  async *children(accountNumber: number): AsyncGenerator<readonly Listed[]> {
    const pages = table.query({
      IndexName: INDEX,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': childrenPartition(partnerId, accountNumber) },
    });
    for await (const page of pages) yield page.map(listedFrom);
  },
})) satisfies Opened<unknown>;
