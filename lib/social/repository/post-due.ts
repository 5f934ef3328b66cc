/** When posts start, and when commands to change them are looked at again: an item each, which `move-due` works on. */
import type { OtherMessage } from '../../connectors/repository/messages.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { dueList } from '../../dynamodb/table/due-list.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { PostName } from './post.ts';
import type { PostCommand } from './post-command.ts';

/** A change is looked at again so long after it was made. */
const CHANGE_MILLISECONDS = 60_000;

const text = { type: 'string' } as const;

export const postDueEntity: Entity = {
  type: 'postDue',
  keys: { pk: 'POSTDUE#<shard>', sk: '<milliseconds>#<tracking id>' },
  answers: 'Which posts are due, and which changes of posts are not put yet?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'trackingId', 'work', 'of'],
    properties: {
      partnerId: text,
      accountNumber: { type: 'integer' },
      trackingId: text,
      work: { enum: ['post', 'change'] },
      of: { type: ['integer', 'string'] },
    },
  },
  exported: { not: 'follows from a post' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from a post' },
  removal: { withLocation: 'is gone once it is due', withAccount: 'is gone once it is due' },
};

const due = dueList('POSTDUE');
/** The number of each partition of what is due. */
export const { shards } = due;

const keyOf = ({ trackingId }: PostName, at: number): Key => due.keyOf(at, trackingId);

const dueItem = (message: OtherMessage, at: number): Item => itemOf('postDue', { ...message }, keyOf(message, at));

const nameOf = ({ partnerId, accountNumber, trackingId }: PostName): PostName => ({
  partnerId,
  accountNumber,
  trackingId,
});

/**
 * The seconds for which the queue holds the work that starts a post: rounded up, as a message that is early waits in a worker,
 * and keeps the nine others of its batch waiting.
 */
export const startDelay = (time: number, now: number): number => Math.max(0, Math.ceil((time - now) / 1000));

/** The work that starts a post at its time. */
export const startOf = (post: PostName, time: number): OtherMessage => ({ work: 'post', ...nameOf(post), of: time });
/** The work that puts the jobs of a command. */
export const changeOf = (command: PostCommand): OtherMessage => ({
  work: 'change',
  ...nameOf(command),
  of: command.mark,
});

export const putStartDue = (post: PostName, time: number): Action => ({
  Put: { Item: dueItem(startOf(post, time), time) },
});
export const removeStartDue = (post: PostName, time: number): Action => ({ Delete: { Key: keyOf(post, time) } });

export const putChangeDue = (command: PostCommand): Action => ({
  Put: { Item: dueItem(changeOf(command), command.at + CHANGE_MILLISECONDS) },
});
export const removeChangeDue = (command: PostCommand): Action => ({
  Delete: { Key: keyOf(command, command.at + CHANGE_MILLISECONDS) },
});

export interface PostDue {
  readonly key: Key;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly message: OtherMessage;
}

/** What is due in a shard by `until` (epoch milliseconds), of all partners, earliest first, page after page. */
export const postsDueBy = async function* (
  table: Table,
  shard: number,
  until: number,
): AsyncGenerator<readonly PostDue[]> {
  for await (const page of due.dueBy(table, shard, until))
    yield page.map(({ pk, sk, partnerId, accountNumber, trackingId, work, of }) => ({
      key: { pk: String(pk), sk: String(sk) },
      at: Number(String(sk).slice(0, 13)),
      message: { partnerId, accountNumber, trackingId, work, of } as OtherMessage,
    }));
};
