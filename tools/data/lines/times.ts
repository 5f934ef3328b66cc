/** Reads times on data lines: ISO 8601, in UTC if they have no zone (docs/data-files.md). Pure. */
import { text } from '../../../lib/contract/atoms.ts';
import { EPOCH_MILLISECONDS, timeOf } from '../../../lib/contract/times.ts';
import { type Refused, refused } from './line.ts';

/** A date, or a date with a time. */
export const pointInTime = text;

/** Clocks of those who write files may be so far ahead. */
const AHEAD_MILLISECONDS = 60_000;

/**
 * Whether a time is later than now, by any clock.
 *
 * @param at - epoch milliseconds
 */
export const isAhead = (at: number, now: number): boolean => at > now + AHEAD_MILLISECONDS;

/** Whether something of this time is still kept, and has been. */
export const isKept = (at: number, keptMilliseconds: number, now: number): boolean =>
  at >= now - keptMilliseconds && !isAhead(at, now);

/** `timeOf` reads other formats too, which records may contain. */
const ISO_8601 =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;

/** Later times could not be compared as texts with others. */
const hasFourDigits = (time: number): boolean => /^[0-9]{4}-/.test(new Date(time).toISOString());

interface TimeOptions {
  /** The path of the fields in the line: `user.`. */
  readonly within?: string;
  /** Also accepts epoch milliseconds, as a number or as text. */
  readonly epoch?: true;
}

/** The times of a line in epoch milliseconds, for those fields that it has; or which of them is invalid. */
export const timesIn = (
  fields: object,
  names: readonly string[],
  { within = '', epoch }: TimeOptions = {},
): { readonly times: Readonly<Record<string, number>> } | Refused => {
  const times: Record<string, number> = {};
  for (const name of names) {
    const sent = (fields as Readonly<Record<string, unknown>>)[name];
    if (sent === undefined) continue;
    const isRead = ISO_8601.test(String(sent)) || (epoch && EPOCH_MILLISECONDS.test(String(sent)));
    const time = isRead ? timeOf(String(sent)) : Number.NaN;
    const forms = epoch ? 'an ISO 8601 date or time, or epoch milliseconds' : 'an ISO 8601 date or time';
    if (Number.isNaN(time)) return refused(`${within}${name} must be ${forms}`);
    if (!hasFourDigits(time)) return refused(`${within}${name} must be in the years 0000 to 9999 in UTC`);
    times[name] = time;
  }
  return { times };
};

/** The fields, with times as they are stored, in UTC; or which of them is invalid. */
export const inUtc = <Fields extends object>(
  fields: Fields,
  names: readonly string[],
  within = '',
): Fields | Refused => {
  const read = timesIn(fields, names, { within });
  if ('refused' in read) return read;
  const texts = Object.entries(read.times).map(([name, time]) => [name, new Date(time).toISOString()]);
  return { ...fields, ...Object.fromEntries(texts) };
};
