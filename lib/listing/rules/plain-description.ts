/**
 * Refuses URLs and phone numbers in the description of a business (docs/decisions.md: listings). The time of each
 * pattern grows only with the length of the text. Pure.
 */
import type { Changes } from '../../contract/fields.ts';
import { codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { wrong } from './catalogued.ts';

const DESCRIPTION = 'businessInfo.mainBusinessDescription';
const LONGEST_DESCRIPTION = 750;

/** Top-level domains that hardly ever start a sentence. */
const ANY_CASE = 'com|net|org|biz|edu|gov|mobi|xyz|dev|example|co\\.[a-z]{2}';
/**
 * Those that might start a sentence, or that mean a country or state in upper case: `packing house.Shop here`,
 * `Oakland.CA`.
 */
const ONE_CASE = 'app|br|ca|ch|cn|co|eu|fr|ie|info|io|jp|mx|nl|nz|online|pr|shop|site|store|tech|uk|website';
/** Those that are also short words in languages of listings. */
const WORDS = 'ai|au|de|es|in|it|me|tv|us';

/**
 * A sentence right after a full stop starts with a capital letter. So the domain must have the same case as the name
 * before it.
 */
const inOneCase = (before: string, domains: string, after: string): RegExp[] =>
  [
    ['\\p{L}', domains],
    ['\\p{Lu}', domains.toUpperCase()],
  ].map(
    ([letter, names]) =>
      new RegExp(`${before}(?<=${letter}[\\p{N}-]*)\\.(?:${names})(?![\\p{L}\\p{M}\\p{N}${after}])`, 'u'),
  );

const LABEL = '[\\p{L}\\p{N}-]';
const WEB_ADDRESSES: readonly RegExp[] = [
  /[a-z0-9]:\/\/|www\.[^\s.]/i,
  new RegExp(`[\\p{L}\\p{N}]\\.(?:${ANY_CASE})(?![\\p{L}\\p{M}])`, 'iu'),
  ...inOneCase('', ONE_CASE, ''),
  // `come in.us too` and `food.it's` are prose; `abc.in` and `abc.ac.in` are names.
  ...inOneCase(`(?<=${LABEL}{3}(?:\\.${LABEL}{2})?)`, WORDS, "'’-"),
];

/** The separators between digits of a phone number. */
const GAP = '(?:[ -]?\\(|\\)[ -]?|[ .-])?';

/** An area code in brackets, a country code, or ten digits in a row: only phone numbers look like that. */
const SURE_NUMBER = new RegExp(`\\((?:[0-9]{3}|0[0-9]{1,4})\\)[ -]?[0-9]{3}|\\+[0-9](?:${GAP}[0-9]){6}|[0-9]{10}`);

/** Ten digits in groups, nine if the first is 0, or a local number without area code. */
const GROUPED_NUMBER = new RegExp(
  `(?:[0-9]${GAP}){9}[0-9]|(?<![0-9])0(?:${GAP}[0-9]){8}|(?<![0-9])[2-9][0-9]{2}[-.][0-9]{4}(?![0-9])`,
);

const YEAR = '(?:1[5-9]|20)[0-9]{2}';
const DECIMAL = '[0-9]{1,4}\\.[0-9]{2}';
const HOUR = '(?:[01]?[0-9]|2[0-4])';
const CLOCK = '(?:[01][0-9]|2[0-4])[0-5][0-9]';
const DATE = `[0-3]?[0-9][.-][0-3]?[0-9][.-]${YEAR}`;
const RANGES = [
  `${DATE}(?:-${DATE})?`,
  `(?:${DECIMAL}|${HOUR})-(?:${DECIMAL}|${HOUR})`,
  DECIMAL,
  '(?<=\\p{Sc} ?)[0-9]{1,6}(?:-[0-9]{1,6})?',
].join('|');

/** Digits that are years, dates, hours or prices, although a phone number may look the same. */
const NO_NUMBER = new RegExp(
  [
    // After an area code that starts with 0 they are the rest of a number.
    `(?<![0-9]|(?<![0-9])0[0-9]{1,4}[ .)-]{1,2})${YEAR}(?:[ .-]${YEAR})+(?![0-9])`,
    `(?<![0-9+.-])(?:${RANGES})(?![.-]?[0-9])`,
    `(?<![0-9][ .)-]{0,2})${CLOCK}-${CLOCK}(?: ${CLOCK}-${CLOCK})*(?![0-9])`,
  ].join('|'),
  'gu',
);

const hasUrl = (text: string): boolean => WEB_ADDRESSES.some((pattern) => pattern.test(text));
const hasPhoneNumber = (text: string): boolean =>
  SURE_NUMBER.test(text) || GROUPED_NUMBER.test(text.replace(NO_NUMBER, 'x'));

/** The violations of a description; one that is too long is not searched. */
export const plainDescription = ({ [DESCRIPTION]: text }: Changes): Violation[] => {
  if (typeof text !== 'string' || codePoints(text) > LONGEST_DESCRIPTION) return [];
  return [
    ...(hasUrl(text) ? [wrong(DESCRIPTION, 'must not contain a URL')] : []),
    ...(hasPhoneNumber(text) ? [wrong(DESCRIPTION, 'must not contain a phone number')] : []),
  ];
};
