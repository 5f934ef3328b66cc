/** What the answer of a connector to a job means (docs/connectors.md: the answer). Pure. */
import type { JsonObject } from '../../contract/coercion.ts';
import type { Act } from '../repository/job.ts';
import type { JobOutcome } from '../repository/kinds.ts';
import { lacksId } from './decision.ts';

/** So much of an answer is read. */
export const MOST_ANSWER_BYTES = 16 * 1024;
const MOST_REASON = 500;
const MOST_ID = 256;
const MOST_URL = 2048;

/** What came back from a connector. */
export interface Answered {
  readonly status?: number;
  readonly error?: string;
  /** Of a 200: its text, as far as it was read. */
  readonly body?: string;
}

/** `bad answer`: a 200 that says nothing that is known. `gone`: 410. `failed`: anything else, so that it is tried again. */
export type Meaning =
  | { readonly outcome: JobOutcome }
  | { readonly means: 'accepted' | 'gone' | 'failed' }
  | { readonly means: 'failed'; readonly error: 'bad answer' };

/** A reason as it is shown: one line without controls, never blank. */
export const reasonShown = (reason: unknown): string => {
  const text = typeof reason === 'string' ? reason.replace(/\p{Cc}+/gu, '').trim() : '';
  return [...text.toWellFormed()].slice(0, MOST_REASON).join('').trim() || 'refused';
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a text may be the id of what was made outside. */
export const isResultId = (id: unknown): id is string =>
  typeof id === 'string' && id.trim() !== '' && [...id].length <= MOST_ID && !/\p{Cc}/u.test(id);

/** Whether a text may be the URL of what was made outside. */
export const isResultUrl = (url: unknown): url is string =>
  typeof url === 'string' &&
  url.length <= MOST_URL &&
  /^https?:\/\/[^\s"'<>\\\p{Cc}]+$/iu.test(url) &&
  URL.canParse(url);

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The end of a job that an object says; `undefined` of one that says none. */
const outcomeIn = ({ status, id, url, reason, channel }: JsonObject): JobOutcome | undefined => {
  if (status === 'done') {
    if (!isAbsent(id) && !isResultId(id)) return undefined;
    if (!isAbsent(url) && !isResultUrl(url)) return undefined;
    return {
      status,
      ...(!isAbsent(id) && { resultId: id as string }),
      ...(!isAbsent(url) && { resultUrl: url as string }),
    };
  }
  if (status !== 'failed' && status !== 'rejected') return undefined;
  const isDisconnected = status === 'failed' && channel === 'disconnected';
  return { status, reason: reasonShown(reason), ...(isDisconnected && { isDisconnected: true as const }) };
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** What an answer means for a job of this act. */
export const meaningOf = (act: Act, { status, body }: Answered): Meaning => {
  if (status === 202) return { means: 'accepted' };
  if (status === 410) return { means: 'gone' };
  if (status !== 200) return { means: 'failed' };
  const said = body === undefined ? undefined : parsed(body);
  const outcome = isObject(said) ? outcomeIn(said) : undefined;
  return outcome && !lacksId(act, outcome) ? { outcome } : { means: 'failed', error: 'bad answer' };
};
