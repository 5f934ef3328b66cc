/** Whether the media that a post names are there, and what they are said to be. */

import { businessKey } from '../business/repository/business.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { formatIn, isMediaId, mediumFrom, mediumKey } from '../media/repository/medium.ts';
import type { PostMedium } from './repository/post.ts';

const TWO_DAYS = 2 * 24 * 3600 * 1000;

const FORMATS = { IMAGE: 'PHOTO', VIDEO: 'VIDEO', REEL: 'VIDEO' } as const;

/** A medium with the location that it is of: the first of the list where none is sent. */
const ofLocation = (medium: PostMedium, first: number): PostMedium =>
  medium.mediaId === undefined ? medium : { ...medium, businessNumber: medium.businessNumber ?? first };

const problemOf = async (
  { table, partnerId }: PartnerStore,
  { type, mediaId = '', businessNumber = 0 }: PostMedium,
  path: string,
  { accountNumber, time }: { readonly accountNumber: number; readonly time: number },
): Promise<ErrorEntry | undefined> => {
  const unknown = invalid(`${path}.mediaId`, 'is no medium of the location that is ready');
  if (!isMediaId(mediaId)) return unknown;
  const keys = (['media', 'socialMedia'] as const).map((kind) =>
    mediumKey({ partnerId, businessNumber, kind, mediaId }),
  );
  const [location, items] = await Promise.all([
    table.get(businessKey(partnerId, businessNumber)),
    table.batchGet(keys),
  ]);
  const [item] = items;
  const medium = item && mediumFrom(item);
  if (location?.accountNumber !== accountNumber || medium?.status !== 'DONE') return unknown;
  if (formatIn(medium) !== FORMATS[type]) return errors.mediaFormatInvalid;
  const ends = Number(item!.expiresAtSeconds ?? Number.POSITIVE_INFINITY) * 1000;
  return ends < time + TWO_DAYS ? invalid(`${path}.mediaId`, 'expires within two days of the post') : undefined;
};

/** The media as they are stored, or the error of the first that may not be one. */
export const checkedMedia = async (
  store: PartnerStore,
  media: readonly PostMedium[],
  { first, ...post }: { readonly first: number; readonly accountNumber: number; readonly time: number },
): Promise<{ readonly media: readonly PostMedium[] } | { readonly refused: ErrorEntry }> => {
  const own = media.map((medium) => ofLocation(medium, first));
  for (const [index, medium] of own.entries()) {
    if (medium.mediaId === undefined) continue;
    const refused = await problemOf(store, medium, `media[${index}]`, post);
    if (refused) return { refused };
  }
  return { media: own };
};
