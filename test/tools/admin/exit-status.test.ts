/** The exit status of a command, by what it threw. */
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { statusOf } from '../../../tools/admin/exit-status.ts';
import { AdminError } from '../../../tools/io.ts';

const thrown = (name: string, httpStatusCode?: number) =>
  Object.assign(new Error('some message'), { name, ...(httpStatusCode && { $metadata: { httpStatusCode } }) });

test.each([
  [5, thrown('InternalServerError')],
  [5, thrown('ServiceUnavailableException', 503)],
  [5, thrown('SomeNewException', 500)],
  [5, thrown('ThrottlingException', 400)],
  [4, thrown('ResourceNotFoundException', 400)],
  [3, thrown('AccessDeniedException', 400)],
  [5, new StoreUnavailable('the store cannot be reached', { cause: thrown('TimeoutError') })],
  [3, new StoreUnavailable('the store cannot be reached', { cause: thrown('ExpiredTokenException') })],
  [3, new StoreUnavailable('the store cannot be reached', { cause: thrown('CredentialsProviderError') })],
  [2, new AdminError('Pass --out.')],
  [1, thrown('SomeNewException', 400)],
  [1, undefined],
])('%i: %s', (status, error) => {
  expect(statusOf(error)).toBe(status);
});
