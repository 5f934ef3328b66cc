/**
 * The line of a post with what became of it at its locations. A stored post stays as it is. What is scheduled goes out at its
 * time; what should have gone out over six hours ago is cancelled.
 */

import { SITES, type Site } from '../../../lib/connectors/repository/channels.ts';
import { anyCase, valueIn } from '../../../lib/contract/any-case.ts';
import { maxText, text } from '../../../lib/contract/atoms.ts';
import { chunksOf } from '../../../lib/dynamodb/client/concurrency.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { epochSeconds } from '../../../lib/dynamodb/table/expiry.ts';
import { asQuiet } from '../../../lib/dynamodb/writes/marks.ts';
import {
  CALL_TYPES,
  type CallToAction,
  expiryOf,
  isTrackingId,
  locationsOf,
  MEDIA_TYPES,
  type Post,
  type PostMedium,
  postFrom,
  postItem,
  postKey,
  postsPartition,
} from '../../../lib/social/repository/post.ts';
import { putStartDue } from '../../../lib/social/repository/post-due.ts';
import { postEntity } from '../../../lib/social/repository/post-entities.ts';
import { AT } from '../../../lib/social/repository/post-location.ts';
import { POST_STATES, type PostState } from '../../../lib/social/repository/states.ts';
import { isOwn, landed, noteNew } from '../sent-writes.ts';
import { IF_NEW } from '../upsert.ts';
import {
  epochMilliseconds,
  type LineKind,
  type LoadContext,
  lineOf,
  positive,
  type Refused,
  refused,
  repeatedAt,
  type Written,
} from './line.ts';
import { type Detail, detail, detailInUtc, detailOf, placeOf } from './post-details.ts';
import { inUtc, pointInTime } from './times.ts';

interface PostLine {
  readonly accountNumber: number;
  readonly trackingId: string;
  readonly text: string;
  readonly socialSite: Site;
  readonly subBusinessNumbers?: readonly number[];
  readonly scheduleTimestamp: number;
  readonly media?: readonly PostMedium[];
  readonly additionalMetaData?: CallToAction;
  readonly state: PostState;
  readonly createdAt: string;
  readonly socialPostDetails?: readonly Detail[];
}

const SIX_HOURS = 6 * 3600 * 1000;

const postOf = (line: PostLine, partnerId: string, now: number): Post => {
  const { accountNumber, trackingId, scheduleTimestamp: time, createdAt, socialPostDetails = [] } = line;
  const numbers = [...new Set(line.subBusinessNumbers ?? [])];
  const cancelled = socialPostDetails
    .map(({ locationNumber }) => locationNumber)
    .filter((each) => !numbers.includes(each));
  const isOver = line.state === 'scheduled' && time < now - SIX_HOURS;
  return {
    ...{ partnerId, accountNumber, trackingId, time, createdAt, text: line.text },
    socialSite: valueIn(SITES, line.socialSite) ?? 'ALPHA',
    status: isOver ? 'cancelled' : line.state,
    media: line.media ?? [],
    callToAction: line.additionalMetaData ?? null,
    businessNumbers: [...numbers, ...cancelled],
    cancelled: isOver ? [...numbers, ...cancelled] : cancelled,
    changes: 0,
    ...(line.state === 'started' && { isSpread: true as const }),
  };
};

/** A transaction takes 100 actions. */
const MOST = 90;

