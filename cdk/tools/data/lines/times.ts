/** Points in time on data lines: ISO 8601, in UTC where they have no zone (docs/data-files.md). Pure. */
import { text } from '../../../../lib/contract/atoms.ts';
import { EPOCH_MILLISECONDS, timeOf } from '../../../../lib/contract/times.ts';
import { type Refused, refused } from './line.ts';

/** A date, or a date with a time. */
export const pointInTime = text;

/** `timeOf` reads other forms too, in which records may have times. */
const ISO_8601 =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;

interface TimeOptions {
  /** Where the fields stand in the line: `user.`. */
  readonly within?: string;
  /** Epoch milliseconds, as a number or as text, are one too. */
  readonly epoch?: true;
}

/** The times of a line in epoch milliseconds, of those fields that it has; or which of them is none. */
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
    times[name] = time;
  }
  return { times };
};

/** Fields with those that are times as they are stored, in UTC; or which of them is none. */
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
