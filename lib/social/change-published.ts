/** Edits or deletes a published post at some of its locations: keeps a command, whose jobs follow. */

import type { Site } from '../connectors/repository/channels.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { until } from '../dynamodb/writes/until.ts';
import type { Written } from '../dynamodb/writes/write.ts';
import { scopeOf } from './find-locations.ts';
import { isTrackingId, locationsOf, type StoredPost } from './repository/post.ts';
import { lastChangeOf } from './repository/post-command.ts';
import { posts } from './repository/posts.ts';
import { EDITABLE } from './rules/sites.ts';
import { changeNothing } from './schedule-post.ts';

export interface Changed {
  readonly accepted: readonly number[];
  readonly skipped: readonly number[];
}

type Done = { readonly reply: Changed } | { readonly refused: ErrorEntry };

export interface ChangeCommand {
  readonly trackingId: string;
  /** In the order sent, each once. */
  readonly locations: readonly number[];
  /** Of an edit; a deletion has none. */
  readonly edit?: { readonly text: string; readonly site: Site };
  readonly validateOnly: boolean;
}

/** Read units of a post at the locations that are named. They decide what is accepted, so they are read as they stand. */
const MOST_UNITS = 520;

const TOO_MANY = invalid(
  'subBusinessNumbers',
  'must name fewer locations: the texts of the post there are more than a request reads',
);

const ATTEMPTS = { attempts: 4, atOnce: 1, exhausted: () => new Conflict('others change the post all the time') };

const split = (locations: readonly number[], isAccepted: (number: number) => boolean): Changed => ({
  accepted: locations.filter(isAccepted),
  skipped: locations.filter((number) => !isAccepted(number)),
});

const outcomeOf = (written: Written, reply: Changed): Done | 'changed' => {
  if ('executed' in written) return { reply: JSON.parse(String(written.executed.result?.reply)) as Changed };
  return 'done' in written ? { reply } : 'changed';
};

/** Cancels locations of a post that is not started. */
const cancel = async (store: PartnerStore, post: StoredPost, command: ChangeCommand): Promise<Done | 'changed'> => {
  const standing = new Set(post.status === 'scheduled' ? locationsOf(post) : []);
  const reply = split(command.locations, (number) => standing.has(number));
  if (command.validateOnly) return { reply };
  if (reply.accepted.length === 0) return { reply: await changeNothing(store, reply) };
  const left = locationsOf(post).filter((number) => !reply.accepted.includes(number));
  const gone = post.businessNumbers.filter((number) => !left.includes(number));
  const status = left.length === 0 ? 'cancelled' : 'scheduled';
  const changes = { businessNumbers: [...left, ...gone], cancelled: gone, status } as const;
  return outcomeOf(await posts(store).change(post, changes, { reply: JSON.stringify(reply) }), reply);
};

/** What refuses a change of a post, by the post alone. */
const refusalOf = (post: StoredPost, { edit }: ChangeCommand): ErrorEntry | undefined => {
  const isStarted = post.status === 'started';
  if (!edit) {
    const isFixed = isStarted && !EDITABLE.includes(post.socialSite);
    return isFixed ? invalid('trackingId', `is a post on ${post.socialSite}, which can't be deleted there`) : undefined;
  }
  if (!isStarted) return invalid('trackingId', 'is not published yet');
  return edit.site === post.socialSite ? undefined : invalid('socialSite', `must be ${post.socialSite}, as the post's`);
};

const requestChange = async (
  store: PartnerStore,
  post: StoredPost,
  command: ChangeCommand,
): Promise<Done | 'changed'> => {
  const { locations, edit, validateOnly } = command;
  const { at, command: underWay, order: put } = posts(store);
  // Ahead of the locations, as in track post.
  const change = await underWay(post);
  const places = await at(
    post,
    locations.filter((number) => post.businessNumbers.includes(number)),
    { budget: readBudget(MOST_UNITS), consistent: true },
  );
  if (!places) return { refused: TOO_MANY };
  const reply = split(locations, (number) => {
    const place = places.get(number);
    return place?.status === 'POST_SUCCEEDED' && lastChangeOf(number, place, change)?.status !== 'PROCESSING';
  });
  if (change && reply.accepted.length > 0) throw new Conflict('another change of the post is under way');
  if (validateOnly) return { reply };
  if (reply.accepted.length === 0) return { reply: await changeNothing(store, reply) };
  const act = edit ? 'post.edit' : 'post.delete';
  const made = { act, locations: reply.accepted, at: clock.now(), ...(edit && { text: edit.text }) } as const;
  return outcomeOf(await put(post, made, { reply: JSON.stringify(reply) }), reply);
};

/**
 * Changes a post at locations, or only says where it would.
 *
 * @throws Conflict where another change of it is under way
 */
export const changePublished = async (
  store: PartnerStore,
  businessId: number,
  command: ChangeCommand,
): Promise<Done> => {
  const executed = store.idempotency?.executed?.result;
  if (executed) return { reply: JSON.parse(String(executed.reply)) as Changed };
  const scope = await scopeOf(store, businessId);
  if (!scope || scope.location !== undefined) return { refused: errors.businessInvalid };
  const { trackingId } = command;
  const name = { partnerId: store.partnerId, accountNumber: scope.accountNumber, trackingId };
  return until<Done>(ATTEMPTS, async () => {
    const post = isTrackingId(trackingId) ? await posts(store).find(name) : undefined;
    if (!post) return { refused: errors.routeNotFound };
    const refused = refusalOf(post, command);
    if (refused) return { refused };
    if (command.locations.length === 0) return { refused: errors.businessIdsRequired };
    return post.status === 'started' ? requestChange(store, post, command) : cancel(store, post, command);
  });
};
