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
];

export const regressions: readonly FuzzRequest[] = REGRESSIONS.map(({ was, operation, bytes }) => ({
  kind: `regression: ${was}`,
  bytes: Buffer.from(bytes, 'latin1'),
  ending: 'stay',
  operations: [operations.filter(({ id }) => id === operation)],
  whole: true,
  bodiless: false,
}));
