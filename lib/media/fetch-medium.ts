/**
 * Handles one message of the media queue: fetches a file, inspects it, puts it into the bucket and stores the result.
 * Interrupted work is repeated by the same message, or failed by the timer (docs/content.md: the way of an upload).
 */
import { rm } from 'node:fs/promises';
import type { Bucket } from '../bucket/client.ts';
import { random } from '../dynamodb/client/clock.ts';
import type { Table } from '../dynamodb/table/table.ts';
import type { Queue } from '../queue/client.ts';
import { download } from './download.ts';
import { inspect } from './inspect/inspect.ts';
import { fetchPath } from './leftovers.ts';
import { fetchMessage, type MediaMessage, queued } from './messages.ts';
import { completing } from './repository/completing.ts';
import { type Medium, objectPrefix } from './repository/medium.ts';
import { CONTENT_TYPES } from './rules/kinds.ts';
import { type Failure, type Found, foundFailure, NOT_IN_TIME, reasonOf } from './rules/limits.ts';
import { isLate } from './rules/times.ts';

export interface Ways {
  readonly table: Table;
  readonly queue: Queue;
  readonly bucket: Bucket;
  /** The message was received before, and its handling may have been interrupted. */
  readonly isRepeated: boolean;
  /** Allows http and loopback. */
  readonly allowLocal: boolean;
}

/** Seconds before the second try and the third one. */
const PAUSES = [2, 10] as const;

type Fetched = { readonly found: Found } | { readonly failure: Failure; readonly again: boolean };

/** Fetches a file and validates it. */
const fetchTo = async (path: string, { url, mediaFormat }: Medium, allowLocal: boolean): Promise<Fetched> => {
  const wanted = mediaFormat ?? 'SOCIAL';
  const downloaded = await download({ url, wanted, path, allowLocal });
  if ('failure' in downloaded) return downloaded;
  const found = await inspect(path, downloaded.format);
  const failure = 'code' in found ? found : foundFailure(wanted, found);
  return failure ? { failure, again: false } : { found: found as Found };
};

/** @throws StoreUnavailable, CallError, QueueUnavailable, BucketUnavailable: the message must be delivered again */
export const workOn = async (message: MediaMessage, ways: Ways): Promise<void> => {
  const { table, queue, bucket, isRepeated, allowLocal } = ways;
  const { find, end, countTry } = completing(table);
  if (message.act === 'remove') return bucket.removeAll(objectPrefix(message));
  const medium = await find(message);
  // An interrupted worker may have left objects that no medium refers to: a worker that runs after the end removes
  // them.
  const tidy = (ended: Medium | undefined) => bucket.removeAll(objectPrefix(message), ended?.object);
  if (medium?.status !== 'PENDING') return tidy(medium);
  /** Uses the stored result instead of this worker's: another worker may have been first. */
  const tidyBehind = async () => (isRepeated || medium.tries > 0 ? tidy(await find(message)) : undefined);
  if (isLate(medium.created)) {
    await end(medium, { status: 'FAILED', failureReason: reasonOf(NOT_IN_TIME) });
    return tidyBehind();
  }
  const goOn = (tries: number) => queue.send([queued(fetchMessage(medium, tries), PAUSES[tries - 1])]);
  // The worker that counts a try sends the next message. If it was interrupted before sending, this message is
  // delivered again.
  if (message.turn < medium.tries) return isRepeated ? goOn(medium.tries) : undefined;

  const path = fetchPath();
  try {
    const fetched = await fetchTo(path, medium, allowLocal);
    if ('failure' in fetched) {
      const tries = medium.tries + 1;
      if (!fetched.again || tries > PAUSES.length) {
        await end(medium, { status: 'FAILED', failureReason: reasonOf(fetched.failure) });
        return await tidyBehind();
      }
      // Awaited here, so that it can't fail while the file is being removed.
      if (await countTry(medium, medium.tries)) await goOn(tries);
      return undefined;
    }
    const { format, width, height, bytes } = fetched.found;
    // Each try has its own object, so that stored properties always match the object's bytes.
    const object = `${objectPrefix(medium)}${random.hex(16)}`;
    await bucket.put(object, { path, bytes, contentType: CONTENT_TYPES[format] });
    const isOurs = await end(medium, { status: 'DONE', object, format, width, height, fileBytes: bytes });
    if (!isOurs) await bucket.removeAll(object);
    return await tidyBehind();
  } finally {
    await rm(path, { force: true });
  }
};
