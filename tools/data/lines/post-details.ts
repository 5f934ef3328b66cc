/** What the line of a post has of its locations. */
import { maxText, text } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { expiryOf, type Post } from '../../../lib/social/repository/post.ts';
import { type LastChange, postLocationFrom, postLocationItem } from '../../../lib/social/repository/post-location.ts';
import { type LocationStatus, STATUSES } from '../../../lib/social/repository/states.ts';
import { count, epochMilliseconds, positive, type Refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

/** A location of a post, as a line has it. */
export interface Detail {
  readonly locationNumber: number;
  readonly status: { readonly status: LocationStatus; readonly failureReason?: string };
  readonly publishedTimestamp?: number;
  readonly socialSitePostId?: string;
  readonly socialSitePostUrl?: string;
  readonly text?: string;
  readonly impressions?: number;
  readonly engagements?: number;
  readonly lastChange?: Omit<LastChange, 'jobId'>;
}

/** The schema of a location. */
export const detail = {
  type: 'object',
  required: ['locationNumber', 'status'],
  properties: {
    locationNumber: positive,
    status: {
      type: 'object',
      required: ['status'],
      properties: { status: { enum: STATUSES }, failureReason: text },
    },
    publishedTimestamp: epochMilliseconds,
    socialSitePostId: text,
    socialSitePostUrl: text,
    text: maxText(20_000),
    impressions: count,
    engagements: count,
    lastChange: {
      type: 'object',
      required: ['change', 'status', 'at'],
      properties: {
        change: { enum: ['EDIT', 'DELETE'] },
        status: { enum: ['PROCESSING', 'DONE', 'FAILED'] },
        failureReason: text,
        at: pointInTime,
      },
    },
  },
} as const;

/** A location with its times as they are stored; or which of them is invalid. */
export const detailInUtc = ({ lastChange: sent, ...rest }: Detail, index: number): Detail | Refused => {
  if (!sent) return rest;
  const lastChange = inUtc(sent, ['at'], `socialPostDetails[${index}].lastChange.`);
  return 'refused' in lastChange ? lastChange : { ...rest, lastChange };
};

/** What a job was under way for has no result after a load. */
const NO_ANSWER = 'no answer in time';

/** The item of a post at a location. */
export const placeOf = (post: Post, given: Detail): Item => {
  const { locationNumber: businessNumber, status, publishedTimestamp, socialSitePostId, socialSitePostUrl } = given;
  const { lastChange, impressions, engagements } = given;
  const { partnerId, accountNumber, trackingId, socialSite } = post;
  const isOpen = status.status === 'POST_PROCESSING' || status.status === 'POST_SCHEDULED';
  const change: LastChange | undefined = lastChange && {
    jobId: 'imported',
    ...lastChange,
    ...(lastChange.status === 'PROCESSING' && { status: 'FAILED', failureReason: NO_ANSWER }),
  };
  return postLocationItem({
    ...{ partnerId, accountNumber, trackingId, socialSite, businessNumber },
    ...(isOpen ? { status: 'POST_FAILED', failureReason: NO_ANSWER } : status),
    ...(publishedTimestamp !== undefined && { publishedAt: publishedTimestamp }),
    ...(socialSitePostId !== undefined && { siteId: socialSitePostId }),
    ...(socialSitePostUrl !== undefined && { siteUrl: socialSitePostUrl }),
    ...(given.text !== undefined && { text: given.text }),
    ...(impressions !== undefined && { impressions }),
    ...(engagements !== undefined && { engagements }),
    ...(change && { lastChange: change }),
    expiresAtSeconds: expiryOf(post.time),
  });
};

const shown = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

/** A location as a line has it: the opposite of `placeOf`. */
export const detailOf = (item: Item) => {
  const { businessNumber, status, failureReason, publishedAt, siteId, siteUrl, ...more } = postLocationFrom(item);
  const { jobId: _, text: __, ...lastChange } = more.lastChange ?? { jobId: '' };
  return shown({
    locationNumber: businessNumber,
    status: shown({ status, failureReason }),
    ...{ publishedTimestamp: publishedAt, socialSitePostId: siteId, socialSitePostUrl: siteUrl },
    ...{ text: more.text, impressions: more.impressions, engagements: more.engagements },
    lastChange: more.lastChange && shown(lastChange),
  });
};
