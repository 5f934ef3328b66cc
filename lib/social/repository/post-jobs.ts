/** The jobs of posts: what is sent for them, and what their results change (docs/connectors.md). */
import type { Act, StoredJob } from '../../connectors/repository/job.ts';
import type { Found, JobKind, JobOutcome, Tools } from '../../connectors/repository/kinds.ts';
import { requireMove } from '../../connectors/repository/states.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { mediumFrom, mediumKey } from '../../media/repository/medium.ts';
import { channelKey, disconnection, isConnected } from './channel.ts';
import { type PostMedium, type PostName, postFrom, postKey } from './post.ts';
import { type LastChange, postLocationFrom, postLocationKey, type StoredPostLocation } from './post-location.ts';
import { LOCATION_MOVES } from './states.ts';

const MEDIUM_GONE = 'the medium is gone';

const nameOf = ({ partnerId, accountNumber, of }: StoredJob): PostName => ({
  partnerId,
  accountNumber,
  trackingId: String(of.trackingId),
});

/** A job of a post at a location names the post alone. */
export const postJobOf = (trackingId: string) => ({ trackingId });

const placeIn = ({ place }: Found): StoredPostLocation | undefined => place && postLocationFrom(place);

/** Whether a change at the location is that of the job. */
const isOwnChange = (place: StoredPostLocation, job: StoredJob): boolean => place.lastChange?.jobId === job.id;

const isChange = (act: Act): boolean => act !== 'post.publish';

const STATUSES = {
  done: 'POST_SUCCEEDED',
  failed: 'POST_FAILED',
  rejected: 'REJECTED_BY_APPROVER',
} as const;

/** What the end of a publication changes. */
const published = ({ status, resultId, resultUrl, reason }: JobOutcome, now: number) => ({
  status: STATUSES[status as keyof typeof STATUSES],
  failureReason: status === 'done' ? null : (reason ?? null),
  ...(status === 'done' && { siteId: resultId, siteUrl: resultUrl ?? null, publishedAt: now }),
});

/** What the end of a change changes. */
const changed = ({ lastChange, siteId, siteUrl }: StoredPostLocation, outcome: JobOutcome, now: number) => {
  const { text, failureReason: _, ...own } = lastChange!;
  const isDone = outcome.status === 'done';
  const next: LastChange = {
    ...own,
    status: isDone ? 'DONE' : 'FAILED',
    ...(!isDone && outcome.reason !== undefined && { failureReason: outcome.reason }),
    // A late `done` needs it still.
    ...(outcome.isEndedByUs && text !== undefined && { text }),
    at: new Date(now).toISOString(),
  };
  return {
    lastChange: next,
    ...(isDone && own.change === 'EDIT' && { text }),
    ...(isDone && own.change === 'EDIT' && { siteUrl: outcome.resultUrl ?? siteUrl ?? null, siteId }),
    ...(isDone && own.change === 'DELETE' && { status: 'POST_DELETED' }),
  };
};

/** A medium as it is shown to a connector; the reason where it is gone. */
const mediumShown = async (
  { table, partnerId }: PartnerStore,
  { type, mediaUrl, mediaId, businessNumber }: PostMedium,
  signedUrl: Tools['signedUrl'],
) => {
  if (mediaId === undefined || businessNumber === undefined) return { type, url: mediaUrl, mediaId: null };
  const keys = (['media', 'socialMedia'] as const).map((kind) =>
    mediumKey({ partnerId, businessNumber, kind, mediaId }),
  );
  const [item] = await table.batchGet(keys);
  const { status, object } = item ? mediumFrom(item) : { status: undefined, object: undefined };
  return status === 'DONE' && object !== undefined ? { type, url: signedUrl(object), mediaId } : undefined;
};

const publication = async (found: Found, { store, signedUrl }: Tools) => {
  const post = postFrom(found.post as Item);
  const media = await Promise.all(post.media.map((each) => mediumShown(store, each, signedUrl)));
  if (media.some((each) => each === undefined)) return MEDIUM_GONE;
  const { callToAction } = post;
  return {
    trackingId: post.trackingId,
    text: post.text,
    media,
    callToAction: callToAction && { type: callToAction.callToActionType, url: callToAction.callToActionUrl ?? null },
    scheduledAt: new Date(post.time).toISOString(),
  };
};

export const postJobs: JobKind = {
  acts: ['post.publish', 'post.edit', 'post.delete'],

  keys: (job) => ({
    place: postLocationKey(nameOf(job), job.locationNumber),
    channel: channelKey(job.partnerId, job.locationNumber, job.channel),
  }),

  requestKeys: (job) => ({ post: postKey(nameOf(job)) }),

  endsFor: (_job, { place, post }) => (place && post ? undefined : 'the post is gone'),

  data: async (job, found, tools) => {
    const channelId = found.channel?.channelId ?? null;
    if (!isChange(job.act)) {
      const shown = await publication(found, tools);
      return typeof shown === 'string' ? shown : { channelId, ...shown };
    }
    const { trackingId, siteId = '', siteUrl = null, text, lastChange } = placeIn(found)!;
    const standing = text ?? postFrom(found.post as Item).text;
    const wanted = job.act === 'post.edit' ? (lastChange?.text ?? standing) : standing;
    return { channelId, trackingId, siteId, siteUrl, text: wanted };
  },

  completed: (job, found, outcome, { mark, now, report }) => {
    const place = placeIn(found);
    const { channel } = found;
    if (outcome.status === 'accepted') return [];
    if (!place) {
      // Its location was deleted: a channel that is there was connected since, maybe in another account.
      const Key = postLocationKey(nameOf(job), job.locationNumber);
      return [{ ConditionCheck: { Key, ConditionExpression: 'attribute_not_exists(pk)' } }];
    }
    const isOwn = channel?.accountNumber === job.accountNumber;
    const isLost = outcome.isDisconnected && channel !== undefined && isOwn && isConnected(channel);
    const lost = isLost ? [updateAction(channel, disconnection(outcome.reason, now), { mark })] : [];
    if (isChange(job.act) && !isOwnChange(place, job)) return lost;
    if (!isChange(job.act)) requireMove(LOCATION_MOVES, place.status, STATUSES[outcome.status]);
    const changes = isChange(job.act) ? changed(place, outcome, now) : published(outcome, now);
    const movedBy = report && changes.status && { ...report, from: place.status };
    return [...lost, updateAction(place.item, { ...changes, ...(movedBy && { movedBy }) }, { mark })];
  },

  isLateWelcome: (job, found) => {
    const place = placeIn(found);
    if (!isChange(job.act)) return place === undefined || place.status === 'POST_FAILED';
    return place !== undefined && isOwnChange(place, job) && place.status === 'POST_SUCCEEDED';
  },
};
