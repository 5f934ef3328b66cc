/** What is done to a good request to make a bad one, from its values down to its bytes. */
import { gzipSync } from 'node:zlib';
import type { Random } from './random.ts';

const deep = (open: string, close: string, levels: number, middle = '1') =>
  open.repeat(levels) + middle + close.repeat(levels);

/** Values that no field wants, or that only look like what it wants, as JSON. */
const ODD_VALUES: readonly string[] = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890123456789012345678901234567890',
  '0.1234567890123456789012345678901234567890123456789',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '[[[[["x"]]]]]',
  '""',
  '" "',
  '"null"',
  '"undefined"',
  '"NaN"',
  '"__proto__"',
  '"constructor"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"a\\ud83d"',
  '"\\ud83d\\ude00"',
  '"\\uffff\\ufffe"',
  '"\\u202e\\u2066"',
  '"\\u0041\\u030a\\u0323"',
  '"\\u2028\\u2029"',
  '"\\u001b[31m"',
  '"٢٠١"',
  '"２０１"',
  '"é"',
  '"$context.requestId"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must stay text
  '"${jndi:x}"',
  '"%00%0a"',
  '"../../etc"',
  '"#PROFILE"',
  '"\'; DROP TABLE x; --"',
  '"<script>"',
  '"101"',
  '"1e3"',
  '"0x10"',
  '" 7 "',
  '"Yes"',
  '"TRUE"',
  '"12/31/2099"',
  '"02/30/2024"',
  '"13/13/2013"',
  '"00/00/0000"',
  '"24:00"',
  '"99:99"',
  '"http://"',
  '"javascript:alert(1)"',
  '"https://\\u0000.example"',
  '"Opening Soon"',
  '"Temporarily Closed"',
  '"Permanently Closed"',
  '"NZ"',
  '"UK"',
  '"Etc/GMT+99"',
  '"(650) 555-0100"',
  '"+0000000000000000"',
  '{"__proto__":{"isOpen":1}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"length":5}',
  '{"length":-1,"0":"x"}',
  '{"then":"x"}',
  '{"toJSON":"x"}',
  '{"":""}',
  '{"a.b":1,"a":{"b":2}}',
  '{"#":"x","%23":"y"}',
  '{"\\u0000":1}',
  '{"\\ud800":1}',
];

const LONG_TEXTS = ['x', 'é', '😀', ' ', ',', 'a,', '0', '"', '\\', '\u0000', '-'] as const;

/** Longer than any limit of a schema, and now and then than the limit of a record. */
const longText = (random: Random): string => {
  const length = random.pick([51, 251, 256, 1001, 4001, 5001, 20_000, random.chance(0.02) ? 500_000 : 3000]);
  return JSON.stringify(random.pick(LONG_TEXTS).repeat(length));
};

const deepValue = (random: Random): string => {
  const levels = random.pick([5, 15, 16, 17, 33, 100, 1000, random.chance(0.1) ? 20_000 : 200]);
  return random.chance(0.5) ? deep('[', ']', levels) : deep('{"a":', '}', levels);
};

const manyItems = (random: Random): string =>
  `[${Array(random.pick([3, 4, 10, 11, 17, 101, 1001, random.chance(0.05) ? 20_000 : 50]))
    .fill(random.pick(ODD_VALUES))
    .join(',')}]`;

const oddValue = (random: Random): string => {
  const kind = random.below(20);
  if (kind === 0) return longText(random);
  if (kind === 1) return deepValue(random);
  return kind === 2 ? manyItems(random) : random.pick(ODD_VALUES);
};

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

type Header = readonly [string, string];

