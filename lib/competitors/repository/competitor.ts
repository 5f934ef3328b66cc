/** Competitors of an account, and the links to where they are reviewed. */
import { hash } from 'node:crypto';
import { businessKey } from '../../business/repository/business.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/keys.ts';
import { firstMark } from '../../dynamodb/marks.ts';
import { isAt } from '../../partners/repository/account.ts';

export interface Competitor {
  readonly compAccountId: number;
  readonly accountNumber: number;
  readonly name: string;
}

export interface AggregationLink {
  /** A safe integer, derived from what the link joins: adding it twice at once gives one id. */
  readonly id: number;
  readonly compAccountId: number;
  readonly businessNumber: number;
  readonly sourceId: number;
  readonly url: string;
}

/** A link that is to be added, and the account that both of its ends belong to: who is told of it is of that account. */
export interface NewLink extends Omit<AggregationLink, 'id'> {
  readonly accountNumber: number;
}

export const competitorKey = (partnerId: string, compAccountId: number): Key => ({
  pk: ofPartner(partnerId, 'COMPETITOR', compAccountId),
  sk: 'COMPETITOR',
});

/** Where the index lists the competitors of an account. */
export const competitorsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'COMPETITORS');

export const competitorItem = (partnerId: string, { compAccountId, accountNumber, name }: Competitor): Item =>
  itemOf(
    'competitor',
    { compAccountId, accountNumber, partnerId, name, ...firstMark() },
    {
      ...competitorKey(partnerId, compAccountId),
      gsi1pk: competitorsPartition(partnerId, accountNumber),
      gsi1sk: sortable(compAccountId),
    },
  );

/** With this begin the sort keys of the links of a location, below each competitor. */
export const linksPrefix = (businessNumber: number): string => `${joined('AGG', businessNumber)}#`;

/** The first 52 bits of a hash in hexadecimal: a safe integer. */
const idFrom = (hex: string): number => Number.parseInt(hex.slice(0, 13), 16);

const linkItem = (partnerId: string, link: NewLink): Item => {
  const { compAccountId, businessNumber, sourceId, url } = link;
  const urlHash = hash('sha256', url, 'hex');
  const id = idFrom(hash('sha256', [compAccountId, businessNumber, sourceId, urlHash].join('#'), 'hex'));
  return itemOf(
    'aggregationLink',
    { id, ...link, partnerId, ...firstMark() },
    {
      pk: ofPartner(partnerId, 'COMPETITOR', compAccountId),
      sk: `${linksPrefix(businessNumber)}${joined(sourceId, urlHash)}`,
    },
  );
};

const linkFrom = ({ id, compAccountId, businessNumber, sourceId, url }: Item): AggregationLink =>
  ({ id, compAccountId, businessNumber, sourceId, url }) as AggregationLink;

const IF_NEW = 'attribute_not_exists(pk)';

/** The competitors of a partner. */
export const competitors = (({ table, partnerId, claim }) => ({
  /** The account that both belong to; `undefined` where the partner does not own both, or they are not of one. One call. */
  accountOf: async (compAccountId: number, businessNumber: number): Promise<number | undefined> => {
    const [competitorAt, businessAt] = [
      competitorKey(partnerId, compAccountId),
      businessKey(partnerId, businessNumber),
    ];
    const items = await table.batchGet([competitorAt, businessAt]);
    const competitor = items.find((item) => isAt(item, competitorAt));
    const business = items.find((item) => isAt(item, businessAt));
    const { accountNumber } = competitor ?? {};
    return business && accountNumber === business.accountNumber ? (accountNumber as number | undefined) : undefined;
  },

  /** What the link would be, once it is added; the id that it would get is 0. */
  preview: ({ accountNumber: _, ...link }: NewLink): AggregationLink => ({ id: 0, ...link }),

  /** Adds a link, or answers with the one that was added first: what it joins is its key. One call. */
  addLink: async (link: NewLink): Promise<AggregationLink> => {
    const Item = linkItem(partnerId, link);
    if (!claim) {
      const refused = await table.put({ Item, ConditionExpression: IF_NEW });
      return linkFrom(refused?.item ?? Item);
    }
    if (claim.executed) return linkFrom(Item);
    const take = claim.take({ mark: String(Item.p0) });
    const put = { Put: { Item, ConditionExpression: IF_NEW } };
    const refused = await table.transact([take, put]);
    if (refused?.failed.has(0)) claim.taken(refused.failed.get(0));
    else if (refused) {
      const again = await table.transact([take]);
      if (again) claim.taken(again.failed.get(0));
    }
    return linkFrom(Item);
  },
})) satisfies Opened<unknown>;
