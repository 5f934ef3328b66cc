/** Schemas that several fields share. Our own keywords are in `keywords.ts`. */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';
import { ONE_LINE } from './text.ts';

/** The response for each broken keyword: a row of the catalogue, or the message of a plain 400. */
export type KeywordErrors = { readonly [keyword: string]: ErrorEntry | string };

/**
 * How a value is read before it is checked.
 * - `flag`: 0/1, true/false, Yes/No in any case become the field's own values, given by `x-flag` as [false, true].
 * - `opt-out`: the same as a boolean, except that 1 is false and 0 is true.
 * - `list`: comma-separated text, or an array, becomes an array of trimmed, non-blank strings.
 * - `names`: the same, and a comma inside an array's item splits it.
 * - `text-list`: the same, kept as text.
 * - `country`: upper case; UK becomes GB.
 * - `upper`: upper case, as values are compared without case.
 * - `hour`: a time of day, `09:00` becomes `9:00`.
 * - `choice`: text that equals a value of the field's `enum`, without case, becomes that value.
 * - `array`: one object stands for an array of one.
 * - `map`: an object of any names, whose values are read as `additionalProperties` says; a blank one is an empty list.
 * - `opaque`: an object kept as sent.
 */
export type Reading =
  | 'flag'
  | 'opt-out'
  | 'list'
  | 'names'
  | 'text-list'
  | 'country'
  | 'upper'
  | 'hour'
  | 'choice'
  | 'array'
  | 'map'
  | 'opaque';

/** A field with one of two values. `off` and `on` are the field's own values for false and true. */
const flag = <Off, On>(off: Off, on: On) =>
  ({
    enum: [off, on],
    'x-read': 'flag',
    'x-flag': [off, on],
    'x-errors': { enum: `must be ${String(off)} or ${String(on)}` },
  }) as const;

export const text = { type: 'string' } as const;
export const zeroOrOne = { ...flag(0, 1), description: '0 = false, 1 = true' } as const;
/** Requests and responses invert the values of opt-out flags: 1 = false, 0 = true. */
export const optOut = { ...flag(1, 0), description: '1 = false, 0 = true' } as const;
/** An opt-out flag as a listing shows it: a boolean. */
export const optOutFlag = { ...flag(false, true), 'x-read': 'opt-out' } as const;
export const yesOrNo = flag('No', 'Yes');
export const trueOrFalse = flag(false, true);

const oneLine = {
  pattern: ONE_LINE,
  'x-errors': { pattern: 'must be one line of text without control characters' },
} as const;

/** Single-line text: names, codes, labels, phone numbers. */
export const line = { type: 'string', ...oneLine } as const;

export const maxLine = <N extends number>(maxLength: N) => ({ ...line, maxLength }) as const;

/** One email address. */
export const email = <N extends number>(maxLength: N) =>
  ({
    type: 'string',
    maxLength,
    allOf: [oneLine, { pattern: '^[^\\s@]+@[^\\s@]+$', 'x-errors': { pattern: 'must be one email address' } }],
  }) as const;

export const maxText = <N extends number>(maxLength: N) => ({ type: 'string', maxLength }) as const;

/** A number that is an identifier. */
export const identifier = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

// Each character matches in one way only, so these patterns can't backtrack at length.
const UNFIT = '\\s"\'<>\\u0000-\\u001f\\u007f';
const host = `[^${UNFIT}/?#:@\\\\]+`;
const label = `[^${UNFIT}/?#:@\\\\.]+`;
const dottedHost = `${label}(?:\\.${label})+`;
const port = '(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4})';
const rest = `(?::${port})?(?:[/?#][^${UNFIT}]*)?`;
const scheme = '[hH][tT][tT][pP][sS]?://';
const MAX_URL = 2048;

/** A URL with http or https. */
export const absoluteUrl = {
  type: 'string',
  maxLength: MAX_URL,
  pattern: `^${scheme}${host}${rest}$`,
  'x-errors': { pattern: 'must be an http or https URL' },
} as const;

