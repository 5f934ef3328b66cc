/** What is done to the body of a good request to make a bad one: to its text and to its bytes. */
import { gzipSync } from 'node:zlib';
import { deep, oddValue } from './fuzz-odd-values.ts';
import type { Random } from './random.ts';

const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'location.zip', '#', '\\u0000', '0'];

/** Where a value begins in a JSON text, and where a name may be put: found by a look at the text, not by parsing it. */
const VALUE = /(?<=[:[,])\s*(?:"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)(?=\s*[,\]}])/g;
const placeOf = (text: string, pattern: RegExp, random: Random) => {
  const places = [...text.matchAll(pattern)];
  return places.length === 0 ? undefined : random.pick(places);
};

const replaceValue = (text: string, random: Random): string => {
  const place = placeOf(text, VALUE, random);
  if (!place) return oddValue(random);
  return text.slice(0, place.index) + oddValue(random) + text.slice(place.index + place[0].length);
};

const insertIntoObject = (text: string, field: string, random: Random): string => {
  const place = placeOf(text, /\{/g, random);
  if (!place) return `{${field}}`;
  const behind = text.slice(place.index + 1);
  return `${text.slice(0, place.index + 1)}${field}${/^\s*\}/.test(behind) ? '' : ','}${behind}`;
};

const addField = (text: string, random: Random): string =>
  insertIntoObject(text, `"${random.pick(ODD_NAMES)}":${oddValue(random)}`, random);

/** The same name once more, with another value. */
const repeatField = (text: string, random: Random): string => {
  const name = placeOf(text, /"\w+"(?=\s*:)/g, random)?.[0] ?? '"phone"';
  return insertIntoObject(text, `${name}:${oddValue(random)}`, random);
};

const dropPart = (text: string, random: Random): string => {
  const from = random.below(text.length + 1);
  return text.slice(0, from) + text.slice(from + 1 + random.below(8));
};

const SCRAPS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '/**/',
  "'",
  '\ufeff',
  '\u0000',
  'NaN',
  '01',
  '1.',
];
const putScrap = (text: string, random: Random): string => {
  const at = random.below(text.length + 1);
  return text.slice(0, at) + random.pick(SCRAPS) + text.slice(at);
};

const WHOLE_TEXTS = (random: Random): readonly string[] => [
  '',
  ' ',
  '\ufeff{}',
  '[]',
  '{}',
  'null',
  '0',
  '"text"',
  '{}{}',
  '{},',
  'NaN',
  "{'a':1}",
  '{"a":1,}',
  '{a:1}',
  '{"a":undefined}',
  '<xml/>',
  'a=1&b=2',
  ")]}',\n{}",
  deep('[', ']', 1000),
  deep('{"alphaListing":', '}', 500, '{}'),
  `{"alphaListing":{"attributes":${deep('{"a":', '}', random.pick([14, 15, 16, 17, 40]))}}}`,
  '['.repeat(100_000),
  `{"a":"${'x'.repeat(random.pick([10, 100_000]))}"`,
];

/** Changes a body's text: its values, its names, its syntax. */
export const mutateText = (text: string, random: Random): string => {
  const kind = random.below(100);
  if (kind < 50) return replaceValue(text, random);
  if (kind < 65) return addField(text, random);
  if (kind < 75) return repeatField(text, random);
  if (kind < 84) return dropPart(text, random);
  if (kind < 93) return putScrap(text, random);
  return random.pick(WHOLE_TEXTS(random));
};

const BAD_BYTES = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0x80],
  [0xe2, 0x82],
  [0x00],
  [0xfe, 0xff],
];
const bomb = gzipSync(Buffer.alloc(20_000_000));

/** Changes a body's bytes. */
export const mutateBytes = (bytes: Buffer, random: Random): Buffer => {
  switch (random.below(7)) {
    case 0: {
      const at = random.below(bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(BAD_BYTES)), bytes.subarray(at)]);
    }
    case 1: {
      const changed = Buffer.from(bytes);
      for (let count = 1 + random.below(4); count > 0 && changed.length > 0; count--)
        changed[random.below(changed.length)] = random.below(256);
      return changed;
    }
    case 2:
      return Buffer.from(bytes.toString('base64'));
    case 3:
      return Buffer.from(bytes.toString('utf8'), 'utf16le');
    case 4:
      return gzipSync(bytes);
    case 5:
      return bomb;
    default:
      return bytes.subarray(0, random.below(bytes.length + 1));
  }
};
