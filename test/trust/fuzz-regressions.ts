/** Requests that once failed, kept as they were sent. Each is tried before anything else. */
import { operations } from '../../lib/operations.ts';
import type { FuzzRequest } from './fuzz-requests.ts';

/** What was wrong with the answer to it, the operation that it is for, and its bytes (Latin-1). */
interface Regression {
  readonly was: string;
  readonly operation: string;
  readonly bytes: string;
}

const KEY = 'x-api-key: test-key-of-our-partner-0001';

const posted = (method: string, path: string, body: string): string =>
  `${method} /v1/subscriptions/${path} HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const REGRESSIONS: readonly Regression[] = [
  {
    was: 'a 417 without a body for an expectation that is not known',
    operation: 'getMapsActionLinks',
    bytes: `GET /v1/listing/110/maps-action-links HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\nExpect: 200-ok\r\n\r\n`,
  },
  {
    was: 'a 400 without a body where there is no Host',
    operation: 'getMapsActionLinks',
    bytes: `GET /v1/listing/110/maps-action-links HTTP/1.1\r\n${KEY}\r\n\r\n`,
  },
  {
    was: 'a body for a HEAD whose path cannot be read',
    operation: 'updateBusiness',
    bytes: `HEAD /\xd9\xa1/business/111 HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`,
  },
  {
    was: 'a 500 for a time that says itself how it becomes a number',
    operation: 'replay',
    bytes: posted('POST', 'sub_f078_00_4be1a874356f0d2c/replay', '{"from":{"toString":1,"valueOf":2}}'),
  },
  {
    was: 'a 500 for an event that says itself how it becomes a text',
    operation: 'setWebhooks',
    bytes: posted(
      'PUT',
      'sub_f078_01_9d03c5e27fa1b640/webhooks',
      '{"webhooks":[{"url":"https://hooks.orchard.example/events","events":[{"toString":1,"valueOf":2}]}]}',
    ),
  },
];

export const regressions: readonly FuzzRequest[] = REGRESSIONS.map(({ was, operation, bytes }) => ({
  kind: `regression: ${was}`,
  bytes: Buffer.from(bytes, 'latin1'),
  ending: 'stay',
  operations: [operations.filter(({ id }) => id === operation)],
  whole: true,
  bodiless: bytes.startsWith('HEAD '),
}));
