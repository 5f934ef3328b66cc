/**
 * The line of a post with its status at its locations. A stored post stays as it is, also with `force`: it may
 * have gone out. What is scheduled goes out at its time; what should have gone out over six hours ago is cancelled.
 */

import { SITES } from '../../../lib/connectors/repository/channels.ts';
import { anyCase } from '../../../lib/contract/any-case.ts';
import { maxText, text, url } from '../../../lib/contract/atoms.ts';
import { chunksOf } from '../../../lib/dynamodb/client/concurrency.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { epochSeconds } from '../../../lib/dynamodb/table/expiry.ts';
import { checkRecordBytes, recordBytes } from '../../../lib/dynamodb/table/record-size.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { asQuiet } from '../../../lib/dynamodb/writes/marks.ts';
import {
  CALL_TYPES,
  expiryOf,
  isTrackingId,
  locationsOf,
  MEDIA_TYPES,
  postItem,
  postKey,
  postsPartition,
} from '../../../lib/social/repository/post.ts';
import { putStartDue } from '../../../lib/social/repository/post-due.ts';
import { postEntity } from '../../../lib/social/repository/post-entities.ts';
import { AT } from '../../../lib/social/repository/post-location.ts';
import { POST_STATES } from '../../../lib/social/repository/states.ts';
import { allLying } from '../lying.ts';
import { isOwn, landed, noteNew } from '../sent-writes.ts';
import { IF_NEW } from '../upsert.ts';
import {
  differingFields,
  type ExportedLine,
  epochMilliseconds,
  type LineKind,
  type LoadContext,
  lineOf,
  positive,
  refused,
  type Written,
} from './line.ts';
import { detail, placeOf } from './post-details.ts';
import { type PostLine, postLineFrom, postOf, readPost } from './post-lines.ts';
import { pointInTime } from './times.ts';

/** A post that is there already, which the line does not change. */
const asStored = async (table: Table, found: Item, wanted: ExportedLine): Promise<Written> => {
  const fields = differingFields(postLineFrom(found, await allLying(table, String(found.pk), AT)), wanted);
  return fields.length > 0 ? { outcome: 'changed', fields } : { outcome: 'unchanged' };
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
  const own = new Set(locationsOf(post));
  const places =
    post.status === 'started' ? (line.socialPostDetails ?? []).filter((each) => own.has(each.locationNumber)) : [];
  const item = postItem(post);
  const parts = places.map((each) => placeOf(post, each));
  for (const each of [item, ...parts]) checkRecordBytes(recordBytes(each));
  const found = await table.get(postKey(post));
  if (found) return landed(sent, found) ?? asStored(table, found, postLineFrom(item, parts));
  if (dryRun) return { outcome: 'loaded' };
  const quiet = (each: Item) => (events ? each : asQuiet(each));
  // The post comes last: what was cut off is loaded again.
  for (const chunk of chunksOf(parts, MOST))
    await table.transact(chunk.map((each) => ({ Put: { Item: quiet(each) } })));
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
            mediaUrl: maxText(2048),
            mediaId: maxText(100),
            businessNumber: positive,
          },
        },
      },
      additionalMetaData: {
        type: 'object',
        required: ['callToActionType'],
        properties: { callToActionType: { enum: CALL_TYPES, 'x-read': 'choice' }, callToActionUrl: url },
      },
      socialPostDetails: { type: 'array', maxItems: 500, items: detail },
    },
  ),
  read(fields) {
    const line = readPost(fields as unknown as PostLine);
    if ('refused' in line) return line;
    if (!isTrackingId(line.trackingId)) return refused(`${line.trackingId} is not a tracking id`);
    return { about: `post ${line.trackingId}`, write: (context) => write(context, line) };
  },
  partsAt: (item) => ({ pk: String(item.pk), prefix: AT }),
  lineOf: (item, parts = []) => postLineFrom(item, parts),
  ofAccount: postsPartition,
};
