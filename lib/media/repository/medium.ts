/**
 * Media of a location, one item each: what was asked for, and what came of it. Those of a social upload are apart from the
 * location's own, and go after a month. The bytes lie in the bucket.
 */

import { random } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';
import { type Format, isFilm } from '../rules/kinds.ts';

export const CATEGORIES = ['EXTERIOR', 'INTERIOR', 'TEAMS', 'ADDITIONAL'] as const;
export type Category = (typeof CATEGORIES)[number];

export const STATUSES = ['PENDING', 'DONE', 'FAILED'] as const;
export type Status = (typeof STATUSES)[number];

/** Of the location itself, or of a social upload. */
export type MediumKind = 'media' | 'socialMedia';

/** Names a medium wherever it is. */
export interface MediumName {
  readonly partnerId: string;
  readonly businessNumber: number;
  readonly kind: MediumKind;
  readonly mediaId: string;
}

export interface Medium extends MediumName {
  readonly accountNumber: number;
  readonly uploadId: string;
  /** Among those that were sent together, from 0. */
  readonly position: number;
  readonly url: string;
  readonly mediaCategory?: Category;
  readonly description?: string;
  readonly mediaFormat?: 'PHOTO' | 'VIDEO';
  readonly status: Status;
  /** ISO 8601, in UTC. */
  readonly created: string;
  /** How often it was tried to fetch. */
  readonly tries: number;
  /** When it was done or had failed: ISO 8601, in UTC. */
  readonly endedAt?: string;
  readonly failureReason?: string;
  /** Where the bytes are in the bucket, and what they are. */
  readonly object?: string;
  readonly format?: string;
  readonly width?: number;
  readonly height?: number;
  readonly fileBytes?: number;
}

const ID = /^[0-9a-f]{24}$/;
const PREFIXES = { media: 'MEDIA#', socialMedia: 'SOCIAL#' } as const;

export const drawId = (prefix: 'med' | 'upl'): string => `${prefix}_${random.hex(24)}`;
/** What is no id of ours is at no key. */
export const isMediaId = (text: string): boolean => text.startsWith('med_') && ID.test(text.slice(4));
export const isUploadId = (text: string): boolean => text.startsWith('upl_') && ID.test(text.slice(4));

/** Where all media and uploads of a location are. */
export const mediaPartition = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'BUSINESS', businessNumber, 'MEDIA');

export const mediumKey = ({ partnerId, businessNumber, kind, mediaId }: MediumName): Key => ({
  pk: mediaPartition(partnerId, businessNumber),
  sk: `${PREFIXES[kind]}${mediaId}`,
});

/** With what the keys of a location's own media begin. */
export const OWN_MEDIA = PREFIXES.media;

/** The prefixes of all objects of media in the bucket. Social uploads have their own, because the bucket expires them. */
export const OBJECT_PREFIXES = { media: 'business/', socialMedia: 'social/' } as const;

/** The prefix of a medium's objects in the bucket. */
export const objectPrefix = ({ partnerId, businessNumber, kind, mediaId }: MediumName): string =>
  `${OBJECT_PREFIXES[kind]}${partnerId}/${businessNumber}/${mediaId}/`;

/** A new item. @param expiresAtSeconds - of social uploads */
export const mediumItem = ({ kind, ...medium }: Medium, expiresAtSeconds?: number): Item =>
  itemOf(
    kind,
    {
      ...medium,
      ...firstMark(),
      bytes: recordBytes(medium as unknown as Record<string, unknown>),
      ...(expiresAtSeconds !== undefined && { expiresAtSeconds }),
    },
    mediumKey({ kind, ...medium }),
  );

/** The medium that an item holds: the opposite of `mediumItem`. */
export const mediumFrom = (item: Item): Medium => {
  const { type, ...rest } = item;
  return { ...(rest as unknown as Medium), kind: type as MediumKind };
};

export const isMedium = (item: Item | undefined): item is Item =>
  item !== undefined && Object.hasOwn(PREFIXES, String(item.type));

/** What a medium is. A file for posts is uploaded without saying it: its bytes do. */
export const formatIn = ({ format, mediaFormat }: Medium): 'PHOTO' | 'VIDEO' =>
  mediaFormat ?? (isFilm(format as Format) ? 'VIDEO' : 'PHOTO');
