/** Links to reviews of a partner: listed, added and removed. */
import { businessKey } from '../../business/repository/business.ts';
import { locationStands, recordStands, tombstoneKey } from '../../business/repository/tombstone.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { ifUnchanged, keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, newestMark, oneWriteLater, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import { competitorKey } from './competitor.ts';
import { isLink, type LinkPlace, linkItem, linksAt, linkTombstone, type NewLink } from './link.ts';

const IF_NEW = 'attribute_not_exists(pk)';

/** The links of a place, and what is left of those that were removed. */
export interface FoundLinks {
  readonly links: readonly Item[];
  readonly tombstones: readonly Item[];
}

/**
 * What a link is of may be deleted meanwhile, and what removes its links may have looked by then. The links of an account are
 * found by its competitors, which go with it: none may come once it is deleted, though its location still stands.
 */
const placeChecks = ({ partnerId, accountNumber, businessNumber, compAccountId }: LinkPlace): readonly Action[] => [
  recordStands(partnerId, 'account', accountNumber),
  locationStands(partnerId, businessNumber),
  ...(compAccountId === undefined
    ? []
    : [
        {
          ConditionCheck: { Key: competitorKey(partnerId, compAccountId), ConditionExpression: 'attribute_exists(pk)' },
        },
      ]),
];

export const links = ((store) => {
  const { table, partnerId, idempotency } = store;

  return {
    /**
     * A competitor location and an own location of one account; `undefined` if the partner does not own both, or they
     * have no common account. One call.
     */
    placeOf: async (compAccountId: number, businessNumber: number): Promise<LinkPlace | undefined> => {
      const [competitorAt, businessAt] = [
        competitorKey(partnerId, compAccountId),
        businessKey(partnerId, businessNumber),
      ];
      const items = await table.batchGet([competitorAt, businessAt]);
      const competitor = items.find((item) => isAt(item, competitorAt));
      const business = items.find((item) => isAt(item, businessAt));
      if (!competitor || !business || competitor.accountNumber !== business.accountNumber) return undefined;
      return { partnerId, accountNumber: Number(business.accountNumber), businessNumber, compAccountId };
    },

    /** Whether the account of a place is not deleted: its locations may stand a while longer. One call. */
    isAccountThere: async ({ accountNumber }: LinkPlace): Promise<boolean> =>
      (await table.get(tombstoneKey(partnerId, 'account', accountNumber))) === undefined,

    /** A location. One call. */
    locationOf: async (businessNumber: number): Promise<LinkPlace | undefined> => {
      const business = await table.get(businessKey(partnerId, businessNumber));
      return business && { partnerId, accountNumber: Number(business.accountNumber), businessNumber };
    },

    /**
     * One call; some 60 read units for 200 links of the longest URLs, twice as many if consistent.
     *
     * @param consistent - otherwise they may be a second old
     */
    of: async (place: LinkPlace, { consistent }: { readonly consistent: boolean }): Promise<FoundLinks> => {
      const { pk, prefix } = linksAt(place);
      const items: Item[] = [];
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
        ...(consistent && { ConsistentRead: true }),
      });
      for await (const page of pages) items.push(...page);
      return { links: items.filter(isLink), tombstones: items.filter((item) => !isLink(item)) };
    },

    /** Adds a link that was not found, in place of what is left of it. One call. */
    add: async (place: LinkPlace, link: NewLink, tombstone: Item | undefined): Promise<'done' | 'changed'> => {
      const fresh = linkItem(place, link);
      const Item = tombstone ? { ...fresh, ...oneWriteLater(tombstone, markAbove(tombstone)) } : fresh;
      const condition = tombstone ? ifUnchanged(tombstone) : { ConditionExpression: IF_NEW };
      const written = await write(store, {
        strategy: creation(),
        actions: [{ Put: { Item, ...condition } }, ...placeChecks(place)],
        basedOn: [versionOf(tombstone)],
        mark: newestMark(Item),
      });
      return 'refused' in written ? 'changed' : 'done';
    },

    /** Takes the idempotency key for a link that was there already. One call under a key, else none. */
    keep: async (link: Item): Promise<void> => {
      if (idempotency) await takeKey(store, [], { mark: newestMark(link) });
    },

    /** Removes a link as it was read. One call. */
    remove: (link: Item): Promise<Written> => {
      const mark = markAbove(link);
      return write(store, {
        strategy: withDependents,
        actions: [{ Put: { Item: linkTombstone({ ...link, ...keyOf(link) }, mark), ...ifUnchanged(link) } }],
        basedOn: [versionOf(link)],
        mark,
      });
    },
  };
}) satisfies Opened<unknown>;
