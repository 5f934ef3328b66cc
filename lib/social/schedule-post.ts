/** Schedules a post, and edits one that is scheduled. */
import { checkContent } from '../connectors/repository/putting.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid, locationsUnknown } from '../contract/errors.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { Conflict } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { takeKey } from '../dynamodb/writes/write.ts';
import { checkedMedia } from './check-media.ts';
import { firstUnknown, locationsIn, type Scope, scopeOf } from './find-locations.ts';
import { channels } from './repository/channel.ts';
import { drawTrackingId, isTrackingId, MOST_LOCATIONS, type Post, type StoredPost } from './repository/post.ts';
import { posts } from './repository/posts.ts';
import type { WantedPost } from './rules/post-body.ts';

const DRY_ID = '0';
const USUALLY_AHEAD = 5 * 60_000;

export interface Scheduled {
  readonly trackingId: string;
  readonly scheduleTimestamp: number;
  readonly notConnected: readonly number[];
}

type Done = { readonly reply: Scheduled } | { readonly refused: ErrorEntry };

/** The locations of a request, or why they are none. */
const locationsFor = async (
  store: PartnerStore,
  scope: Scope,
  sent: readonly number[],
  isEdit: boolean,
): Promise<readonly number[] | ErrorEntry> => {
  const own = !isEdit && scope.location !== undefined ? [scope.location] : [];
  const numbers = sent.length > 0 ? sent : own;
  if (numbers.length === 0) return errors.businessIdsRequired;
  const unknown = firstUnknown(numbers, await locationsIn(store, scope, numbers, { asTheyStand: true }));
  return unknown === undefined ? numbers : locationsUnknown(unknown);
};

const isError = (found: readonly number[] | ErrorEntry): found is ErrorEntry => !Array.isArray(found);

const repliedFrom = (store: PartnerStore): Scheduled | undefined =>
  store.idempotency?.executed?.result && (JSON.parse(String(store.idempotency.executed.result.reply)) as Scheduled);

const notConnectedOf = async (
  store: PartnerStore,
  numbers: readonly number[],
  { socialSite }: Pick<Post, 'socialSite'>,
): Promise<readonly number[]> => {
  const connected = await channels(store).connectedOf(numbers, socialSite);
  return numbers.filter((number) => !connected.has(number));
};

/** Schedules a post, or only checks it. */
export const scheduleNew = async (
  store: PartnerStore,
  businessId: number,
  { wanted, validateOnly }: { readonly wanted: WantedPost; readonly validateOnly: boolean },
): Promise<Done> => {
  const known = repliedFrom(store);
  if (known) return { reply: known };
  const scope = await scopeOf(store, businessId);
  if (!scope) return { refused: errors.businessInvalid };
  const numbers = await locationsFor(store, scope, wanted.locations, false);
  if (isError(numbers)) return { refused: numbers };
  const { accountNumber } = scope;
  const now = clock.now();
  const { time = now + USUALLY_AHEAD, text, site: socialSite, callToAction = null } = wanted;
  const checked = await checkedMedia(store, wanted.media ?? [], { first: numbers[0]!, accountNumber, time });
  if ('refused' in checked) return checked;
  const { media } = checked;
  checkContent({ text, media, callToAction });
  const trackingId = validateOnly ? DRY_ID : drawTrackingId();
  const notConnected = await notConnectedOf(store, numbers, { socialSite });
  const reply: Scheduled = { trackingId, scheduleTimestamp: time, notConnected };
  if (validateOnly) return { reply };
  const { partnerId } = store;
  const post: Post = {
    ...{ partnerId, accountNumber, trackingId, socialSite, text, time, media, callToAction },
    ...{ status: 'scheduled', businessNumbers: numbers, cancelled: [], changes: 0 },
    createdAt: new Date(now).toISOString(),
  };
  const written = await posts(store).add(post, { reply: JSON.stringify(reply) });
  if ('executed' in written) return { reply: JSON.parse(String(written.executed.result?.reply)) as Scheduled };
  return 'done' in written ? { reply } : { refused: errors.businessInvalid };
};

/** The list with what is left out of it cancelled behind it. */
const listed = ({ businessNumbers }: StoredPost, wanted: readonly number[]) => {
  const left = businessNumbers.filter((number) => !wanted.includes(number));
  return { businessNumbers: [...wanted, ...left], cancelled: left };
};

const ATTEMPTS = { attempts: 4, atOnce: 1, exhausted: () => new Conflict('others change the post all the time') };

/** Edits a scheduled post: the list of its locations is replaced. */
export const editScheduled = async (
  store: PartnerStore,
  businessId: number,
  command: { readonly trackingId: string; readonly wanted: WantedPost; readonly validateOnly: boolean },
): Promise<Done> => {
  const known = repliedFrom(store);
  if (known) return { reply: known };
  const { trackingId, wanted, validateOnly } = command;
  const scope = await scopeOf(store, businessId);
  if (!scope || scope.location !== undefined) return { refused: errors.businessInvalid };
  const { accountNumber } = scope;
  const { find, change } = posts(store);
  const name = { partnerId: store.partnerId, accountNumber, trackingId };
  // Once, however often the post is read again.
  let numbers: readonly number[] | ErrorEntry | undefined;
  let notConnected: readonly number[] | undefined;
  return until<Done>(ATTEMPTS, async () => {
    const post = isTrackingId(trackingId) ? await find(name) : undefined;
    if (!post) return { refused: errors.routeNotFound };
    if (post.status !== 'scheduled') return { refused: invalid('trackingId', 'is not scheduled any more') };
    if (post.socialSite !== wanted.site)
      return { refused: invalid('socialSite', `must be ${post.socialSite}, as the post's`) };
    numbers ??= await locationsFor(store, scope, wanted.locations, true);
    if (isError(numbers)) return { refused: numbers };
    const list = listed(post, numbers);
    if (list.businessNumbers.length > MOST_LOCATIONS)
      return {
        refused: invalid('subBusinessNumbers', `must be at most ${MOST_LOCATIONS}, with those that are left out`),
      };
    const { time = post.time, text, callToAction = post.callToAction } = wanted;
    const checked = await checkedMedia(store, wanted.media ?? post.media, { first: numbers[0]!, accountNumber, time });
    if ('refused' in checked) return checked;
    const { media } = checked;
    if (post.socialSite === 'PHOTOSHARE' && media.length === 0)
      return { refused: invalid('media', 'must have a medium on PHOTOSHARE') };
    checkContent({ text, media, callToAction });
    notConnected ??= await notConnectedOf(store, numbers, post);
    const reply = { trackingId: validateOnly ? DRY_ID : trackingId, scheduleTimestamp: time, notConnected };
    if (validateOnly) return { reply };
    const result = { reply: JSON.stringify(reply) };
    const written = await change(post, { text, time, media, callToAction, ...list }, result);
    if ('executed' in written) return { reply: JSON.parse(String(written.executed.result?.reply)) as Scheduled };
    return 'done' in written ? { reply } : 'changed';
  });
};

/** Takes the key of a request that changes nothing; its reply, or that of the request that took the key before. */
export const changeNothing = async <Reply extends object>(store: PartnerStore, reply: Reply): Promise<Reply> => {
  const written = await takeKey(store, [], { result: { reply: JSON.stringify(reply) } });
  return 'executed' in written ? (JSON.parse(String(written.executed.result?.reply)) as Reply) : reply;
};
