/**
 * Posts: one text for one site at one time, at up to 500 locations of an account. Until it starts a post has the statuses
 * of its locations; from then on each is a separate item (`post-location.ts`).
 */
import type { Site } from '../../connectors/repository/channels.ts';
import { random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { joined, type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import type { PostState } from './states.ts';

/** The most locations of a post. */
export const MOST_LOCATIONS = 500;

export const MEDIA_TYPES = ['IMAGE', 'VIDEO', 'REEL'] as const;

/** A picture or a film of a post: of another server, or a medium of a location. */
export interface PostMedium {
  readonly type: (typeof MEDIA_TYPES)[number];
  readonly mediaUrl?: string;
  readonly mediaId?: string;
  readonly businessNumber?: number;
}

export const CALL_TYPES = ['LEARN_MORE', 'BOOK', 'ORDER', 'SHOP', 'SIGN_UP', 'CALL'] as const;

export interface CallToAction {
  readonly callToActionType: (typeof CALL_TYPES)[number];
  readonly callToActionUrl?: string;
}

export interface PostName {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly trackingId: string;
}

export interface Post extends PostName {
  readonly socialSite: Site;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly status: PostState;
  readonly media: readonly PostMedium[];
  readonly callToAction: CallToAction | null;
  /** All locations that it names, in order: those of the list, and behind them those that were cancelled. */
  readonly businessNumbers: readonly number[];
  readonly cancelled: readonly number[];
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  /** Counts the commands to change it once it has started. */
  readonly changes: number;
  /** All jobs of its start are put. */
  readonly isSpread?: true;
}

/** A post as it stands in the table. */
export interface StoredPost extends Post {
  readonly item: Item;
}

export const KEPT_MILLISECONDS = 400 * 24 * 3600 * 1000;
const ID = /^trk_[0-9a-f]{24}$/;

export const drawTrackingId = (): string => `trk_${random.hex(24)}`;
export const isTrackingId = (text: string): boolean => ID.test(text);

/** Where a post lies with its locations and the command to change it. */
export const postPartition = ({ partnerId, accountNumber, trackingId }: PostName): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'POST', trackingId);

export const postKey = (name: PostName): Key => ({ pk: postPartition(name), sk: 'POST' });

/** Where the index lists the posts of an account. */
export const postsPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'POSTS');

/** When a post of this time expires, whole. */
export const expiryOf = (time: number): number => epochSeconds(time + KEPT_MILLISECONDS);

/** The earliest time of a post that has not expired, in epoch milliseconds. */
export const earliestKept = (): number => (epochSeconds() + 1) * 1000 - KEPT_MILLISECONDS;

/** What changes with a post's time and state. */
export const listedAttributes = ({
  time,
  trackingId,
  socialSite,
  status,
}: Pick<Post, 'time' | 'trackingId' | 'socialSite' | 'status'>) => ({
  status,
  time,
  gsi1sk: joined(sortableTime(time), trackingId, `${socialSite}${status}`),
  expiresAtSeconds: expiryOf(time),
});

const SORT_KEY = /^([0-9]{13})#(trk_[0-9a-f]{24})#([A-Z]+)([a-z]+)$/;

/** What the index says of a post by its sort key alone. */
export const listedFrom = ({ gsi1sk }: Item) => {
  const [, time, trackingId = '', socialSite = '', status = ''] = SORT_KEY.exec(String(gsi1sk)) ?? [];
  return { time: Number(time), trackingId, socialSite, status };
};

/** A new item for a post. */
export const postItem = (post: Post): Item =>
  itemOf(
    'post',
    { ...post, ...listedAttributes(post), ...firstMark(), bytes: recordBytes({ ...post }) },
    {
      ...postKey(post),
      gsi1pk: postsPartition(post.partnerId, post.accountNumber),
      gsi1sk: listedAttributes(post).gsi1sk,
    },
  );

/** The post that an item holds: the opposite of `postItem`. */
export const postFrom = (item: Item): StoredPost => ({
  ...(item as unknown as Post),
  media: (item.media ?? []) as readonly PostMedium[],
  callToAction: (item.callToAction ?? null) as CallToAction | null,
  cancelled: (item.cancelled ?? []) as readonly number[],
  changes: Number(item.changes ?? 0),
  item,
});

/** The locations of a post that are not cancelled, in order. */
export const locationsOf = ({ businessNumbers, cancelled }: Pick<Post, 'businessNumbers' | 'cancelled'>) => {
  const gone = new Set(cancelled);
  return businessNumbers.filter((number) => !gone.has(number));
};
