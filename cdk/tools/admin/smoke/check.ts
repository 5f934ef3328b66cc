/** What the smoke test is made of: checks, what each expects, and how a response is judged. Pure but for `run`. */
import type { ErrorEntry } from '../../../../lib/contract/error-entry.ts';
import type { SmokeReply, SmokeRequest } from './send.ts';

export interface Verdict {
  readonly ok: boolean;
  readonly result: string;
}

export interface SmokeCheck {
  readonly name: string;
  readonly expected: string;
  /**
   * `hold`: fails the run. `learn`: nobody knows what AWS does, so that the result is written down. `skip`: an option is
   * missing, or only another stage can show it; `expected` says which.
   */
  readonly kind: 'hold' | 'learn' | 'skip';
  run(): Promise<Verdict>;
}

export type Send = (request: SmokeRequest) => Promise<SmokeReply>;

/** The API under test. */
export interface Site {
  readonly key: string;
  readonly send: Send;
  /** Absent where the API has no TLS, without which there is no HTTP/2. */
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

/** The code of an error in the form that every error has; `undefined` for anything else. */
export const errorCode = (reply: SmokeReply): number | undefined => {
  const body = jsonOf(reply) as { code?: unknown; message?: unknown } | undefined;
  if (typeof body !== 'object' || body === null || !/^application\/json/.test(reply.headers['content-type'] ?? ''))
    return undefined;
  const isOurs = Object.keys(body).sort().join() === 'code,message' && typeof body.message === 'string';
  return isOurs && typeof body.code === 'number' ? body.code : undefined;
};

/** Whether a response is an error in the form that every error has. */
export const isOurError = (reply: SmokeReply): boolean => errorCode(reply) !== undefined;

/** An answer in a few words. */
export const describe = (reply: SmokeReply): string => {
  if (reply.status === 0) return `no answer: ${reply.text}`;
  const code = errorCode(reply);
  if (code !== undefined) return `${reply.status}, code ${code}`;
  const text = reply.text.replaceAll(/\s+/g, ' ');
  return `${reply.status} ${text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}`.trim();
};

type Judge = (reply: SmokeReply, body: unknown) => boolean | string;

/** A check of one request. A judge that answers with a text says what is wrong. */
export const check = (
  kind: 'hold' | 'learn',
  name: string,
  expected: string,
  reply: () => Promise<SmokeReply>,
  judge: Judge,
): SmokeCheck => ({
  kind,
  name,
  expected,
  async run() {
    const answer = await reply();
    const judged = judge(answer, jsonOf(answer));
    const problem = typeof judged === 'string' ? `: ${judged}` : '';
    return { ok: judged === true, result: `${describe(answer)}${problem}` };
  },
});

/** A check that a response is this error, in the form of all errors. */
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
