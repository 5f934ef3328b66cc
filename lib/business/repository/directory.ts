/** What an account has below it, as lists show it: from the index alone, so that no list reads complete records. */
import type { PageWindow } from '../../contract/page-window.ts';
import { withConcurrency } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import {
  type ActivationStatus,
  accountFrom,
  accountKeys,
  accounts,
  isAt,
  type StoredAccount,
} from '../../partners/repository/account.ts';
import { type Business, businessFrom } from './business.ts';
import { childrenQuery, isFew, PAGE, rowQuery, SEARCHED_PROJECTION, type Sought } from './children-queries.ts';
import { type Address, addressIn, textIn } from './location.ts';

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
  readonly location: Address;
}

/** What a number names: an account or a location. */
export type Named = { readonly account: StoredAccount } | { readonly business: Business };

/** Accounts and locations that no type is stored of. */
export const DEFAULT_TYPES = { account: 'Enterprise', business: 'Business' } as const;

/** A row of the index, or a complete item. */
const listedFrom = (item: Item): Listed => {
  const isAccount = item.sk === 'ACCOUNT';
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
    location: addressIn(item),
  };
};

/** An account or a location that was read completely, as lists show it. */
export const listedOf = (named: Named): Listed => {
  const { item = {} } = 'account' in named ? named.account : named.business;
  return listedFrom(item);
};

const COUNTS_AT_ONCE = 10;

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

  /** The locations and sub-accounts of an account within a window, in order of number; may be a second old. */
  childrenIn: async (accountNumber: number, { start, end }: PageWindow): Promise<readonly Listed[]> => {
    const rows: Listed[] = [];
    let seen = 0;
    for await (const page of table.query(childrenQuery(partnerId, accountNumber, { Limit: Math.min(end, PAGE) }))) {
      for (const item of page) {
        if (seen >= start && seen < end) rows.push(listedFrom(item));
        seen++;
      }
      if (seen >= end) break;
    }
    return rows;
  },

  /**
   * All of them without what no search asks for, address and hierarchy, page after page. A page is read while the one
   * before it is worked on.
   *
   * @param sought - the locations that may be found, of so many at least; all where it is left out
   */
  async *searched(accountNumber: number, sought?: Sought): AsyncGenerator<readonly Listed[]> {
    if (sought && isFew(sought)) {
      const found: Listed[] = [];
      await withConcurrency(sought.locations, COUNTS_AT_ONCE, async (number) => {
        for await (const page of table.query(rowQuery(partnerId, accountNumber, number)))
          found.push(...page.map(listedFrom));
      });
      yield found;
      return;
    }
    const pages = table.query(childrenQuery(partnerId, accountNumber, SEARCHED_PROJECTION));
    for await (const page of readAhead(pages)) yield page.map(listedFrom);
  },

  /** How many children each account among these rows has. Takes the units of reading those children. */
  childCounts: async (rows: readonly Listed[]): Promise<ReadonlyMap<number, number>> => {
    const counts = new Map<number, number>();
    const ofAccounts = rows.filter(({ isAccount }) => isAccount);
    await withConcurrency(ofAccounts, COUNTS_AT_ONCE, async ({ number }) => {
      counts.set(number, await table.count(childrenQuery(partnerId, number)));
    });
    return counts;
  },

  /** The accounts above an account or a location, nearest first; one call for each. A circle ends where it closes. */
  above: async (named: Named): Promise<readonly StoredAccount[]> => {
    const found: StoredAccount[] = [];
    const seen = new Set('account' in named ? [named.account.accountNumber] : []);
    let next = 'account' in named ? named.account.parent : named.business.accountNumber;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      const account = await accounts({ table, partnerId }).find(next);
      if (!account) break;
      found.push(account);
      next = account.parent;
    }
    return found;
  },
})) satisfies Opened<unknown>;
