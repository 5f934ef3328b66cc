/**
 * One message of the queue of media: fetches a file, looks at it, puts it into the bucket and writes what came of it. Whatever
 * is cut off is done again by the same message, or ended by the clock (docs/content.md: the way of an upload).
 */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '../bucket/client.ts';
import { sources } from '../dynamodb/sources.ts';
import type { Table } from '../dynamodb/table.ts';
import type { Queue } from '../queue/client.ts';
import { download } from './download.ts';
import { inspect } from './inspect/inspect.ts';
import { fetchMessage, type MediaMessage, queued } from './messages.ts';
import { type Medium, objectPrefix } from './repository/medium.ts';
import { settling } from './repository/settling.ts';
import { CONTENT_TYPES } from './rules/kinds.ts';
import { type Failure, type Found, foundFailure, NOT_IN_TIME, reasonOf } from './rules/limits.ts';
import { isLate } from './rules/times.ts';

export interface Ways {
  readonly table: Table;
  readonly queue: Queue;
  readonly bucket: Bucket;
  /** The message was received before: what followed then may have been cut off. */
  readonly isRepeated: boolean;
  /** Allows http and loopback. */
  readonly allowLocal: boolean;
}

/** Seconds before the second try and the third one. */
const PAUSES = [2, 10] as const;

type Fetched = { readonly found: Found } | { readonly failure: Failure; readonly again: boolean };

/** Fetches a file and judges it. */
const fetchTo = async (path: string, { url, mediaFormat }: Medium, allowLocal: boolean): Promise<Fetched> => {
  const wanted = mediaFormat ?? 'SOCIAL';
  const downloaded = await download({ url, wanted, path, allowLocal });
  if ('failure' in downloaded) return downloaded;
  const found = await inspect(path, downloaded.format);
  const failure = 'code' in found ? found : foundFailure(wanted, found);
  return failure ? { failure, again: false } : { found: found as Found };
};

/** @throws StoreUnavailable, CallError, QueueUnavailable, BucketUnavailable: the message is to come again */
export const workOn = async (message: MediaMessage, ways: Ways): Promise<void> => {
  const { table, queue, bucket, isRepeated, allowLocal } = ways;
  const { find, end, countTry } = settling(table);
  if (message.act === 'remove') return bucket.removeAll(objectPrefix(message));
  const medium = await find(message);
  // A worker that was cut off may have left objects that are nothing's: whoever comes after the end removes them.
  const tidy = (ended: Medium | undefined) => bucket.removeAll(objectPrefix(message), ended?.object);
  if (medium?.status !== 'PENDING') return tidy(medium);
  /** As it ended, and not as it would have been ended here: another worker may have been the first. */
  const tidyBehind = async () => (isRepeated || medium.tries > 0 ? tidy(await find(message)) : undefined);
  if (isLate(medium.created)) {
    await end(medium, { status: 'FAILED', failureReason: reasonOf(NOT_IN_TIME) });
    return tidyBehind();
  }
  const goOn = (tries: number) => queue.send([queued(fetchMessage(medium, tries), PAUSES[tries - 1])]);
  // Who went on to the next try sends its message, and where that was cut off this one comes again.
  if (message.turn < medium.tries) return isRepeated ? goOn(medium.tries) : undefined;

  const path = join(tmpdir(), `medium-${sources.hex(24)}`);
  try {
    const fetched = await fetchTo(path, medium, allowLocal);
    if ('failure' in fetched) {
      const tries = medium.tries + 1;
      if (!fetched.again || tries > PAUSES.length) {
        await end(medium, { status: 'FAILED', failureReason: reasonOf(fetched.failure) });
        return await tidyBehind();
      }
      // Awaited here: it must not fail while the file is removed.
      if (await countTry(medium, medium.tries)) await goOn(tries);
      return undefined;
    }
    const { format, width, height, bytes } = fetched.found;
    // Each try has an object of its own: what is written of one is true of its bytes.
    const object = `${objectPrefix(medium)}${sources.hex(16)}`;
    await bucket.put(object, { path, bytes, contentType: CONTENT_TYPES[format] });
    const isOurs = await end(medium, { status: 'DONE', object, format, width, height, fileBytes: bytes });
    if (!isOurs) await bucket.removeAll(object);
    return await tidyBehind();
  } finally {
    await rm(path, { force: true });
  }
};