const TRACE = 'Root=1-5759e988-bd862e3fe1be46a994272793';
/** Headers that leave the framing of the request alone. */
const ODD_HEADERS: readonly Header[] = [
  ['Accept', 'application/problem+json'],
  ['Accept', 'application/problem+json;q=0, */*'],
  ['Accept', 'text/html'],
  ['Accept', ','.repeat(500)],
  ['Accept-Encoding', 'gzip'],
  ['Accept-Encoding', 'br;q=1, gzip;q=0.5, *;q=0'],
  ['Content-Type', 'application/json; charset=utf-16'],
  ['Content-Type', 'APPLICATION/JSON'],
  ['Content-Type', 'text/plain'],
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Content-Type', 'multipart/form-data; boundary=x'],
  ['Content-Type', 'application/octet-stream'],
  ['Content-Type', ''],
  ['Content-Type', ';'],
  ['Content-Type', 'application/json, text/plain'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br, gzip, deflate'],
  ['Content-Encoding', 'identity'],
  ['Content-MD5', 'x'],
  ['Idempotency-Key', 'one'],
  ['Idempotency-Key', 'two'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'with space'],
  ['Idempotency-Key', '#'.repeat(255)],
  ['Idempotency-Key', 'k'.repeat(256)],
  ['Idempotency-Key', '\xe9'],
  ['If-Match', '*'],
  ['If-Match', '"1"'],
  ['If-Match', '"1", "2", W/"3"'],
  ['If-Match', '"'.repeat(300)],
  ['If-None-Match', '*'],
  ['x-business-number', '100'],
  ['x-business-number', '0'],
  ['x-business-number', '1e2'],
  ['x-business-number', '\xd9\xa1'],
  ['x-business-number', '9'.repeat(4000)],
  ['x-api-key', ''],
  ['x-api-key', 'wrong'],
  ['x-api-key', 'test-key-that-is-revoked-001'],
  ['x-api-key', 'test-key-that-is-expired-001'],
  ['x-api-key', 'k'.repeat(129)],
  ['x-api-key', '\xff'.repeat(40)],
  ['X-API-KEY', '__proto__'],
  ['Authorization', 'AWS4-HMAC-SHA256 Credential=x'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-HTTP-Method-Override', '\xe9'],
  ['X-HTTP-Method-Override', '/../'],
  ['X-Amzn-Trace-Id', TRACE],
  ['X-Amzn-Trace-Id', '\xff\xfe'],
  ['X-Forwarded-For', '1, 2, 3'],
  ['X-Request-Id', 'mine'],
  ['Cookie', 'a=b; '.repeat(300)],
  ['Range', 'bytes=0-1'],
  ['Origin', 'https://evil.example'],
  ['TE', 'trailers'],
  ['Upgrade', 'websocket'],
  ['User-Agent', ''],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['A'.repeat(300), 'x'],
  ['X-Long', 'x'.repeat(7000)],
  ['X-Control', 'a\tb'],
];

export const oddHeader = (random: Random): Header => random.pick(ODD_HEADERS);

const ODD_SEGMENTS = [
  '0',
  '-1',
  '1e3',
  '101.0',
  '%31%30%31',
  '%00',
  '%2F',
  '..',
  '.',
  '%2e%2e',
  '%',
  '%zz',
  '%FF',
  '\xff\xfe',
  '\xd9\xa1\xd9\xa0\xd9\xa1',
  '101%23PROFILE',
  '9007199254740993',
  '9'.repeat(1700),
  '__proto__',
  '{businessId}',
  '101;x=1',
  '101%0d%0aX:y',
  '*',
  '|',
  '"',
  '<>',
];
const ODD_QUERIES = [
  '',
  '?',
  '&',
  '=',
  '&&&=&=',
  'validateOnly=maybe',
  'validateOnly=TRUE',
  'validateOnly',
  'validateOnly=true&validateOnly=false',
  'sindex=0&count=1',
  'sindex=-1',
  'sindex=1e3',
  'sindex=99999&count=1000',
  'count=0',
  'count=9007199254740993',
  'count=%00',
  'sindex=٢',
  'sortBy=keyword',
  'sortBy=__proto__',
  'businessId=100&businessId=x',
  'businessId[]=100',
  'businessId=%FF%FE',
  'businessId=%',
  '__proto__=1',
  'constructor[prototype]=1',
  `x=${'y'.repeat(6000)}`,
  'a=1;b=2;businessId=100',
].map((query) => Buffer.from(query).toString('latin1'));

/** Changes a request target: one of its segments, its query, or how it is written. */
export const mutateTarget = (target: string, random: Random): string => {
  const [path = '', query] = target.split('?');
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: {
      const segments = path.split('/');
      segments[1 + random.below(segments.length - 1)] = random.pick(ODD_SEGMENTS);
      return segments.join('/') + (query === undefined ? '' : `?${query}`);
    }
    case 3:
    case 4:
      return `${path}?${random.chance(0.5) && query ? `${query}&` : ''}${random.pick(ODD_QUERIES)}`;
    case 5:
      return `${random.pick(['/', '//', '/prod', '/prod/prod', '/PROD', 'http://other.example', 'http://'])}${target}`;
    case 6:
      return `${target}${random.pick(['/', '//', '#x', '%20', '.json', '/..', '/extra'])}`;
    default:
      return random.pick([
        '/',
        '*',
        '/prod',
        '/v1',
        '//',
        '/%2e%2e',
        '/docs/../v1',
        '/v1/business/',
        `/${'a/'.repeat(300)}`,
      ]);
  }
};

export const ODD_METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
];
