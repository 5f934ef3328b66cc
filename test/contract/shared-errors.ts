/** How the errors come about that no operation has for itself: one table for all. */
import type { Operation, Unprovoked } from '../../lib/contract/cases.ts';
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { type Call, CallError } from '../../lib/dynamodb/client/call.ts';
import type { Sent } from './sample-call.ts';

/** A request, and where it takes more than one what comes before it or what the table does meanwhile. */
interface SharedProvocation extends Sent {
  /** Sent first, and answered with a 200. */
  readonly first?: Sent;
  /** Answers in place of the table, once the partner's key was looked up. */
  readonly table?: Call;
}

const throttles: Call = async () => {
  throw new CallError('throttled', { name: 'ThrottlingException', attempts: 3, uncertain: false });
};
/** No response of DynamoDB: a fault that no one has thought of. */
const answersNothing: Call = async () => undefined as never;

const IDEMPOTENT = { 'Idempotency-Key': 'provocation-422' };

/** A body that is right too, and means another request than that of the first example. */
const otherBody = (request: Operation['request'], [first, second]: Operation['cases']['examples']): unknown => {
  if (!request) return undefined;
  // In an opaque body no field is unknown.
  const isOpaque = (request as { readonly 'x-read'?: string })['x-read'] === 'opaque';
  return isOpaque ? second?.body : { ...(first.body as object), unknownField: 1 };
};

/** What asks the table for nothing but the key is sent with one that is not remembered. */
const asking = ({ access }: Operation): Sent => (access.length === 0 ? { key: 'no-such-key-0000000000002' } : {});

type Provoke = (operation: Operation) => SharedProvocation | Unprovoked;

export const sharedProvocations: ReadonlyMap<ErrorEntry, Provoke> = new Map<ErrorEntry, Provoke>([
  [errors.keyMissing, () => ({ key: null })],
  [errors.keyInvalid, () => ({ key: 'no-such-key-0000000000001' })],
  [errors.routeNotFound, () => ({ unprovoked: 'test/local/gateway.test.ts' })],
  [
    errors.bodyTooLarge,
    ({ request }) =>
      request ? { body: { padding: 'x'.repeat(1_048_576) } } : { unprovoked: 'test/local/gateway-http.test.ts' },
  ],
  [errors.urlTooLong, () => ({ unprovoked: 'test/local/gateway-http.test.ts' })],
  [errors.rateLimitExceeded, () => ({ unprovoked: 'test/local/front.test.ts' })],
  [errors.internal, (operation) => ({ table: answersNothing, ...asking(operation) })],
  [errors.unavailable, (operation) => ({ table: throttles, ...asking(operation) })],
  [errors.timedOut, () => ({ unprovoked: 'test/local/gateway-http.test.ts' })],
  [errors.conflict, () => ({ unprovoked: 'test/functions/business/update-business/concurrency.test.ts' })],
  [errors.versionChanged, () => ({ parameters: { 'If-Match': '"no-such-version"' } })],
  [
    errors.idempotencyKeyReused,
    ({ cases: { examples }, request }) => ({
      parameters: IDEMPOTENT,
      body: examples[0].body,
      first: {
        // Without a body it is the request of another example, or of the same on a version.
        parameters: { ...(!request && { 'If-Match': '*', ...examples[1]?.parameters }), ...IDEMPOTENT },
        body: otherBody(request, examples),
      },
    }),
  ],
  ...[errors.pageTooDeep, laterErrors.pageTooDeep].map((entry): [ErrorEntry, Provoke] => [
    entry,
    ({ paging }) => ({ parameters: paging ? { [paging.start]: 99_999, [paging.size]: 10 } : {} }),
  ]),
]);
