/** A page of the changes feed: what a request asks for, and what it gets. Pure. */
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Noted } from '../repository/change.ts';
import { isAbout } from '../repository/entry.ts';
import { SHOWN_AFTER_MILLISECONDS } from '../repository/noting.ts';
import { type Feed, isCursor, placeAt, placeIn, timeOf } from './cursor.ts';

export interface Asked {
  readonly cursor?: string | undefined;
  /** Epoch milliseconds. */
  readonly from?: number | undefined;
  readonly types: readonly string[];
}

/** The types in a comma-separated text. */
export const typesIn = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Why a request is refused before the account is looked up. */
export const wrongParameters = (
  { cursor, from, types }: Asked,
  known: readonly string[],
  now: number,
): readonly Violation[] => {
  const wrong = (parameter: string, problem: string): Violation => ({
    path: '',
    parameter,
    error: invalid(parameter, problem),
  });
  const isBoth = cursor !== undefined && from !== undefined;
  const isAhead = !isBoth && from !== undefined && from > now;
  return [
    ...(isBoth ? [wrong('from', 'must not be sent with cursor')] : []),
    ...(isAhead ? [wrong('from', 'must not be in the future')] : []),
    ...(types.every((type) => known.includes(type)) ? [] : [wrong('types', 'must be names of events')]),
  ];
};

const noCursor = (parameter: string): Violation => ({ path: '', parameter, error: errors.cursorInvalid });

/** How old a place may be, in milliseconds, and what time it is. */
interface Kept {
  readonly now: number;
  readonly kept: number;
}

const isGone = (from: number, { now, kept }: Kept): boolean => now - from > kept;

/** What can be said of the place before the account is looked up: it is refused after that. */
export const lateParameters = ({ cursor, from }: Pick<Asked, 'cursor' | 'from'>, kept: Kept): readonly Violation[] => {
  if (cursor !== undefined) return isCursor(cursor) ? [] : [noCursor('cursor')];
  return from !== undefined && isGone(from, kept) ? [noCursor('from')] : [];
};

/** Where a page begins: after this place. */
export const placeAsked = (
  { cursor, from }: Asked,
  feed: Feed,
  kept: Kept,
): { readonly place: string } | { readonly refused: Violation } => {
  const refused = (parameter: string) => ({ refused: noCursor(parameter) });
  if (cursor !== undefined) {
    const place = placeIn(feed, cursor);
    return place === undefined || isGone(timeOf(place), kept) ? refused('cursor') : { place };
  }
  if (from !== undefined && isGone(from, kept)) return refused('from');
  return { place: placeAt((from ?? kept.now) - SHOWN_AFTER_MILLISECONDS) };
};

/** The place before which a page ends: later entries may not be complete yet. */
export const endAt = (now: number): string => placeAt(now - SHOWN_AFTER_MILLISECONDS);

export interface Filter {
  readonly types: readonly string[];
  /** The location that the request names. */
  readonly businessNumber?: number | undefined;
  readonly pageSize: number;
}

export interface Page {
  readonly changes: readonly Noted[];
  /** The place after which the next page begins. */
  readonly place: string;
  readonly hasMore: boolean;
}

/**
 * The page that a filter leaves of the entries that were read.
 *
 * @param isRest - whether nothing follows these entries up to `end`
 */
export const pageOf = (
  found: readonly Noted[],
  { types, businessNumber, pageSize }: Filter,
  { isRest, end }: { readonly isRest: boolean; readonly end: string },
): Page => {
  const changes: Noted[] = [];
  let read = 0;
  for (const change of found) {
    if (changes.length === pageSize) break;
    read++;
    const isOfType = types.length === 0 || types.includes(change.type);
    if (isOfType && (businessNumber === undefined || isAbout(change, businessNumber))) changes.push(change);
  }
  const hasMore = read < found.length || !isRest;
  return { changes, hasMore, place: hasMore ? found[read - 1]!.sk : end };
};
