/** A post at one location, from its start on: its status, its id and URL outside, its numbers, and the last change of it. */
import type { Site } from '../../connectors/repository/channels.ts';
import type { ReportRow } from '../../connectors/repository/report-row.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { type PostName, postPartition } from './post.ts';
import type { LocationStatus } from './states.ts';

/** The last change of a published post at a location. */
export interface LastChange {
  readonly jobId: string;
  readonly change: 'EDIT' | 'DELETE';
  readonly status: 'PROCESSING' | 'DONE' | 'FAILED';
  /** Of an edit: what the text is to be. */
  readonly text?: string;
  readonly failureReason?: string;
  /** When it last moved: ISO 8601, in UTC. */
  readonly at: string;
}

export interface PostLocation extends PostName {
  readonly businessNumber: number;
  readonly socialSite: Site;
  readonly status: LocationStatus;
  readonly failureReason?: string;
  readonly siteId?: string;
  readonly siteUrl?: string;
  /** Of the last edit that was done. */
  readonly text?: string;
  /** When it was done, in epoch milliseconds. */
  readonly publishedAt?: number;
  readonly impressions?: number;
  readonly engagements?: number;
  /** Of the numbers: the mark of the last report of them, and those of its rows that wrote them. */
  readonly reported?: { readonly mark: string; readonly rows: readonly number[] };
  /** The row of a report that set the status last, and what it was before. */
  readonly movedBy?: ReportRow & { readonly from: LocationStatus };
  readonly lastChange?: LastChange;
  readonly expiresAtSeconds: number;
}

/** As it stands in the table. */
export interface StoredPostLocation extends PostLocation {
  readonly item: Item;
}

/** At so many locations a post starts in one transaction: each takes four of its hundred actions. */
export const STARTED_AT_ONCE = 25;

/** With this begin the sort keys of a post's locations. */
export const AT = 'AT#';

export const postLocationKey = (name: PostName, businessNumber: number): Key => ({
  pk: postPartition(name),
  sk: `${AT}${businessNumber}`,
});

/** A new item for a post at a location. */
export const postLocationItem = (place: PostLocation): Item =>
  itemOf(
    'postLocation',
    { ...place, ...firstMark(), bytes: recordBytes({ ...place }) },
    postLocationKey(place, place.businessNumber),
  );

/** The opposite of `postLocationItem`. */
export const postLocationFrom = (item: Item): StoredPostLocation => ({ ...(item as unknown as PostLocation), item });
