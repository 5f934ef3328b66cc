/** Parses options: durations, numbers, names. Pure; an invalid value fails with one sentence. */
import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const LONGEST = 10 * 366 * 86_400_000;

/** Milliseconds of a duration such as `90d`, `24h` or `30m`. */
export const duration = (text: string): number => {
  const [, digits, unit = ''] = /^([1-9][0-9]{0,8})([smhdw])$/.exec(text.trim()) ?? [];
  const milliseconds = Number(digits) * (UNITS[unit] ?? Number.NaN);
  if (milliseconds > 0 && milliseconds <= LONGEST) return milliseconds;
  throw new InvalidArgumentError('Use a duration of at most ten years, for instance 90d, 24h or 30m.');
};

/** A duration, or `never` for no expiry. */
export const durationOrNever = (text: string): number | 'never' => (text.trim() === 'never' ? 'never' : duration(text));

/** A time, or how long ago it was: returns a function from the current epoch milliseconds to those of the time. */
export const timeBefore = (text: string): ((now: number) => number) => {
  const trimmed = text.trim();
  if (/^[1-9][0-9]*[smhdw]$/.test(trimmed)) {
    const ago = duration(trimmed);
    return (now) => now - ago;
  }
  // Without a zone it is UTC, as are all times that the commands print.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(trimmed);
  const at = Date.parse(isDate || /(?:Z|[+-]\d\d:\d\d)$/.test(trimmed) ? trimmed : `${trimmed}Z`);
  if (/^\d{4}-/.test(trimmed) && at >= 0) return () => at;
  throw new InvalidArgumentError('Use a time such as 2026-01-31 or 2026-01-31T12:00Z, or an age: 7d, 24h.');
};

const integerFrom =
  (least: 0 | 1) =>
  (text: string): number => {
    const number = /^(?:0|[1-9][0-9]{0,15})$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= least) return number;
    throw new InvalidArgumentError(`Use a whole number from ${least}.`);
  };

/** The id of a contact: one of a data file may be below 1. */
export const contactId = (text: string): number => {
  const number = /^-?[0-9]{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('Use a whole number.');
};

export const integer = integerFrom(1);
export const integerOrZero = integerFrom(0);

export const partnerId = (text: string): string => {
  if (/^[a-z0-9-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('A partner id is 1 to 64 of a-z, 0-9 and -.');
};

/** A name for people. A blank one would be none. */
export const shownName = (text: string): string => {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Use a name that is not blank.');
};

/** The first digits of a key's hash, at least as many as `keys list` shows. */
export const keyId = (text: string): string => {
  if (/^[0-9a-f]{12,64}$/.test(text)) return text;
  throw new InvalidArgumentError('A key is named by its id, 12 digits of 0-9 and a-f; `keys list` shows it.');
};

export const stageName = (text: string): string => {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(text)) return text;
  throw new InvalidArgumentError('A stage name is a letter and up to 31 of a-z, 0-9 and -.');
};

export const webAddress = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Use a URL with http:// or https://.');
};

/** A time in the commands' output: UTC, to the second. */
export const shownTime = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** A stored time in the same form. Earlier releases imported any text as one, which is shown as it is. */
export const shownStored = (time: string): string =>
  Number.isNaN(Date.parse(time)) ? time : shownTime(Date.parse(time));
