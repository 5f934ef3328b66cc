/**
 * Links to reviews: of a competitor location for one own location (aggregation links), and of a location itself (its
 * review sources). A link's key consists of what it joins, and so does its id: added again, it is the same link. One that
 * was removed leaves a tombstone at its key, so that no late try of an addition brings it back.
 */
import { hash } from 'node:crypto';
import { businessKey } from '../../business/repository/business.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { expiryAfter, TOMBSTONE_SECONDS } from '../../dynamodb/table/expiry.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { firstMark, oneWriteLater } from '../../dynamodb/writes/marks.ts';
import { competitorPartition } from './competitor.ts';

/** The types of their items, and of what is left of them. */
export const LINK = 'aggregationLink';
export const LINK_TOMBSTONE = 'aggregationLinkTombstone';
export const SOURCE = 'reviewSource';
export const SOURCE_TOMBSTONE = 'reviewSourceTombstone';

/** So many links a competitor location and an own location have, and so many review sources a location. */
export const MOST_LINKS = 200;

/** Whose links they are. */
export interface LinkPlace {
  readonly partnerId: string;
  readonly accountNumber: number;
  /** The own location. */
  readonly businessNumber: number;
  /** The competitor location; absent for the sources of the own location. */
  readonly compAccountId?: number | undefined;
}

export interface ReviewLink {
  /** A safe integer, derived from what the link joins: adding it twice at once gives one id. */
  readonly id: number;
  readonly businessNumber: number;
  readonly compAccountId?: number | undefined;
  readonly sourceId: number;
  readonly url: string;
}

/** A link to be added. */
export type NewLink = Pick<ReviewLink, 'sourceId' | 'url'>;

/** The prefix of the sort keys of a location's links, in the partition of each competitor. */
export const linksPrefix = (businessNumber: number): string => `${joined('AGG', businessNumber)}#`;
/** The prefix of the sort keys of a location's review sources, next to its profile. */
export const SOURCES_PREFIX = 'SOURCE#';

/** Where links of a place lie. */
export const linksAt = ({ partnerId, businessNumber, compAccountId }: LinkPlace) =>
  compAccountId === undefined
    ? { pk: businessKey(partnerId, businessNumber).pk, prefix: SOURCES_PREFIX }
    : { pk: competitorPartition(partnerId, compAccountId), prefix: linksPrefix(businessNumber) };

/** Where the index lists the review sources of an account's locations: an export asks for them. */
export const sourcesPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SOURCES');

/** The first 52 bits of a hash in hexadecimal: a safe integer. */
const idFrom = (hex: string): number => Number.parseInt(hex.slice(0, 13), 16);

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** A new item for a link. */
export const linkItem = (place: LinkPlace, { sourceId, url }: NewLink): Item => {
  const { partnerId, accountNumber, businessNumber, compAccountId } = place;
  const { pk, prefix } = linksAt(place);
  const urlHash = sha256(url);
  const joins = [...(compAccountId === undefined ? [] : [compAccountId]), businessNumber, sourceId, urlHash];
  const isSource = compAccountId === undefined;
  return itemOf(
    isSource ? SOURCE : LINK,
    {
      id: idFrom(sha256(joins.join('#'))),
      ...(isSource ? {} : { compAccountId }),
      businessNumber,
      accountNumber,
      sourceId,
      url,
      partnerId,
      ...firstMark(),
    },
    {
      pk,
      sk: `${prefix}${joined(sourceId, urlHash)}`,
      ...(isSource && { gsi1pk: sourcesPartition(partnerId, accountNumber), gsi1sk: sortable(businessNumber) }),
    },
  );
};

/** Whether an item is a link, not what is left of one. */
export const isLink = ({ type }: Item): boolean => type === LINK || type === SOURCE;

/** The link that an item holds. */
export const linkFrom = ({ id, compAccountId, businessNumber, sourceId, url }: Item): ReviewLink => ({
  id: Number(id),
  ...(compAccountId !== undefined && { compAccountId: Number(compAccountId) }),
  businessNumber: Number(businessNumber),
  sourceId: Number(sourceId),
  url: String(url),
});

/** What is left of a link that was removed, with all that its event says. */
export const linkTombstone = (link: Item, mark: string): Item => {
  const { pk, sk, id, compAccountId, businessNumber, accountNumber, sourceId, partnerId } = link;
  const key = { pk, sk } as unknown as Key;
  return itemOf(
    link.type === SOURCE ? SOURCE_TOMBSTONE : LINK_TOMBSTONE,
    {
      id,
      ...(compAccountId !== undefined && { compAccountId }),
      businessNumber,
      accountNumber,
      sourceId,
      partnerId,
      ...oneWriteLater(link, mark),
      expiresAtSeconds: expiryAfter(TOMBSTONE_SECONDS),
    },
    key,
  );
};
