/** Calls an operation: retries until it succeeds, fails for good, or runs out of time. */
import {
  ConnectionError,
  type ErrorFacts,
  errorOf,
  type ListingError,
  TimeoutError,
  type Violation,
} from './errors.ts';
import { exchange, type Lost, type Reply } from './exchange.ts';
import { type Given, type Operation, type WireRequest, wireRequest } from './request.ts';
import { isRetried, pause, retryAfterOf, waitBefore } from './retry.ts';
import {
  limitsOf,
  type PageOptions,
  type Resolved,
  resolved,
  type Settings,
  type VersionedWriteOptions,
} from './settings.ts';

/** The result of a call. */
export interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
  /** Include it when you report a problem. */
  readonly requestId: string;
  /** The version of the record, for `ifMatch`; `undefined` if the operation does not return a single record. */
  readonly etag: string | undefined;
  /** Whether the write was already executed with the same idempotency key. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

/** The result of a call that returns a record with a version. */
export interface VersionedAnswer<Data> extends Answer<Data> {
  readonly etag: string;
}

const isReply = (tried: Reply | Lost): tried is Reply => 'status' in tried;

/** The fields of an error's body, which may have any content. */
const refusal = (body: unknown): { code?: number; message?: string; violations?: readonly Violation[] } => {
  const { code, message, errors } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    ...(typeof code === 'number' && { code }),
    ...(typeof message === 'string' && { message }),
    // An entry without a field repeats the error itself.
    ...(Array.isArray(errors) && { violations: errors.filter((each) => typeof each?.pointer === 'string') }),
  };
};

const answerOf = ({ status, headers, body }: Reply, operation: Operation): Answer<unknown> => ({
  data: body,
  status,
  headers,
  requestId: headers.get('x-request-id') ?? '',
  // One that was lost on the way is empty, which is refused where it is sent: `undefined` would match any version.
  etag: headers.get('etag') ?? (operation.etag ? '' : undefined),
  replayed: headers.get('idempotent-replayed') === 'true',
});

/** Builds the error to throw. */
const errorFrom = (
  id: string,
  tried: Reply | Lost,
  { idempotencyKey }: WireRequest,
  attempts: number,
): ListingError => {
  const sent = { operation: id, attempts, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  if (!isReply(tried)) {
    const { lost, cause } = tried;
    return lost === 'time'
      ? new TimeoutError({ ...sent, message: 'No response in time', cause })
      : new ConnectionError({ ...sent, message: 'The connection failed', cause });
  }
  const { status, headers, body } = tried;
  const retryAfter = retryAfterOf(headers.get('retry-after'), Date.now());
  const requestId = headers.get('x-request-id');
  const etag = headers.get('etag');
  const facts: ErrorFacts = {
    message: `The response has status ${status} and is not from the API`,
    ...sent,
    status,
    ...refusal(body),
    ...(requestId !== null && { requestId }),
    ...(etag !== null && { etag }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return errorOf(status, facts);
};

/** A total of so many may count no further (list deliveries); no page reaches beyond it (2348). */
const MOST_COUNTED = 100_000;

/** Sends the requests of one client. */
export class Caller {
  readonly #settings: Resolved;

  /** @param client - the client's own name for `User-Agent` */
  constructor(settings: Settings, client: string) {
    this.#settings = resolved(settings, client);
  }

  /**
   * @throws ListingError of a class that says what to do; the reason of `signal` once that is aborted; TypeError for a
   *   parameter that the operation does not have, and a number that is not finite
   */
  async call<A extends Answer<unknown>>(
    operation: Operation,
    given: Given = {},
    options: VersionedWriteOptions = {},
  ): Promise<A> {
    const { timeout, deadline, retries } = limitsOf(options, this.#settings);
    const { signal } = options;
    const request = wireRequest(this.#settings, operation, given, options);
    const end = performance.now() + deadline;
    for (let attempts = 1; ; attempts++) {
      const left = end - performance.now();
      const tried = await exchange(this.#settings, request, Math.min(timeout, left), signal);
      if (isReply(tried) && tried.status >= 200 && tried.status < 300) return answerOf(tried, operation) as A;
      const error = errorFrom(operation.id, tried, request, attempts);
      const { status, retryAfter } = error;
      if (attempts > retries || (status !== undefined && !isRetried(status, retryAfter))) throw error;
      const wait = waitBefore(attempts, retryAfter, Math.random());
      // Waiting past the deadline would only delay the error.
      if (performance.now() + wait >= end) throw error;
      await pause(wait, signal);
    }
  }

  /** The pages of a list, one request each. */
  async *pages<Data>(operation: Operation, given: Given = {}, options: PageOptions = {}): AsyncGenerator<Answer<Data>> {
    const { pageSize, ...others } = options;
    const { in: place, start, size, counts, first = 0, usual, total } = operation.paging!;
    const length = pageSize ?? usual;
    for (let page = 0; ; page++) {
      const asked = { [start]: first + (counts === 'pages' ? page : page * length), [size]: length };
      const body = { ...(given.body as object | undefined), ...asked };
      const request = place === 'query' ? { ...given, ...asked } : { ...given, body };
      const answer = await this.call<Answer<Data>>(operation, request, others);
      yield answer;
      const all = total === undefined ? undefined : (answer.data as Readonly<Record<string, number>>)[total];
      // A record that changes meanwhile makes a page short: only a total, or an empty page, says that the list has ended.
      const hasTotal = all !== undefined && all < MOST_COUNTED;
      const isLast = hasTotal ? (page + 1) * length >= all : recordsOf(operation, answer).length === 0;
      if (isLast) return;
    }
  }

  /** The records of all pages, one after the other. */
  async *records<Row>(operation: Operation, given: Given = {}, options: PageOptions = {}): AsyncGenerator<Row> {
    for await (const answer of this.pages(operation, given, options)) yield* recordsOf(operation, answer) as Row[];
  }
}

const recordsOf = ({ paging }: Operation, { data }: Answer<unknown>): readonly unknown[] => {
  const records = paging?.records === undefined ? data : (data as Readonly<Record<string, unknown>>)[paging.records];
  return Array.isArray(records) ? records : [];
};
