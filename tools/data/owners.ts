/**
 * Looks up the owners of numbers for lines. Partners and accounts are few, and many lines need each, so they are
 * cached for seconds.
 */
import { businessKey } from '../../lib/business/repository/business.ts';
import { competitorKey, competitorOwners } from '../../lib/competitors/repository/competitor.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { type Key, keyText, NAMESAKES } from '../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { type FieldOwner, fieldCountsKey } from '../../lib/fields/repository/field.ts';
import { type Account, accountKey, ownerKey } from '../../lib/partners/repository/account.ts';
import { partnerKey } from '../../lib/partners/repository/partner.ts';

/** Milliseconds after which an item is read again: its partner or account may have been removed since. */
const REMEMBERED = 5000;
/** The size of the cache, so that memory does not grow with the file. */
const MOST_REMEMBERED = 10_000;

export type OwningAccount = Pick<Account, 'partnerId' | 'parent'>;

export interface Owners {
  hasPartner(partnerId: string): Promise<boolean>;
  /** The partner of an account. */
  ofAccount(accountNumber: number): Promise<string | undefined>;
  /** What lines of locations and sub-accounts need to know of an account. */
  account(accountNumber: number): Promise<OwningAccount | undefined>;
  /** Whether an account has, or had, custom fields. */
  hasFields(owner: FieldOwner): Promise<boolean>;
  /** The partner and account of a location. */
  ofBusiness(
    businessNumber: number,
  ): Promise<{ readonly partnerId: string; readonly accountNumber: number } | undefined>;
  /**
   * The partner and account of a competitor location. Partners may have competitors of one number: `several`, unless an
   * account is given.
   */
  ofCompetitor(
    compAccountId: number,
    accountNumber?: number,
  ): Promise<{ readonly partnerId: string; readonly accountNumber: number } | 'several' | undefined>;
  /** Notes a competitor location of the file, which the index may not show yet. */
  noteCompetitor(partnerId: string, compAccountId: number): void;
  /** Reads an item again: a line has changed it. */
  forget(key: Key): void;
  /** What `pretend` has cached at a key. */
  pretended(key: Key): Item | undefined;
  /** For a dry run: caches permanently an item that the lines would have written. */
  pretend(item: Item): void;
}

export const ownersIn = (table: Table): Owners => {
  const known = new Map<string, { readonly item: Promise<Item | undefined>; readonly until: number }>();
  const pretended = new Map<string, Item>();
  const noted = new Map<number, Set<string>>();
  // Keeps only the needed attributes of an item: an account may have 128 KB.
  const asked = ({ partnerId, accountNumber, kind, parent }: Item): Item => ({
    partnerId,
    accountNumber,
    kind,
    parent,
  });
  const read = async (key: Key) => {
    const item = await table.get(key);
    return item && asked(item);
  };

  const remembered = (key: Key, { alsoMissing = false } = {}): Promise<Item | undefined> => {
    const name = keyText(key);
    const there = known.get(name);
    if (there && there.until > clock.now()) return there.item;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const item = pretended.has(name) ? Promise.resolve(pretended.get(name)) : read(key);
    known.set(name, { item, until: clock.now() + REMEMBERED });
    // No failure is cached, nor a missing item that a line may write: the next line reads again.
    item.then(
      (found) => found || alsoMissing || known.delete(name),
      () => known.delete(name),
    );
    return item;
  };
  const partnerOf = async (number: number, kind: 'account' | 'business') => {
    const owner = await remembered(ownerKey(number));
    return owner?.kind === kind ? String(owner.partnerId) : undefined;
  };
  // The number of a deleted account still has an owner.
  const account = async (accountNumber: number) => {
    const partnerId = await partnerOf(accountNumber, 'account');
    const item = partnerId === undefined ? undefined : await remembered(accountKey(partnerId, accountNumber));
    return item as unknown as OwningAccount | undefined;
  };

  return {
    hasPartner: async (partnerId) => (await remembered(partnerKey(partnerId))) !== undefined,
    ofAccount: async (accountNumber) => (await account(accountNumber))?.partnerId,
    account,
    hasFields: async (owner) => (await remembered(fieldCountsKey(owner), { alsoMissing: true })) !== undefined,
    async ofBusiness(businessNumber) {
      const partnerId = await partnerOf(businessNumber, 'business');
      if (partnerId === undefined) return undefined;
      const key = businessKey(partnerId, businessNumber);
      const business = pretended.get(keyText(key)) ?? (await table.get(key));
      return business && { partnerId, accountNumber: business.accountNumber as number };
    },
    async ofCompetitor(compAccountId, wanted) {
      const partners = new Set(noted.get(compAccountId));
      const pages = table.query({
        IndexName: NAMESAKES,
        KeyConditionExpression: 'gsi2pk = :pk',
        ExpressionAttributeValues: { ':pk': competitorOwners(compAccountId) },
      });
      for await (const page of pages) for (const { gsi2sk } of page) partners.add(String(gsi2sk));
      const found: { partnerId: string; accountNumber: number }[] = [];
      for (const partnerId of partners) {
        const key = competitorKey(partnerId, compAccountId);
        const item = pretended.get(keyText(key)) ?? (await table.get(key));
        if (item && (wanted === undefined || item.accountNumber === wanted))
          found.push({ partnerId, accountNumber: Number(item.accountNumber) });
      }
      return found.length > 1 ? 'several' : found[0];
    },
    noteCompetitor(partnerId, compAccountId) {
      if (noted.size >= MOST_REMEMBERED) noted.clear();
      noted.set(compAccountId, new Set([...(noted.get(compAccountId) ?? []), partnerId]));
    },
    forget: (key) => void known.delete(keyText(key)),
    pretended: (key) => pretended.get(keyText(key)),
    pretend(item) {
      pretended.set(keyText(item), asked(item));
      known.delete(keyText(item));
    },
  };
};
