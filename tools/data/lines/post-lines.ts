/** The line of a post: its fields, and how a post is made of it and it of a post. Pure. */
import { SITES, type Site } from '../../../lib/connectors/repository/channels.ts';
import { valueIn } from '../../../lib/contract/any-case.ts';
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { locationsOf, type Post, postFrom } from '../../../lib/social/repository/post.ts';
import { POST_STATES, type PostState } from '../../../lib/social/repository/states.ts';
import { callOf, callViolations, mediaViolations, mediumOf } from '../../../lib/social/rules/post-body.ts';
import { type ExportedLine, type Refused, refused, repeatedAt } from './line.ts';
import { type Detail, detailInUtc, detailOf } from './post-details.ts';
import { inUtc } from './times.ts';

export interface PostLine {
  readonly accountNumber: number;
  readonly trackingId: string;
  readonly text: string;
  readonly socialSite: Site;
  readonly subBusinessNumbers?: readonly number[];
  readonly scheduleTimestamp: number;
  readonly media?: readonly JsonObject[];
  readonly additionalMetaData?: JsonObject;
  readonly state: PostState;
  readonly createdAt: string;
  readonly socialPostDetails?: readonly Detail[];
}

/** The line with its values as they are stored, or what is wrong with it beyond its schema. */
export const readPost = (sent: PostLine): PostLine | Refused => {
  const read = inUtc(sent, ['createdAt']);
  if ('refused' in read) return read as Refused;
  const { media = [], additionalMetaData: call, socialPostDetails = [] } = read;
  const socialSite = valueIn(SITES, read.socialSite) ?? 'ALPHA';
  const [broken] = [...mediaViolations(media, socialSite), ...(call ? callViolations(call, socialSite) : [])];
  if (broken) return refused(broken.error.message);
  const repeated = repeatedAt(socialPostDetails.map(({ locationNumber }) => locationNumber));
  if (repeated >= 0)
    return refused(`socialPostDetails[${repeated}].locationNumber must not be the location of another row`);
  const details = socialPostDetails.map(detailInUtc);
  const unread = details.find((each) => 'refused' in each);
  if (unread) return unread as Refused;
  const state = valueIn(POST_STATES, read.state) ?? 'scheduled';
  return { ...read, socialSite, state, socialPostDetails: details as readonly Detail[] };
};

const SIX_HOURS = 6 * 3600 * 1000;

export const postOf = (line: PostLine, partnerId: string, now: number): Post => {
  const { accountNumber, trackingId, socialSite, scheduleTimestamp: time, createdAt } = line;
  const { media = [], additionalMetaData: call, socialPostDetails = [] } = line;
  const numbers = [...new Set(line.subBusinessNumbers ?? [])];
  const cancelled = socialPostDetails
    .map(({ locationNumber }) => locationNumber)
    .filter((each) => !numbers.includes(each));
  const isOver = line.state === 'scheduled' && time < now - SIX_HOURS;
  return {
    ...{ partnerId, accountNumber, trackingId, socialSite, time, createdAt, text: line.text },
    status: isOver ? 'cancelled' : line.state,
    media: media.map(mediumOf),
    callToAction: call ? callOf(call) : null,
    businessNumbers: [...numbers, ...cancelled],
    cancelled: isOver ? [...numbers, ...cancelled] : cancelled,
    changes: 0,
    ...(line.state === 'started' && { isSpread: true as const }),
  };
};

/** @param parts - the items of its locations */
export const postLineFrom = (item: Item, parts: readonly Item[]): ExportedLine => {
  const post = postFrom(item);
  const { accountNumber, trackingId, text, socialSite, time, media, callToAction, status, createdAt } = post;
  const places = new Map(parts.map((each) => [Number(each.businessNumber), each]));
  const details = post.businessNumbers.flatMap((locationNumber) => {
    const place = places.get(locationNumber);
    if (place) return [detailOf(place)];
    const isCancelled = post.cancelled.includes(locationNumber);
    return isCancelled ? [{ locationNumber, status: { status: 'POST_CANCELLED' } }] : [];
  });
  return {
    type: 'post',
    ...{ accountNumber, trackingId, text, socialSite, state: status, createdAt, scheduleTimestamp: time },
    subBusinessNumbers: locationsOf(post),
    ...(media.length > 0 && { media }),
    ...(callToAction && { additionalMetaData: callToAction }),
    ...(details.length > 0 && { socialPostDetails: details }),
  };
};
