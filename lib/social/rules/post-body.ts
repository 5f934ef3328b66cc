/** What a body says of a post, and what is wrong with it beyond its schema. Pure. */

import { isMediaUrl } from '../../bucket/signed-url.ts';
import { SITES, type Site } from '../../connectors/repository/channels.ts';
import { valueIn } from '../../contract/any-case.ts';
import { isObject, type JsonObject, type Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { CALL_TYPES, type CallToAction, MEDIA_TYPES, type PostMedium } from '../repository/post.ts';
import { neededLocations, validatedLocations } from './locations.ts';
import { textProblem, WITH_REELS } from './sites.ts';

/** A post as it is asked for. What an edit leaves as it is, is left out. */
export interface WantedPost {
  readonly text: string;
  readonly site: Site;
  readonly locations: readonly number[];
  /** Epoch milliseconds. */
  readonly time?: number;
  readonly media?: readonly PostMedium[];
  readonly callToAction?: CallToAction | null;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LATEST = 366 * DAY;

const at = (path: string, error: ErrorEntry): Violation => ({ path, error });
const wrong = (path: string, problem: string): Violation => at(path, invalid(path, problem));

const isSent = (row: JsonObject, name: string): boolean => row[name] !== undefined && row[name] !== null;

/** What is wrong with the type of a medium by itself. */
const typeViolations = (row: JsonObject, path: string): readonly Violation[] => {
  if (!isSent(row, 'type')) return [{ ...wrong(path, 'is required'), lacking: true }];
  return valueIn(MEDIA_TYPES, row.type) ? [] : [at(path, errors.mediaFormatInvalid)];
};

/** What is wrong with where a medium is. A value of another type is refused as that. */
const sourceViolations = (row: JsonObject, path: string): readonly Violation[] => {
  const { mediaUrl: url, mediaId } = row;
  if (typeof (url ?? '') !== 'string' || typeof (mediaId ?? '') !== 'string') return [];
  if (isSent(row, 'mediaUrl') === isSent(row, 'mediaId')) return [wrong(path, 'must have either mediaUrl or mediaId')];
  if (typeof url !== 'string') return [];
  const isUrl = !isMediaUrl(url) && /^https:\/\/[^\s"'<>\\\p{Cc}]+$/iu.test(url) && URL.canParse(url);
  return isUrl ? [] : [at(`${path}.mediaUrl`, errors.mediaUrlInvalid)];
};

const mediumViolations = (row: JsonObject, path: string, site: Site | undefined): readonly Violation[] => {
  const [ofType, ofSource] = [typeViolations(row, `${path}.type`), sourceViolations(row, path)];
  // What concerns the row alone comes after a wrong type.
  if (ofType.length > 0) return [...ofType, ...ofSource.filter((each) => each.path !== path)];
  if (ofSource.length > 0) return ofSource;
  const isElsewhere = valueIn(MEDIA_TYPES, row.type) === 'REEL' && site && !WITH_REELS.includes(site);
  return isElsewhere ? [at(`${path}.type`, errors.mediaFormatInvalid)] : [];
};

/** What is wrong with the media of a post. */
export const mediaViolations = (media: readonly JsonObject[], site: Site | undefined): readonly Violation[] => {
  const rows = media.flatMap((row, index) => mediumViolations(row, `media[${index}]`, site));
  if (rows.length > 0) return rows;
  const film = media.findIndex(({ type }) => valueIn(MEDIA_TYPES, type) !== 'IMAGE');
  return film >= 0 && media.length > 1 ? [wrong('media', 'must have nothing next to a video or a reel')] : [];
};

/** What is wrong with the button of a post. */
export const callViolations = (call: JsonObject, site: Site | undefined): readonly Violation[] => {
  const path = 'additionalMetaData';
  const type = valueIn(CALL_TYPES, call.callToActionType);
  if (site && site !== 'ALPHA') return [wrong(path, 'is for ALPHA alone')];
  if (!isSent(call, 'callToActionType'))
    return [{ ...wrong(`${path}.callToActionType`, 'is required'), lacking: true }];
  if (!type) return [];
  const hasUrl = isSent(call, 'callToActionUrl');
  if (type === 'CALL') return hasUrl ? [wrong(`${path}.callToActionUrl`, 'must not be sent with CALL')] : [];
  return hasUrl ? [] : [{ ...wrong(`${path}.callToActionUrl`, 'is required'), lacking: true }];
};

/** A medium as it is stored. */
export const mediumOf = ({ type, mediaUrl, mediaId, businessNumber }: JsonObject): PostMedium => ({
  type: valueIn(MEDIA_TYPES, type) ?? 'IMAGE',
  ...(typeof mediaUrl === 'string' && mediaUrl !== '' && { mediaUrl }),
  ...(typeof mediaId === 'string' && mediaId !== '' && { mediaId }),
  ...(typeof businessNumber === 'number' && { businessNumber }),
});

/** A button as it is stored. */
export const callOf = ({ callToActionType, callToActionUrl }: JsonObject): CallToAction => ({
  callToActionType: valueIn(CALL_TYPES, callToActionType) ?? 'CALL',
  ...(typeof callToActionUrl === 'string' && { callToActionUrl }),
});

const timeViolations = (time: unknown, now: number): readonly Violation[] => {
  if (typeof time !== 'number') return [];
  if (time < now - MINUTE) return [wrong('scheduleTimestamp', 'must not be in the past')];
  return time > now + LATEST ? [wrong('scheduleTimestamp', 'must be at most 366 days ahead')] : [];
};

/**
 * The post of a body.
 *
 * @param isEdit - what is left out stays as it is
 */
export const validatedPost = (
  { body, cleared }: Normalized,
  now: number,
  isEdit: boolean,
): {
  readonly prepared: WantedPost;
  readonly violations: readonly Violation[];
  readonly late: readonly Violation[];
} => {
  const site = valueIn(SITES, body.socialSite);
  const text = typeof body.text === 'string' ? body.text.trim() : '';
  const isCleared = (name: string) => cleared.includes(name) || body[name] === null;
  const sentMedia = Array.isArray(body.media) ? body.media.map((row) => (isObject(row) ? row : {})) : undefined;
  const media = sentMedia ?? (isCleared('media') || !isEdit ? [] : undefined);
  const sentCall = isObject(body.additionalMetaData) ? body.additionalMetaData : undefined;
  const call = sentCall ?? (isCleared('additionalMetaData') || !isEdit ? null : undefined);
  const { scheduleTimestamp } = body;
  const needsMedium = site === 'PHOTOSHARE' && media?.length === 0;
  const problem = textProblem(text, site);
  const locations = validatedLocations({ body });
  return {
    prepared: {
      text,
      site: site ?? 'ALPHA',
      locations: locations.prepared,
      ...(typeof scheduleTimestamp === 'number' && { time: Math.max(scheduleTimestamp, now) }),
      ...(media && { media: media.map(mediumOf) }),
      ...(call !== undefined && { callToAction: call && callOf(call) }),
    },
    violations: [
      ...(problem !== undefined && typeof body.text === 'string' ? [wrong('text', problem)] : []),
      ...locations.violations,
      ...timeViolations(scheduleTimestamp, now),
      ...mediaViolations(media ?? [], site),
      ...(needsMedium ? [wrong('media', 'must have a medium on PHOTOSHARE')] : []),
      ...(sentCall ? callViolations(sentCall, site) : []),
    ],
    late: isEdit ? neededLocations({ body }) : [],
  };
};
