/** Calls to the table: what failed, what is over, how large a record may be. */
import type { Mutant } from '../mutant.ts';

const STORE = 'threat: throttles, hangs or breaks';
const FAULTS = 'part: faults';
const DEADLINE = 'test/lib/dynamodb/deadline.test.ts';
const CLIENT = 'test/lib/dynamodb/client/client.test.ts';
const HELD_UP = ['test/functions/conventions/chain.test.ts', 'is answered 503 ahead of its time-out'] as const;
const RECORD = ['test/functions/business/update-business/bodies.test.ts', 'is at most 128 KB'] as const;

export const store: readonly Mutant[] = [
  {
    name: 'uncertain-try-forgotten',
    file: 'lib/dynamodb/client/client.ts',
    find: 'uncertain ||= failure.uncertain === true;',
    replace: 'uncertain = failure.uncertain === true;',
    tests: [[CLIENT, 'whether an earlier try may have been applied']],
    promise: 'once: 3',
  },
  {
    name: 'empty-response-for-no-item',
    file: 'lib/dynamodb/client/responses.ts',
    find: 'if (isSuccess && fields) return fields;',
    replace: 'if (isSuccess) return fields ?? {};',
    tests: [
      [CLIENT, 'recovers from'],
      ['test/lib/dynamodb/faults.test.ts', 'twice finds what is there'],
    ],
    promise: FAULTS,
  },
  {
    name: 'server-fault-for-certain',
    file: 'lib/dynamodb/client/responses.ts',
    find: 'uncertain: status >= 500 || name === IN_PROGRESS',
    replace: 'uncertain: name === IN_PROGRESS',
    tests: [
      ['test/lib/dynamodb/faults.test.ts', 'always says what is known of it'],
      [CLIENT, 'gives up after three tries on'],
    ],
    promise: 'once: 2',
  },
  {
    name: 'one-try',
    file: 'lib/dynamodb/client/call.ts',
    find: 'export const MOST_TRIES = 3;',
    replace: 'export const MOST_TRIES = 1;',
    tests: [[CLIENT, 'recovers from']],
    promise: STORE,
  },
  {
    name: 'tries-of-a-store-that-fails-for-long',
    file: 'lib/dynamodb/client/retries.ts',
    find: 'if (left < cost) return undefined;',
    replace: '',
    tests: [[CLIENT, 'ends the retries of a store that fails for long']],
    promise: STORE,
  },
  {
    name: 'no-deadline',
    file: 'lib/http/endpoint.ts',
    find: 'deadline: clock.now() + remaining, ',
    replace: '',
    tests: [HELD_UP],
    promise: STORE,
  },
  {
    name: 'deadline-not-passed-on',
    file: 'lib/http/authenticate.ts',
    find: 'serviceTable().within(event.limits)',
    replace: 'serviceTable()',
    tests: [HELD_UP],
    promise: STORE,
  },
  {
    name: 'tries-past-the-deadline',
    file: 'lib/dynamodb/client/try-error.ts',
    find: '(deadline !== undefined && clock.now() >= deadline)',
    replace: '(deadline !== undefined && deadline < 0)',
    tests: [[DEADLINE, 'that has passed lets nothing begin']],
    promise: 'part: freeze',
  },
  {
    name: 'sent-by-a-process-that-was-frozen',
    file: 'lib/dynamodb/client/exchange.ts',
    find: 'if (isOver(options)) return giveUp();',
    replace: '',
    tests: [[DEADLINE, 'is looked at before a request is written']],
    promise: 'part: freeze',
  },
  {
    name: 'signal-ignored',
    file: 'lib/dynamodb/client/exchange.ts',
    find: "signal?.addEventListener('abort', onAbort, { once: true });",
    replace: '',
    tests: [[DEADLINE, 'ends the try under way, whose write may have been applied']],
    promise: 'once: 3',
  },
  {
    name: 'calls-after-the-response',
    file: 'lib/http/endpoint.ts',
    find: 'signal.abort(ANSWERED);',
    replace: '',
    tests: [['test/functions/conventions/endpoint.test.ts', 'ends what still runs of it']],
    promise: 'part: freeze',
  },
  {
    name: 'fault-of-the-store-answers-500',
    file: 'lib/http/api-error.ts',
    find: "['StoreUnavailable', errors.unavailable],",
    replace: "['StoreUnavailable', errors.internal],",
    tests: [HELD_UP],
    promise: FAULTS,
  },
  {
    name: 'record-of-any-size',
    file: 'lib/dynamodb/table/record-size.ts',
    find: 'export const MAX_RECORD_BYTES = 131_072;',
    replace: 'export const MAX_RECORD_BYTES = 393_216;',
    tests: [RECORD],
    promise: 'threat: sends the costliest body',
  },
  {
    name: 'room-of-the-record-not-asked-for',
    file: 'lib/dynamodb/writes/save-version.ts',
    find: 'const room = MAX_RECORD_BYTES - added;',
    replace: 'const room = MAX_RECORD_BYTES;',
    tests: [RECORD],
    promise: 'threat: sends the costliest body',
  },
];
