/**
 * Schema atoms that several fields share, and our annotations.
 *
 * - `x-errors`: the response for a broken constraint, by keyword: a row of the catalogue, or the text of a plain 400.
 * - `x-read`: how `coercion.ts` reads the forms that real clients send (see `Reading`).
 * - `x-blank: 'judge'`: a blank value is left for the constraints to judge; elsewhere it clears the field.
 * - `x-missing`: what a field that is left out is judged as, where that is not the same as any other missing one.
 * - `x-blank-rows`: rows of an array that say nothing are dropped where a sibling has a value, and refused elsewhere.
 * - `x-only-where`: it is left out as an unknown field is, unless a field that stands ahead of it has one of these values.
 * - `x-aliases`: other names of the field. `x-numbered`: a pattern of numbered fields that are read into the list.
 */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';
import { ONE_LINE } from './text.ts';

/** The response for each keyword that may be broken: a row of the catalogue, or what is wrong, for a plain 400. */
export type KeywordErrors = { readonly [keyword: string]: ErrorEntry | string };

/**
 * How a value is read before it is checked.
 * `flag`: 0/1, true/false, Yes/No in any case become the field's own form, given by `x-flag` as [false, true]. `opt-out`: the
 * same as a boolean, but that 1 is false and 0 is true.
 * `list`: comma text, or an array, becomes an array of trimmed, non-blank strings. `names`: the same, and a comma inside an
 * array's item splits it. `text-list`: the same, kept as text. `country`: upper case, UK is GB. `array`: one object stands
 * for an array of one. `map`: an object of any names, whose values are read as `additionalProperties` says; a blank one is an
 * empty list. `opaque`: an object kept as sent.
 */
export type Reading = 'flag' | 'opt-out' | 'list' | 'names' | 'text-list' | 'country' | 'array' | 'map' | 'opaque';

/** A field that is one of two values; `off` and `on` are the field's own form of false and true. */
const flag = <Off, On>(off: Off, on: On) =>
  ({
    enum: [off, on],
    'x-read': 'flag',
    'x-flag': [off, on],
    'x-errors': { enum: `must be ${String(off)} or ${String(on)}` },
  }) as const;

export const text = { type: 'string' } as const;
export const zeroOrOne = { ...flag(0, 1), description: '0 = false, 1 = true' } as const;
/** The interface states the values of the opt-out flags the other way round: 1 = false, 0 = true. */
export const optOut = { ...flag(1, 0), description: '1 = false, 0 = true' } as const;
/** The same as a listing has it. */
export const optOutFlag = { ...flag(false, true), 'x-read': 'opt-out' } as const;
export const yesOrNo = flag('No', 'Yes');
export const trueOrFalse = flag(false, true);

const oneLine = {
  pattern: ONE_LINE,
  'x-errors': { pattern: 'must be one line of text without control characters' },
} as const;

/** Text of one line: names, codes, labels, numbers of telephones. */
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

/** A number that identifies something. */
export const identifier = {
  type: 'integer',
  format: 'int64',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

// Each character can be matched in one way only, so that no text makes these patterns backtrack at length.
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

/** A URL; the scheme may be missing (`www.example.com`), any other than http and https is refused. */
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

/** The interface calls the social profiles strings: a name is accepted, a scheme other than http and https is not. */
export const socialProfile = {
  type: 'string',
  maxLength: MAX_URL,
  pattern: `^(?:${scheme}${host}${rest}|[^${UNFIT}:/?#]+${rest})$`,
  'x-errors': { pattern: 'must be an http or https URL' },
} as const;

/** A cover image is JPG, JPEG or PNG: a URL whose path names another format is refused. */
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
  pattern: '^(?:[01]?[0-9]|2[0-3]):[0-5][0-9]$',
  'x-errors': { pattern: 'must be a time of day, H:MM' },
} as const;
/** An end may be 24:00; an end before its start is on the next day. */
export const endHour = { ...startHour, pattern: '^(?:(?:[01]?[0-9]|2[0-3]):[0-5][0-9]|24:00)$' } as const;

/** Comma text or an array; see `Reading`. */
export const list = { type: 'array', items: text, 'x-read': 'list' } as const;

/** A list of categories with a limit and the numbered fields that vendors' clients send. */
export const categories = <N extends number, P extends string>(maxItems: N, numbered: P) =>
  ({ type: 'array', items: line, 'x-read': 'names', maxItems, 'x-numbered': numbered }) as const;

/** A US telephone number, or one that may be right outside the US: `lib/business/rules/address.ts` decides. */
export const usPhone = '\\([0-9]{3}\\) [0-9]{3}-[0-9]{4}';
export const internationalPhone = '\\+(?:[ -]*[0-9]){7,15}[ -]*';
export const phone = <E extends ErrorEntry>(error: E) =>
  ({ type: 'string', pattern: `^(?:${usPhone}|${internationalPhone})$`, 'x-errors': { pattern: error } }) as const;

/** `name` (1045 to 1047), checked in this order so that a blank name is reported as blank, not as too short. */
export const businessName = {
  type: 'string',
  'x-blank': 'judge',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.nameBlank } },
    { minLength: 3, 'x-errors': { minLength: errors.nameTooShort } },
    { maxLength: 250, 'x-errors': { maxLength: errors.nameTooLong } },
    oneLine,
  ],
} as const;
