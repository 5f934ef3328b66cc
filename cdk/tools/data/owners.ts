/** Whom numbers belong to, as lines ask for it: partners and accounts are few, and each is asked for by many lines. */
import { businessKey } from '../../../lib/business/repository/business.ts';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { type Key, keyText } from '../../../lib/dynamodb/keys.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { type Account, accountKey, ownerKey } from '../../../lib/partners/repository/account.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';

/** Owners that are remembered at once, so that memory does not grow with the file. */
const MOST_REMEMBERED = 10_000;

export type OwningAccount = Pick<Account, 'partnerId' | 'parent' | 'hierarchyLevels'>;

export interface Owners {
  hasPartner(partnerId: string): Promise<boolean>;
  /** The partner of an account. */
  ofAccount(accountNumber: number): Promise<string | undefined>;
  /** What lines of locations and sub-accounts ask of an account. */
  account(accountNumber: number): Promise<OwningAccount | undefined>;
  /** The partner and account of a location. */
  ofBusiness(
    businessNumber: number,
  ): Promise<{ readonly partnerId: string; readonly accountNumber: number } | undefined>;
  /** Remembers for good, in a dry run, what would be there if lines were written. */
  pretend(item: Item): void;
}

export const ownersIn = (table: Table): Owners => {
  const known = new Map<string, Promise<Item | undefined>>();
  const pretended = new Map<string, Item>();
  // No more of an item than is asked for: an account may have 128 KB.
  const asked = ({ partnerId, accountNumber, kind, parent, hierarchyLevels }: Item): Item => ({
    partnerId,
    accountNumber,
    kind,
    parent,
    hierarchyLevels,
  });
  const read = async (key: Key) => {
    const item = await table.get(key);
    return item && asked(item);
  };

  const remembered = (key: Key): Promise<Item | undefined> => {
    const name = keyText(key);
    const there = known.get(name);
    if (there) return there;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const item = pretended.has(name) ? Promise.resolve(pretended.get(name)) : read(key);
    known.set(name, item);
    // Neither a failure nor an absence is remembered: the next line asks again.
    item.then(
      (found) => found || known.delete(name),
      () => known.delete(name),
    );
    return item;
  };
  const partnerOf = async (number: number, kind: 'account' | 'business') => {
    const owner = await remembered(ownerKey(number));
    return owner?.kind === kind ? String(owner.partnerId) : undefined;
  };
  // The number of an account that was deleted has an owner still.
  const account = async (accountNumber: number) => {
    const partnerId = await partnerOf(accountNumber, 'account');
    const item = partnerId === undefined ? undefined : await remembered(accountKey(partnerId, accountNumber));
    return item as unknown as OwningAccount | undefined;
  };

  return {
    hasPartner: async (partnerId) => (await remembered(partnerKey(partnerId))) !== undefined,
    ofAccount: async (accountNumber) => (await account(accountNumber))?.partnerId,
    account,
    async ofBusiness(businessNumber) {
      const partnerId = await partnerOf(businessNumber, 'business');
      if (partnerId === undefined) return undefined;
      const key = businessKey(partnerId, businessNumber);
      const business = pretended.get(keyText(key)) ?? (await table.get(key));
      return business && { partnerId, accountNumber: business.accountNumber as number };
    },
    pretend(item) {
      pretended.set(keyText(item), asked(item));
      known.delete(keyText(item));
    },
  };
};
