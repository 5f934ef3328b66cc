/** What is done to the head of a good request to make a bad one: to its headers, its target and its method. */
import type { Random } from './random.ts';

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
