/** A post with its status at each location. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { type FoundLocation, locationsIn, type Scope } from './find-locations.ts';
import { consistencyOf } from './repository/few.ts';
import { isTrackingId, locationsOf, type StoredPost } from './repository/post.ts';
import { lastChangeOf } from './repository/post-command.ts';
import type { LastChange, StoredPostLocation } from './repository/post-location.ts';
import { posts, statusAt } from './repository/posts.ts';

/** Read units of the locations of a post, and of its status there. */
const MOST_UNITS = 750;

const changeReply = ({ change, status, failureReason, at }: LastChange) => ({
  change,
  status,
  failureReason: failureReason ?? null,
  at,
});

const detailReply = (
  post: StoredPost,
  number: number,
  {
    location,
    place,
    change,
  }: { location: FoundLocation; place: StoredPostLocation | undefined; change: LastChange | undefined },
) => ({
  locationName: location.name,
  locationNumber: number,
  status: { status: statusAt(post, number, place), failureReason: place?.failureReason ?? null },
  publishedTimestamp: place?.publishedAt ?? null,
  socialSitePostId: place?.siteId ?? null,
  socialSitePostUrl: place?.siteUrl ?? null,
  text: place?.text ?? null,
  impressions: place?.impressions ?? null,
  engagements: place?.engagements ?? null,
  lastChange: change ? changeReply(change) : null,
});

/**
 * `undefined` where there is no such post, or the location of the path is none of its. At more than a hundred locations it
 * may be a second old.
 */
export const trackedPost = async (store: PartnerStore, scope: Scope, trackingId: string) => {
  const { accountNumber, location } = scope;
  const { find, at, command: findCommand } = posts(store);
  const name = { partnerId: store.partnerId, accountNumber, trackingId };
  const post = isTrackingId(trackingId) ? await find(name) : undefined;
  if (!post || (location !== undefined && !post.businessNumbers.includes(location))) return undefined;
  const shown = post.businessNumbers.filter((number) => location === undefined || number === location);
  // Ahead of the locations: a command that is gone by then has changed them.
  const command = post.status === 'started' ? await findCommand(name) : undefined;
  const budget = readBudget(MOST_UNITS);
  // A location that is gone has taken its details.
  const locations = await locationsIn(store, scope, shown, { budget });
  const places = await at(name, shown, { budget, ...consistencyOf(shown) });
  if (!places) return 'too-large' as const;
  const there = shown.filter((number) => locations.has(number));
  const standing = new Set(locationsOf(post));
  const { socialSite, status: state, text, time, createdAt, callToAction } = post;
  return {
    trackingId,
    accountNumber,
    socialSite,
    state,
    text,
    scheduleTimestamp: time,
    createdAt,
    media: post.media.map(({ type, mediaUrl = null, mediaId = null }) => ({ type, mediaUrl, mediaId })),
    additionalMetaData: callToAction,
    subBusinessNumbers: there.filter((number) => standing.has(number)),
    socialPostDetails: there.map((number) => {
      const place = places.get(number);
      const change = lastChangeOf(number, place, command);
      return detailReply(post, number, { location: locations.get(number)!, place, change });
    }),
  };
};
