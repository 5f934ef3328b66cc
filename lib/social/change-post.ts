/** Puts the jobs of a command to change a published post: each with a check of the command, and of the post at its location. */

import { jobKey } from '../connectors/repository/job.ts';
import type { OtherMessage } from '../connectors/repository/messages.ts';
import { jobActions } from '../connectors/repository/putting.ts';
import { deadlineOf } from '../connectors/repository/times.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { updateAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, versionOf } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import { withDependents, write } from '../dynamodb/writes/write.ts';
import { named } from '../partners/repository/account.ts';
import { changeAt, changeJob, type PostCommand, postCommandFrom, postCommandKey } from './repository/post-command.ts';
import { removeChangeDue } from './repository/post-due.ts';
import { postJobOf } from './repository/post-jobs.ts';
import { postLocationFrom, postLocationKey, type StoredPostLocation } from './repository/post-location.ts';

const ATTEMPTS = { attempts: 8, atOnce: 1 } as const;
const AT_ONCE = 10;

const CANNOT_BEGIN = 'the post is not published any more';

const orderedAt = (command: PostCommand, place: StoredPostLocation, id: string) => {
  const { partnerId, accountNumber, trackingId, act, mark } = command;
  const now = clock.now();
  const own = markAbove(place.item);
  const isPublished = place.status === 'POST_SUCCEEDED' && place.lastChange?.status !== 'PROCESSING';
  const { text: _, ...change } = changeAt(command, id, now);
  if (!isPublished) {
    // Another change is under way: what can't begin is noted nowhere, as it would overwrite that.
    if (place.lastChange?.status === 'PROCESSING') return undefined;
    const failed = { ...change, status: 'FAILED', failureReason: CANNOT_BEGIN } as const;
    return { mark: own, actions: [updateAction(place.item, { lastChange: failed }, { mark: own })] };
  }
  const job = { id, partnerId, accountNumber, act, channel: place.socialSite, locationNumber: place.businessNumber };
  const begin = { now, deadline: deadlineOf('change', now) };
  const ours = { ConditionExpression: 'mark = :mark', ExpressionAttributeValues: { ':mark': mark } };
  return {
    mark: own,
    actions: [
      updateAction(place.item, { lastChange: changeAt(command, id, now) }, { mark: own }),
      { ConditionCheck: { Key: postCommandKey(command), ...ours } },
      ...jobActions({ ...job, of: postJobOf(trackingId) }, begin),
    ],
  };
};

/** The job of one location, once. */
const changeOne = (store: PartnerStore, command: PostCommand, number: number): Promise<true> =>
  until<true>(ATTEMPTS, async () => {
    const { partnerId, mark } = command;
    const id = changeJob(command, number);
    const keys = {
      place: postLocationKey(command, number),
      job: jobKey({ partnerId, id }),
      command: postCommandKey(command),
    };
    const found: Readonly<Record<keyof typeof keys, Item | undefined>> = named(
      await store.table.batchGet(Object.values(keys)),
      keys,
    );
    const place = found.place && postLocationFrom(found.place);
    const isDone = found.job !== undefined || place?.lastChange?.jobId === id || found.command?.mark !== mark;
    const ordered = place && !isDone ? orderedAt(command, place, id) : undefined;
    if (!place || !ordered) return true;
    const basedOn = [versionOf(place.item)];
    const written = await write(store, { strategy: withDependents, basedOn, ...ordered });
    return 'refused' in written ? 'changed' : true;
  });

/** @throws StoreUnavailable: the message is to come again */
export const changePost = async (
  store: PartnerStore,
  { accountNumber, trackingId, of }: OtherMessage,
): Promise<void> => {
  const name = { partnerId: store.partnerId, accountNumber, trackingId };
  const item = await store.table.get(postCommandKey(name));
  const command = item && postCommandFrom(item);
  if (!command || command.mark !== of) return;
  await withConcurrency(command.locations, AT_ONCE, async (number) => {
    await changeOne(store, command, number);
  });
  await store.table.transact([
    {
      Delete: {
        Key: postCommandKey(name),
        ConditionExpression: 'attribute_not_exists(pk) OR mark = :mark',
        ExpressionAttributeValues: { ':mark': command.mark },
      },
    },
    removeChangeDue(command),
  ]);
};
