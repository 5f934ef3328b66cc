/** The command to change a published post: one at a time, until the jobs of its locations are put. */

import { jobId } from '../../connectors/repository/job.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { type PostName, postPartition } from './post.ts';
import type { LastChange, StoredPostLocation } from './post-location.ts';

export interface PostCommand extends PostName {
  /** Of the write that made it: which of two commands it is. */
  readonly mark: string;
  readonly act: 'post.edit' | 'post.delete';
  readonly locations: readonly number[];
  /** Of an edit. */
  readonly text?: string;
  /** When it was made, in epoch milliseconds. */
  readonly at: number;
}

export const postCommandKey = (name: PostName): Key => ({ pk: postPartition(name), sk: 'CHANGE' });

export const postCommandItem = (command: PostCommand, expiresAtSeconds: number): Item =>
  itemOf('postCommand', { ...command, expiresAtSeconds }, postCommandKey(command));

export const postCommandFrom = (item: Item): PostCommand => item as unknown as PostCommand;

/** The id of the job of a command at a location. */
export const changeJob = ({ accountNumber, at, act, trackingId, mark }: PostCommand, businessNumber: number): string =>
  jobId(accountNumber, at, act, trackingId, businessNumber, mark);

/** The change of a command at a location, under way. @param at - epoch milliseconds */
export const changeAt = ({ act, text }: PostCommand, id: string, at: number): LastChange => ({
  jobId: id,
  change: act === 'post.edit' ? 'EDIT' : 'DELETE',
  status: 'PROCESSING',
  ...(text !== undefined && { text }),
  at: new Date(at).toISOString(),
});

/** The last change at a location: one is under way once it is accepted, also where its job is not put yet. */
export const lastChangeOf = (
  number: number,
  place: StoredPostLocation | undefined,
  command: PostCommand | undefined,
): LastChange | undefined => {
  const last = place?.lastChange;
  if (place?.status !== 'POST_SUCCEEDED' || !command?.locations.includes(number)) return last;
  const id = changeJob(command, number);
  if (last?.jobId === id || last?.status === 'PROCESSING') return last;
  return changeAt(command, id, command.at);
};
