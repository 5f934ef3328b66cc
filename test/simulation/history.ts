/**
 * From what clients saw to a history that the checker checks. Each says what it does to a state that
 * clients can see. Nothing here knows marks or versions; an `ETag` is a text that stands for one state.
 */
import type { Answer, Attempt, Sent } from './client.ts';
import type { Operation, State } from './linearizable.ts';
import type { Draft, Subject } from './subjects/subject.ts';

/** One request, however often it is sent. */
export interface Request {
  readonly subject: string;
  /** No two of a schedule are alike. */
  readonly id: string;
  readonly text: string;
  readonly sent: Sent;
  /** Its Idempotency-Key. */
  readonly key?: string | undefined;
  /** The `ETag` that it asks for. */
  readonly ifMatch?: string | undefined;
  readonly isDry: boolean;
  /** What it does, and what its answers show. */
  readonly draft: Draft;
  /** The records that it is checked on, with their fields. */
  readonly records: Subject['records'];
}

export interface Sendings {
  readonly request: Request;
  readonly attempts: Attempt[];
}

/** What a state has next to its fields begins with an `@`: the tag that it was answered with, and whose a key is. */
const HIDDEN = '@'.charCodeAt(0);
const TAG = '@tag';
/** When the newest of the writes of a record was invoked. */
export const newestName = (record: string): string => `@newest ${record}`;
const keyName = ({ key, draft }: Request) => `@key ${draft.operation ?? ''} ${key}`;

/** Nothing is known of what these came to: no answer, given up, or a conflict, which had no effect. */
const UNKNOWN_FATES = new Set([0, 409, 503]);
const REUSED = 422;
const isConcluded = ({ answer }: Attempt) => !UNKNOWN_FATES.has(answer.status);
/** Whether clients see two states alike. */
const isAlike = (a: State, b: State): boolean => {
  for (const name in a) if (a[name] !== b[name] && name.charCodeAt(0) !== HIDDEN) return false;
  return true;
};

interface Times {
  readonly invoked: number;
  /** Then it was over: of unknown fate, it does not land on what was written after it. */
  readonly over?: number;
}

/** The state after a request that is executed. What changes nothing keeps its tag. */
const executed = (
  { draft, ifMatch, records }: Request,
  { invoked, over = Number.POSITIVE_INFINITY }: Times,
  state: State,
) => {
  if (ifMatch !== undefined && state[TAG] !== ifMatch) return undefined;
  const next = draft.apply(state);
  if (!next) return undefined;
  // Another object: this is a write, and no order without it is to be forgotten.
  if (isAlike(next, state)) return { ...state };
  const newest = (record: string) => Number(state[newestName(record)]);
  if (Object.keys(records).some((record) => newest(record) > over)) return undefined;
  const written = Object.entries(records).filter(([, fields]) => fields.some((field) => next[field] !== state[field]));
  const raised = written.map(([record]) => [newestName(record), String(Math.max(newest(record), invoked))]);
  return { ...next, [TAG]: '', ...Object.fromEntries(raised) };
};

/** Whether a refusal is right of a state. */
const isRefused = (request: Request, status: number, state: State): boolean => {
  const { ifMatch, draft } = request;
  if (status === 412) return ifMatch !== undefined && state[TAG] !== ifMatch;
  return (ifMatch === undefined || state[TAG] === ifMatch) && draft.apply(state) === undefined;
};

/** A 200 shows a state that the record has; the first one that shows it gives the state its tag. */
const observed =
  ({ draft }: Request, answer: Answer, dry?: (state: State) => State | undefined) =>
  (state: State) => {
    const shown = dry ? dry(state) : state;
    if (!shown || !draft.shows(answer, shown)) return undefined;
    const etag = draft.hasVersions === false ? '' : (answer.etag ?? '');
    if (state[TAG] === etag || etag === '') return state;
    return state[TAG] === '' ? { ...state, [TAG]: etag } : undefined;
  };