const write = async (context: LoadContext, line: PostLine): Promise<Written> => {
  const { table, owners, sent, events, dryRun } = context;
  const partnerId = await owners.ofAccount(line.accountNumber);
  if (partnerId === undefined) return refused(`account ${line.accountNumber} does not exist`);
  const post = postOf(line, partnerId, Date.now());
  // An expired one would be counted once more, and not be there.
  if (expiryOf(post.time) <= epochSeconds()) return refused('scheduleTimestamp must be within the last 400 days');
  for (const businessNumber of post.businessNumbers) {
    // One that does not exist was deleted since: a post keeps it.
    const owner = await owners.ofBusiness(businessNumber);
    if (owner && owner.accountNumber !== line.accountNumber)
      return refused(`business ${businessNumber} does not belong to account ${line.accountNumber}`);
  }
  const found = await table.get(postKey(post));
  if (found) return landed(sent, found) ?? { outcome: 'unchanged' };
  if (dryRun) return { outcome: 'loaded' };
  const own = new Set(locationsOf(post));
  const places =
    post.status === 'started' ? (line.socialPostDetails ?? []).filter((each) => own.has(each.locationNumber)) : [];
  const quiet = (item: Item) => (events ? item : asQuiet(item));
  // The post comes last: what was cut off is loaded again.
  for (const chunk of chunksOf(places, MOST))
    await table.transact(chunk.map((each) => ({ Put: { Item: quiet(placeOf(post, each)) } })));
  const item = postItem(post);
  noteNew(sent, item);
  const taken = await table.transact([
    { Put: { Item: quiet(item), ConditionExpression: IF_NEW } },
    ...(post.status === 'scheduled' ? [putStartDue(post, post.time)] : []),
  ]);
  return !taken || isOwn(taken, item) ? { outcome: 'loaded' } : { outcome: 'unchanged' };
};

export const postLine: LineKind = {
  entity: postEntity,
  pass: 3,
  schema: lineOf(
    {
      accountNumber: positive,
      trackingId: text,
      text: maxText(20_000),
      socialSite: anyCase(SITES),
      scheduleTimestamp: epochMilliseconds,
      state: anyCase(POST_STATES),
      createdAt: pointInTime,
    },
    {
      subBusinessNumbers: { type: 'array', items: positive, maxItems: 500 },
      media: {
        type: 'array',
        maxItems: 10,
        items: {
          type: 'object',
          required: ['type'],
          properties: {
            type: { enum: MEDIA_TYPES, 'x-read': 'choice' },
            mediaUrl: text,
            mediaId: text,
            businessNumber: positive,
          },
        },
      },
      additionalMetaData: {
        type: 'object',
        required: ['callToActionType'],
        properties: { callToActionType: { enum: CALL_TYPES, 'x-read': 'choice' }, callToActionUrl: text },
      },
      socialPostDetails: { type: 'array', maxItems: 500, items: detail },
    },
  ),
  read(fields) {
    const read = inUtc(fields as unknown as PostLine, ['createdAt']);
    if ('refused' in read) return read as Refused;
    const details = (read.socialPostDetails ?? []).map(detailInUtc);
    const unread = details.find((each) => 'refused' in each);
    if (unread) return unread as Refused;
    const line = {
      ...read,
      ...(read.socialPostDetails && { socialPostDetails: details }),
      state: valueIn(POST_STATES, read.state) ?? 'scheduled',
    } as PostLine;
    if (!isTrackingId(line.trackingId)) return refused(`${line.trackingId} is not a tracking id`);
    const repeated = repeatedAt((line.socialPostDetails ?? []).map(({ locationNumber }) => locationNumber));
    if (repeated >= 0)
      return refused(`socialPostDetails[${repeated}].locationNumber must not be the location of another row`);
    return { about: `post ${line.trackingId}`, write: (context) => write(context, line) };
  },
  partsAt: (item) => ({ pk: String(item.pk), prefix: AT }),
  lineOf: (item, parts = []) => {
    const post = postFrom(item);
    const { accountNumber, trackingId, text: own, socialSite, time, media, callToAction, status, createdAt } = post;
    const places = new Map(parts.map((each) => [Number(each.businessNumber), each]));
    const details = post.businessNumbers.flatMap((locationNumber) => {
      const place = places.get(locationNumber);
      if (place) return [detailOf(place)];
      const isCancelled = post.cancelled.includes(locationNumber);
      return isCancelled ? [{ locationNumber, status: { status: 'POST_CANCELLED' } }] : [];
    });
    return {
      type: 'post',
      ...{ accountNumber, trackingId, text: own, socialSite, state: status, createdAt, scheduleTimestamp: time },
      subBusinessNumbers: locationsOf(post),
      ...(media.length > 0 && { media }),
      ...(callToAction && { additionalMetaData: callToAction }),
      ...(details.length > 0 && { socialPostDetails: details }),
    };
  },
  ofAccount: postsPartition,
};
