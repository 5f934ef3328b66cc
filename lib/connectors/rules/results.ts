/** What a body says of results, and what is wrong with its rows beyond the schema. Pure. */

import { valueIn } from '../../contract/any-case.ts';
import { isObject, type JsonObject, type Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import type { JobOutcome } from '../repository/kinds.ts';
import { isResultId, isResultUrl, reasonShown } from './answer.ts';

export const STATUSES = ['done', 'failed', 'rejected'] as const;

/** The end of a job. */
export interface EndRow {
  readonly jobId: string;
  readonly outcome: JobOutcome;
}

/** The numbers of a post at a location: totals so far. */
export interface NumbersRow {
  readonly trackingId: string;
  readonly businessNumber: number;
  readonly impressions?: number;
  readonly engagements?: number;
}

export type Row = EndRow | NumbersRow;

const OF_END = ['status', 'id', 'url', 'reason', 'channel'] as const;
const OF_NUMBERS = ['trackingId', 'businessNumber', 'impressions', 'engagements'] as const;

const rowViolations = (row: JsonObject, path: string): readonly Violation[] => {
  const wrong = (name: string, problem: string, lacking = false): Violation => {
    const at = name === '' ? path : `${path}.${name}`;
    return { path: at, error: invalid(at, problem), ...(lacking && { lacking: true }) };
  };
  const isEnd = isSent(row, 'jobId');
  // What the schema refuses is named by it: next to a jobId it makes no row of numbers.
  const isNumbers = OF_NUMBERS.some((name) => (isEnd ? row[name] !== undefined : isSent(row, name)));
  if (isEnd === isNumbers && !OF_END.some((name) => isSent(row, name) && !isEnd))
    return [wrong('', 'must have either jobId and status, or trackingId, businessNumber and numbers')];
  if (isEnd) {
    if (isNumbers) return [wrong('', 'must not have a jobId and numbers of a post')];
    if (!isSent(row, 'status')) return [wrong('status', 'is required', true)];
    return [
      ...(row.id !== undefined && !isResultId(row.id)
        ? [wrong('id', 'must be one line of at most 256 characters')]
        : []),
      ...(row.url !== undefined && !isResultUrl(row.url) ? [wrong('url', 'must be an http or https URL')] : []),
    ];
  }
  const [stray] = OF_END.filter((name) => (isNumbers ? row[name] !== undefined : isSent(row, name)));
  if (stray !== undefined && !isNumbers) return [wrong('jobId', 'is required', true)];
  if (stray !== undefined) return [wrong(stray, 'must not be sent with numbers of a post')];
  const missing = (['trackingId', 'businessNumber'] as const).find((name) => !isSent(row, name));
  if (missing) return [wrong(missing, 'is required', true)];
  return isSent(row, 'impressions') || isSent(row, 'engagements')
    ? []
    : [wrong('', 'must have impressions or engagements')];
};

const outcomeOf = ({ status, id, url, reason, channel }: JsonObject): JobOutcome => {
  const known = valueIn(STATUSES, status) ?? 'failed';
  if (known === 'done')
    return {
      status: known,
      ...(id !== undefined && { resultId: String(id) }),
      ...(url !== undefined && { resultUrl: String(url) }),
    };
  const isDisconnected = known === 'failed' && channel !== undefined;
  return { status: known, reason: reasonShown(reason), ...(isDisconnected && { isDisconnected: true as const }) };
};

const rowOf = (row: JsonObject): Row => {
  if (isSent(row, 'jobId')) return { jobId: String(row.jobId), outcome: outcomeOf(row) };
  const { trackingId, businessNumber, impressions, engagements } = row;
  return {
    trackingId: String(trackingId),
    businessNumber: Number(businessNumber),
    ...(impressions !== undefined && { impressions: Number(impressions) }),
    ...(engagements !== undefined && { engagements: Number(engagements) }),
  };
};

/** The rows of a body, in their order. */
export const validatedResults = ({
  body,
}: Normalized): { readonly prepared: readonly Row[]; readonly violations: readonly Violation[] } => {
  const rows = (Array.isArray(body.results) ? body.results : []).map((row) => (isObject(row) ? row : {}));
  return {
    prepared: rows.map(rowOf),
    violations: rows.flatMap((row, index) => rowViolations(row, `results[${index}]`)),
  };
};