const textOf = ({ text }: Request, { answer }: Attempt) =>
  `${text} -> ${answer.status || 'no answer'} ${answer.etag ?? ''}`.trimEnd();

/** The operations of a request that changes nothing. */
const dryOperations = ({ request, attempts }: Sendings): Operation[] =>
  attempts.filter(isConcluded).map((attempt) => {
    const { answer, invoked, returned } = attempt;
    const dry = (state: State) =>
      request.ifMatch === undefined || state[TAG] === request.ifMatch ? request.draft.apply(state) : undefined;
    return {
      invoked,
      returned,
      isOptional: false,
      step:
        answer.status === 200
          ? observed(request, answer, dry)
          : (state) => (isRefused(request, answer.status, state) ? state : undefined),
      text: textOf(request, attempt),
    };
  });

/** What a request under a key does where the key is free: it takes it, executed or refused. */
const underKey = (request: Request, step: (state: State) => State | undefined) => (state: State) => {
  if (request.key === undefined) return step(state);
  const name = keyName(request);
  if (state[name] !== undefined) return undefined;
  const next = step(state);
  return next && { ...next, [name]: request.id };
};

/**
 * The operations of one request: what it did, once, and what each of its answers showed after that.
 *
 * @param bounds - whether one of unknown fate can't land on what was written after it was over: where clocks agree
 * @throws Error where its answers contradict each other
 */
export const operationsOf = (sendings: Sendings, bounds: boolean): Operation[] => {
  const { request, attempts } = sendings;
  if (request.isDry) return dryOperations(sendings);
  const concluded = attempts.filter(isConcluded);
  const statuses = new Set(concluded.map(({ answer }) => answer.status));
  if (statuses.size > 1) {
    throw new Error(`${request.text} was answered ${[...statuses].join(' and ')}, one request under one key`);
  }
  if (request.key !== undefined && attempts.some(({ answer }) => answer.status === 409)) {
    throw new Error(`${request.text} was answered 409: sent again, one request under one key is not lost`);
  }
  const [status] = statuses;
  const invoked = attempts[0]!.invoked;
  const refusedWith = (step: (state: State) => State | undefined): Operation[] =>
    concluded.map((attempt) => ({ ...attempt, isOptional: false, step, text: textOf(request, attempt) }));
  if (status === REUSED) {
    const name = keyName(request);
    return refusedWith((state) => (state[name] !== undefined && state[name] !== request.id ? state : undefined));
  }
  // Without a key it is over with its answer, and a conflict had no effect.
  if (status === undefined && attempts.every(({ answer }) => answer.status === 409)) return [];
  const attempt = concluded.toSorted((a, b) => a.returned - b.returned)[0];
  const ended = Math.max(...attempts.map((each) => each.over));
  const apply = (state: State) => executed(request, { invoked, ...(!attempt && bounds && { over: ended }) }, state);
  if (!attempt) {
    const keepsRefusal = (state: State) => apply(state) ?? (request.key === undefined ? undefined : { ...state });
    return [
      {
        invoked,
        returned: Number.POSITIVE_INFINITY,
        isOptional: true,
        step: underKey(request, keepsRefusal),
        text: textOf(request, attempts.at(-1)!),
      },
    ];
  }
  const { returned } = attempt;
  const refusal = (state: State) => (isRefused(request, status!, state) ? state : undefined);
  const effect: Operation = {
    invoked,
    returned,
    isOptional: false,
    step: underKey(request, status === 200 ? apply : refusal),
    text: textOf(request, attempt),
  };
  if (status !== 200) return [effect];
  const shown = concluded.map((each) => ({
    invoked,
    returned: each.returned,
    isOptional: false,
    step: observed(request, each.answer),
    text: `  shows ${textOf(request, each)}`,
    after: effect,
  }));
  return [effect, ...shown];
};
