/** Requests to one contended record, and what the answer of each says of the record. Pure. */
import type { Operation, State } from '../simulation/linearizable.ts';
import { KEYS, REQUIRED } from '../support/world.ts';
import type { Random } from './random.ts';

/** What clients write and answers show. */
export const FIELDS = ['alias', 'keywords', 'payment'] as const;
export const initialState: State = { alias: '', keywords: '', payment: '' };

export interface Times {
  readonly invoked: number;
  readonly returned: number;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly validateOnly?: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Answer extends Times {
  readonly status: number;
  readonly etag: string | undefined;
  readonly isReplay: boolean;
  readonly shown: State;
  readonly text: string;
}

/** What a function reads of a request. */
export const eventOf = (businessNumber: number, { headers, validateOnly = false, fields }: Sent) => ({
  headers: { 'x-api-key': KEYS.ours, ...headers },
  pathParameters: { businessId: String(businessNumber) },
  queryStringParameters: validateOnly ? { validateOnly: 'true' } : null,
  body: JSON.stringify({ ...REQUIRED, ...fields }),
  isBase64Encoded: false,
  requestContext: { requestId: 'history' },
});

export const stateOf = (fields: Readonly<Record<string, unknown>>): State =>
  Object.fromEntries(FIELDS.map((name) => [name, String(fields[name] ?? '')]));

/** Some fields, all with one value that no one else writes. */
export const newFields = (random: Random, value: string): Readonly<Record<string, string>> => {
  const [first, ...rest] = FIELDS.toSorted(() => random.below(3) - 1);
  return Object.fromEntries([first, ...rest.filter(() => random.chance(0.4))].map((name) => [name, value]));
};

const isSame = (a: State, b: State): boolean => FIELDS.every((name) => a[name] === b[name]);

/** The record was seen so. */
export const readOf = (times: Times, shown: State, text: string, after?: Operation): Operation => ({
  ...times,
  step: (state) => (isSame(state, shown) ? state : undefined),
  isOptional: false,
  text: `${text} shows ${JSON.stringify(shown)}`,
  after,
});

/** The record was seen as it would be with these fields, and was not changed. */
export const dryRunOf = (times: Times, { fields }: Sent, expected: State | undefined, shown: State): Operation => ({
  ...times,
  step: (state) =>
    isSame({ ...state, ...fields }, shown) && (expected === undefined || isSame(state, expected)) ? state : undefined,
  isOptional: false,
  text: `dry run ${JSON.stringify(fields)} shows ${JSON.stringify(shown)}`,
});

/** The record was another than was expected, and was not changed. */
export const refusalOf = (times: Times, expected: State): Operation => ({
  ...times,
  step: (state) => (isSame(state, expected) ? undefined : state),
  isOptional: false,
  text: `refused, as it is not ${JSON.stringify(expected)}`,
});

/** @param expected - the state that `If-Match` asks for */
export const writeOf = (times: Times, { fields }: Sent, expected: State | undefined, landed: boolean): Operation => ({
  invoked: times.invoked,
  returned: landed ? times.returned : Number.POSITIVE_INFINITY,
  step: (state) => (expected === undefined || isSame(state, expected) ? { ...state, ...fields } : undefined),
  isOptional: !landed,
  text: `${landed ? '' : 'unanswered '}write ${JSON.stringify(fields)}${expected ? ` on ${JSON.stringify(expected)}` : ''}`,
  ...(!landed && { over: times.returned }),
});

/** Whether an answer says that the request may be sent again: 503, or 409, which says that nothing was done. */
export const isOpen = ({ status }: Answer): boolean => status === 503;

/**
 * What the answers to one write come to, which was sent once, or several times under its idempotency key.
 *
 * @returns its operations; or what is wrong with the answers taken together
 */
export const outcomeOf = (
  sent: Sent,
  answers: readonly Answer[],
  expected: State | undefined,
): readonly Operation[] | string => {
  const closed = answers.filter((answer) => !isOpen(answer));
  const invoked = Math.min(...answers.map((answer) => answer.invoked));
  const ended = Math.max(...answers.map((answer) => answer.returned));
  const first = Math.min(...closed.map((answer) => answer.returned));
  const statuses = new Set(closed.map(({ status }) => status));
  if (statuses.size > 1) return `one request has two answers: ${[...statuses].join(', ')}`;
  const [status] = statuses;
  if (status === undefined) return [writeOf({ invoked, returned: ended }, sent, expected, false)];
  // Known not to have landed, and to say nothing of the record.
  if (status === 409 && sent.headers?.['Idempotency-Key'] === undefined) return [];
  if (status === 412 && expected) return [refusalOf({ invoked, returned: first }, expected)];
  if (status !== 200) return `${status} ${closed[0]?.text}`;
  const write = writeOf({ invoked, returned: first }, sent, expected, true);
  const shown = closed.map(({ returned, shown: state }) => readOf({ invoked, returned }, state, 'its answer', write));
  return [write, ...shown];
};
