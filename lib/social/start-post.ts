/**
 * Starts a post whose time has come: sets it to started on its version, then puts status and job of 25 locations in a
 * transaction, if neither is there and the location still is. What is cut off goes on (docs/connectors.md: how jobs stay correct).
 */
import { businessKey } from '../business/repository/business.ts';
import { jobId, jobKey } from '../connectors/repository/job.ts';
import type { OtherMessage } from '../connectors/repository/messages.ts';
import { jobActions } from '../connectors/repository/putting.ts';
import { deadlineOf } from '../connectors/repository/times.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { updateAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, versionOf } from '../dynamodb/writes/marks.ts';
import { saveVersion } from '../dynamodb/writes/save-version.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { until } from '../dynamodb/writes/until.ts';
import { withDependents, write } from '../dynamodb/writes/write.ts';
import { isAt } from '../partners/repository/account.ts';
import { channelKey, isConnected } from './repository/channel.ts';
import {
  expiryOf,
  listedAttributes,
  locationsOf,
  type PostName,
  postFrom,
  postKey,
  type StoredPost,
} from './repository/post.ts';
import { removeStartDue } from './repository/post-due.ts';
import { postJobOf } from './repository/post-jobs.ts';
import { postLocationItem, postLocationKey, STARTED_AT_ONCE } from './repository/post-location.ts';

const ATTEMPTS = { attempts: 8, atOnce: 1 } as const;

const INACTIVE: readonly unknown[] = ['inactive', 'suspended'];

const publishJob = ({ accountNumber, trackingId, time }: StoredPost, number: number): string =>
  jobId(accountNumber, time, 'post.publish', trackingId, number);

/** Why a post is not published at a location; `undefined` where a connector is asked. */
const failureFor = (location: Item, channel: Item | undefined): string | undefined => {
  if (INACTIVE.includes(location.status)) return 'the location is not active';
  return isConnected(channel) ? undefined : 'the channel is not connected';
};

/** The post once it is started; `undefined` where its time is another, or it is over. */
const started = (store: PartnerStore, name: PostName, time: number): Promise<StoredPost | undefined> =>
  until<StoredPost | undefined>(ATTEMPTS, async () => {
    const item = await store.table.get(postKey(name));
    const post = item && postFrom(item);
    if (!post || post.time !== time || post.status === 'cancelled') return undefined;
    if (post.status === 'started') return post;
    const changes = listedAttributes({ ...post, status: 'started' });
    const saved = await saveVersion(store, { key: postKey(name), changes, basedOn: post.item });
    // An edit won: it is read again.
    return 'saved' in saved ? postFrom(saved.saved) : 'changed';
  });

const actionsAt = (post: StoredPost, number: number, items: readonly Item[], now: number): readonly Action[] => {
  const { partnerId, accountNumber, trackingId, socialSite, time } = post;
  const find = (key: { readonly pk: string; readonly sk: string }) => items.find((item) => isAt(item, key));
  const id = publishJob(post, number);
  // What is there, or whose job is, has been begun; its item may be gone since with its location.
  if (find(postLocationKey(post, number)) || find(jobKey({ partnerId, id }))) return [];
  const Key = businessKey(partnerId, number);
  const location = find(Key);
  if (!location) return [{ ConditionCheck: { Key, ConditionExpression: 'attribute_not_exists(pk)' } }];
  const failureReason = failureFor(location, find(channelKey(partnerId, number, socialSite)));
  const place = postLocationItem({
    ...{ partnerId, accountNumber, trackingId, socialSite, businessNumber: number },
    ...(failureReason === undefined ? { status: 'POST_PROCESSING' } : { status: 'POST_FAILED', failureReason }),
    expiresAtSeconds: expiryOf(time),
  });
  const job = { id, partnerId, accountNumber, act: 'post.publish', channel: socialSite } as const;
  const of = { locationNumber: number, of: postJobOf(trackingId) };
  return [
    { ConditionCheck: { Key, ConditionExpression: 'attribute_exists(pk)' } },
    { Put: { Item: place, ConditionExpression: 'attribute_not_exists(pk)' } },
    ...(failureReason === undefined
      ? jobActions({ ...job, ...of }, { now, deadline: deadlineOf('publish', time) })
      : []),
  ];
};

const startAt = (store: PartnerStore, post: StoredPost, numbers: readonly number[]): Promise<true> =>
  until<true>(ATTEMPTS, async () => {
    const keys = numbers.flatMap((number) => [
      postLocationKey(post, number),
      jobKey({ partnerId: post.partnerId, id: publishJob(post, number) }),
      businessKey(post.partnerId, number),
      channelKey(post.partnerId, number, post.socialSite),
    ]);
    const items = await store.table.batchGet(keys);
    const now = clock.now();
    const actions = numbers.flatMap((number) => actionsAt(post, number, items, now));
    if (actions.length === 0) return true;
    return (await store.table.transact(actions)) ? 'changed' : true;
  });

/** Notes that all is put, and that nothing is to be started again. */
const finish = async (store: PartnerStore, post: StoredPost): Promise<void> => {
  const mark = markAbove(post.item);
  const actions = [updateAction(post.item, { isSpread: true }, { mark }), removeStartDue(post, post.time)];
  // Where a command to change it came between, the due item finds all put, and notes it.
  await write(store, { strategy: withDependents, actions, basedOn: [versionOf(post.item)], mark });
};

/** @throws StoreUnavailable: the message is to come again */
export const startPost = async (
  store: PartnerStore,
  { accountNumber, trackingId, of }: OtherMessage,
): Promise<void> => {
  const post = await started(store, { partnerId: store.partnerId, accountNumber, trackingId }, Number(of));
  if (!post || post.isSpread) return;
  for (const numbers of chunksOf(locationsOf(post), STARTED_AT_ONCE)) await startAt(store, post, numbers);
  await finish(store, post);
};
