/** Aggregation links: where a competitor's reviews stand on a source. */
import { hash } from 'node:crypto';
import { keys } from '../../dynamodb/keys.ts';
import type { Item, Table } from '../../dynamodb/table.ts';
import { ownedItem } from '../../partners/repository/account.ts';

export interface AggregationLink {
  /** A safe integer, derived from what the link joins: adding it twice at once gives one id. */
  readonly id: number;
  readonly compAccountId: number;
  readonly businessNumber: number;
  readonly sourceId: number;
  readonly url: string;
}

/** Whether the partner owns both, and both belong to one account. One call. */
export const ownsCompetitor = async (
  table: Table,
  partnerId: string,
  { compAccountId, businessNumber }: { readonly compAccountId: number; readonly businessNumber: number },
): Promise<boolean> => {
  const [competitorKey, businessKey] = [keys.competitor(compAccountId), keys.business(businessNumber)];
  const items = await table.batchGet([competitorKey, businessKey]);
  const competitor = ownedItem(items, competitorKey, partnerId);
  const business = ownedItem(items, businessKey, partnerId);
  return competitor !== undefined && competitor.accountNumber === business?.accountNumber;
};

/** The first 52 bits of a hash in hexadecimal: a safe integer. */
const idFrom = (hex: string): number => Number.parseInt(hex.slice(0, 13), 16);

/** Adds a link, or answers with the one that was added first. One call. */
export const addAggregationLink = async (
  table: Table,
  partnerId: string,
  link: Omit<AggregationLink, 'id'>,
): Promise<AggregationLink> => {
  const { compAccountId, businessNumber, sourceId, url } = link;
  const urlHash = hash('sha256', url, 'hex');
  const id = idFrom(hash('sha256', [compAccountId, businessNumber, sourceId, urlHash].join('#'), 'hex'));
  const added: AggregationLink = { id, ...link };
  const item: Item = {
    ...added,
    partnerId,
    type: 'aggregationLink',
    ...keys.aggregation(compAccountId, businessNumber, sourceId, urlHash),
  };
  const refused = await table.put({ Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
  return refused?.item ? (refused.item as unknown as AggregationLink) : added;
};
