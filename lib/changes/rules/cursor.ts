/** Cursors of the changes feed: a place in the feed of one account, under a digest. Pure. */
import { hash } from 'node:crypto';
import { sortableTime } from '../../dynamodb/table/keys.ts';

/** Whose feed a cursor is of. */
export interface Feed {
  readonly partnerId: string;
  readonly accountNumber: number;
}

const DIGEST_CHARACTERS = 16;
const PLACE = /^[0-9]{13}(?:#evt_[0-9a-f]{1,64})?$/;

const digestOf = ({ partnerId, accountNumber }: Feed, place: string): string =>
  hash('sha256', JSON.stringify(['changes', partnerId, accountNumber, place]), 'hex').slice(0, DIGEST_CHARACTERS);

/** The place at a time, before all entries that were noted at it or later. */
export const placeAt = (at: number): string => sortableTime(Math.max(0, at));

/** When a place was reached, in epoch milliseconds. */
export const timeOf = (place: string): number => Number(place.slice(0, 13));

/** @param place - the key of the last entry that was read, or a time (`placeAt`) */
export const cursorOf = (feed: Feed, place: string): string =>
  Buffer.from(`${place} ${digestOf(feed, place)}`).toString('base64url');

/** The place and the digest in a cursor; `undefined` if it is malformed. */
const partsOf = (cursor: string): readonly [place: string, digest: string] | undefined => {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [place = '', digest = '', ...others] = text.split(' ');
  const isRight = others.length === 0 && PLACE.test(place) && digest.length === DIGEST_CHARACTERS;
  // Text that decodes to the same bytes in another spelling is no cursor of ours.
  return isRight && Buffer.from(text).toString('base64url') === cursor ? [place, digest] : undefined;
};

/** Whether a cursor could be of the feed of some account. */
export const isCursor = (cursor: string): boolean => partsOf(cursor) !== undefined;

/** The place that a cursor names; `undefined` if it is malformed, or of another account. */
export const placeIn = (feed: Feed, cursor: string): string | undefined => {
  const [place, digest] = partsOf(cursor) ?? [];
  return place !== undefined && digest === digestOf(feed, place) ? place : undefined;
};
