/** The checks of the smoke test, with their expectations, and how a response is checked. Pure except for `run`. */
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import type { SmokeReply, SmokeRequest } from './send.ts';

export interface CheckOutcome {
  readonly ok: boolean;
  readonly result: string;
}

export interface SmokeCheck {
  readonly name: string;
  readonly expected: string;
  /**
   * `hold`: fails the run. `learn`: the behaviour of AWS is unknown, so the result is only recorded. `skip`: an option
   * is missing, or the check needs another stage; `expected` says which.
   */
  readonly kind: 'hold' | 'learn' | 'skip';
  run(): Promise<CheckOutcome>;
}

export type Send = (request: SmokeRequest) => Promise<SmokeReply>;

/** The API under test. */
export interface Site {
  readonly key: string;
  readonly send: Send;
  /** Absent if the API has no TLS, without which there is no HTTP/2. */
  readonly sendHttp2?: Send | undefined;
}

const MOST_SHOWN = 60;

const jsonOf = ({ text }: SmokeReply): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The code of an error with the body of all errors; `undefined` for any other response. */
export const errorCode = (reply: SmokeReply): number | undefined => {
  const body = jsonOf(reply) as { code?: unknown; message?: unknown } | undefined;
  if (typeof body !== 'object' || body === null || !/^application\/json/.test(reply.headers['content-type'] ?? ''))
    return undefined;
  const isOurs = Object.keys(body).sort().join() === 'code,message' && typeof body.message === 'string';
  return isOurs && typeof body.code === 'number' ? body.code : undefined;
};

/** Whether a response is an error with the body of all errors. */
export const isOurError = (reply: SmokeReply): boolean => errorCode(reply) !== undefined;

/** A response in a few words. */
export const describe = (reply: SmokeReply): string => {
  if (reply.status === 0) return `no answer: ${reply.text}`;
  const code = errorCode(reply);
  if (code !== undefined) return `${reply.status}, code ${code}`;
  const text = reply.text.replaceAll(/\s+/g, ' ');
  return `${reply.status} ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`.trim();
};

type AnswerCheck = (reply: SmokeReply, body: unknown) => boolean | string;

/** Checks one request. `accepts` returns a text that says what is wrong with the response. */
export const check = (
  kind: 'hold' | 'learn',
  name: string,
  expected: string,
  reply: () => Promise<SmokeReply>,
  accepts: AnswerCheck,
): SmokeCheck => ({
  kind,
  name,
  expected,
  async run() {
    const answer = await reply();
    const checked = accepts(answer, jsonOf(answer));
    const problem = typeof checked === 'string' ? `: ${checked}` : '';
    return { ok: checked === true, result: `${describe(answer)}${problem}` };
  },
});

/** Makes a check that a response is this error, with the body of all errors. */
export const expectError = (
  name: string,
  { status, code }: ErrorEntry,
  reply: () => Promise<SmokeReply>,
  kind: 'hold' | 'learn' = 'hold',
): SmokeCheck =>
  check(
    kind,
    name,
    `${status}, code ${code}`,
    reply,
    (answer) => answer.status === status && errorCode(answer) === code,
  );

export const skipped = (name: string, why: string): SmokeCheck => ({
  kind: 'skip',
  name,
  expected: why,
  run: async () => ({ ok: true, result: '' }),
});