/** A URL. The scheme may be missing (`www.example.com`); any scheme other than http and https is refused. */
export const url = {
  type: 'string',
  maxLength: MAX_URL,
  pattern: `^(?:${scheme}${host}|${dottedHost})${rest}$`,
  'x-errors': { pattern: 'must be an http or https URL' },
} as const;

/** A picture of a profile: a URL, or a medium of the location by its id (docs/content.md: media). */
export const picture = {
  type: 'string',
  maxLength: MAX_URL,
  pattern: `^(?:media:med_[0-9a-f]{24}|(?:${scheme}${host}|${dottedHost})${rest})$`,
  'x-errors': { pattern: 'must be an http or https URL' },
} as const;

/** A food link (2296, 2297): a URL with its scheme. */
export const foodLink = <E extends ErrorEntry>(error: E) =>
  ({
    type: 'string',
    maxLength: MAX_URL,
    pattern: absoluteUrl.pattern,
    'x-errors': { pattern: error, maxLength: error },
  }) as const;

/** A social profile: a plain name, or a URL with http or https. Any other scheme is refused. */
export const socialProfile = {
  type: 'string',
  maxLength: MAX_URL,
  pattern: `^(?:${scheme}${host}${rest}|[^${UNFIT}:/?#]+${rest})$`,
  'x-errors': { pattern: 'must be an http or https URL' },
} as const;

/** A cover image: JPG, JPEG or PNG. A URL whose path names another format is refused. */
export const coverImage = {
  allOf: [
    picture,
    {
      not: {
        type: 'string',
        pattern:
          '^[^?#]*\\.(?:[gG][iI][fF]|[wW][eE][bB][pP]|[sS][vV][gG]|[bB][mM][pP]|[tT][iI][fF]{1,2}|[hH][eE][iI][cC]|[aA][vV][iI][fF]|[iI][cC][oO]|[pP][dD][fF])(?:[?#]\\S*)?$',
      },
      'x-errors': { not: 'must be a JPG, JPEG or PNG image' },
    },
  ],
  type: 'string',
} as const;

/** A time of day, H:MM or HH:MM on a 24-hour clock. */
export const startHour = {
  type: 'string',
  'x-read': 'hour',
  pattern: '^(?:[01]?[0-9]|2[0-3]):[0-5][0-9]$',
  'x-errors': { pattern: 'must be a time of day, H:MM' },
} as const;
/** An end may be 24:00; an end before its start is on the next day. */
export const endHour = { ...startHour, pattern: '^(?:(?:[01]?[0-9]|2[0-3]):[0-5][0-9]|24:00)$' } as const;

/** Comma-separated text or an array; see `Reading`. */
export const list = { type: 'array', items: text, 'x-read': 'list' } as const;

/** A list of categories with a limit, and the numbered fields that some clients send. */
export const categories = <N extends number, P extends string>(maxItems: N, numbered: P) =>
  ({ type: 'array', items: line, 'x-read': 'names', maxItems, 'x-numbered': numbered }) as const;

/** A US phone number. `lib/business/rules/address.ts` decides on numbers outside the US. */
export const usPhone = '\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}';
export const internationalPhone = '\\+(?:[ -]*[0-9]){7,15}[ -]*';
export const LONGEST_PHONE = 100;
export const phone = <E extends ErrorEntry>(error: E) =>
  ({
    type: 'string',
    maxLength: LONGEST_PHONE,
    pattern: `^(?:${usPhone}|${internationalPhone})$`,
    'x-errors': { pattern: error, maxLength: error },
  }) as const;

/** `name` (1045 to 1047), checked in this order so that a blank name is reported as blank, not as too short. */
export const businessName = {
  type: 'string',
  'x-blank': 'check',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.nameBlank } },
    { minLength: 3, 'x-errors': { minLength: errors.nameTooShort } },
    { maxLength: 250, 'x-errors': { maxLength: errors.nameTooLong } },
    oneLine,
  ],
} as const;
