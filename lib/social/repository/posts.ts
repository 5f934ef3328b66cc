/** Posts of a partner as they are written: each with what has it started, in one transaction. */
import { businessKey } from '../../business/repository/business.ts';
import { requireMove } from '../../connectors/repository/states.ts';
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { hasExpired } from '../../dynamodb/table/expiry.ts';
import { differs } from '../../dynamodb/table/expressions.ts';
import { blocksOf, itemBytes, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import type { Consistency } from '../../dynamodb/table/reader.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Executed } from '../../dynamodb/writes/idempotency-record.ts';
import { markAbove, nextMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import {
  expiryOf,
  listedAttributes,
  type Post,
  type PostName,
  postFrom,
  postItem,
  postKey,
  type StoredPost,
} from './post.ts';
import { type PostCommand, postCommandFrom, postCommandItem, postCommandKey } from './post-command.ts';
import { putChangeDue, putStartDue, removeStartDue } from './post-due.ts';
import { postLocationFrom, postLocationKey, type StoredPostLocation } from './post-location.ts';
import { type LocationStatus, POST_MOVES } from './states.ts';

/** What a change of a scheduled post may be. */
export type PostChanges = Partial<
  Pick<Post, 'text' | 'time' | 'media' | 'callToAction' | 'businessNumbers' | 'cancelled' | 'status'>
>;

/** Items of one call: each may have two long texts. */
const AT_ONCE = 25;

/** Transactions check the account: those of one account conflict. */
const PATIENCE = { attempts: 25 } as const;

type Result = Executed['result'];

export const posts = ((store) => {
  const { table, partnerId } = store;

  const find = async (name: PostName): Promise<StoredPost | undefined> => {
    const item = await table.get(postKey(name));
    return item && !hasExpired(item) ? postFrom(item) : undefined;
  };

  return {
    find,

    /**
     * A post at some locations, by number, from its start on. One call for each 25.
     *
     * @returns `undefined` if they take more than the budget allows
     */
    at: async (
      name: PostName,
      numbers: readonly number[],
      { budget, consistent }: Consistency & { readonly budget: ReadBudget },
    ): Promise<ReadonlyMap<number, StoredPostLocation> | undefined> => {
      const found = new Map<number, StoredPostLocation>();
      for (const chunk of chunksOf(numbers, AT_ONCE)) {
        const items = await table.batchGet(
          chunk.map((number) => postLocationKey(name, number)),
          { consistent },
        );
        const blocks = items.reduce((sum, item) => sum + blocksOf(itemBytes(item)), chunk.length - items.length);
        budget.spend(consistent ? blocks : blocks / 2);
        for (const item of items.filter((each) => !hasExpired(each)))
          found.set(Number(item.businessNumber), postLocationFrom(item));
        if (budget.left() < 0) return undefined;
      }
      return found;
    },

    /** The command that is under way. */
    command: async (name: PostName): Promise<PostCommand | undefined> => {
      const item = await table.get(postCommandKey(name));
      return item && postCommandFrom(item);
    },

    /** Puts a new post, where its account is there. One call. */
    add: (post: Post, result: Result): Promise<Written> => {
      const mark = nextMark();
      const [only] = post.businessNumbers.length === 1 ? post.businessNumbers : [];
      const actions: readonly Action[] = [
        { Put: { Item: { ...postItem(post), p0: mark }, ConditionExpression: 'attribute_not_exists(pk)' } },
        putStartDue(post, post.time),
        stillOpen(partnerId, post.accountNumber),
        ...(only === undefined
          ? []
          : [{ ConditionCheck: { Key: businessKey(partnerId, only), ConditionExpression: 'attribute_exists(pk)' } }]),
      ];
      const landed = async () => (await find(post)) !== undefined;
      return write(store, { strategy: creation(landed), actions, basedOn: [0], mark, result, patience: PATIENCE });
    },

    /** Changes a scheduled post as it was read. One call; none where nothing would change, unless a key is to be taken. */
    change: (post: StoredPost, changes: PostChanges, result: Result): Promise<Written> => {
      const next = { ...post, ...changes };
      const stored = { ...changes, ...listedAttributes(next) };
      if (!differs(stored, post.item)) return takeKey(store, [], { result });
      const mark = markAbove(post.item);
      requireMove(POST_MOVES, post.status, next.status);
      const isMoved = next.time !== post.time;
      const isOver = next.status === 'cancelled';
      const actions: readonly Action[] = [
        updateAction(post.item, stored, { mark }),
        ...(isMoved || isOver ? [removeStartDue(post, post.time)] : []),
        ...(isMoved && !isOver ? [putStartDue(post, next.time)] : []),
      ];
      const basedOn = [versionOf(post.item)];
      return write(store, { strategy: withDependents, actions, basedOn, mark, result });
    },

    /** Keeps the command to change a started post, counted on the post as it was read. One call. */
    order: (
      post: StoredPost,
      command: Omit<PostCommand, keyof PostName | 'mark'>,
      result: Result,
    ): Promise<Written> => {
      const mark = markAbove(post.item);
      const { accountNumber, trackingId } = post;
      const complete: PostCommand = { ...command, partnerId, accountNumber, trackingId, mark };
      const Item = postCommandItem(complete, expiryOf(post.time));
      const actions: readonly Action[] = [
        updateAction(post.item, { changes: post.changes + 1 }, { mark }),
        { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        putChangeDue(complete),
      ];
      const basedOn = [versionOf(post.item)];
      return write(store, { strategy: withDependents, actions, basedOn, mark, result });
    },
  };
}) satisfies Opened<unknown>;

/** The status of a location of a post, by what is stored of it at the location. */
export const statusAt = (post: Post, number: number, place: StoredPostLocation | undefined): LocationStatus => {
  if (place) return place.status;
  if (post.cancelled.includes(number)) return 'POST_CANCELLED';
  return post.status === 'started' ? 'POST_PROCESSING' : 'POST_SCHEDULED';
};
