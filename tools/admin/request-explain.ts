/** `explain`: why a request ended as it did, from the logs of a stage, or of this machine. */
import { AdminError, type Io } from '../io.ts';
import { linesOfRequest, openLogs, type RequestLines } from './request-lines.ts';
import { type Explained, explained } from './request-words.ts';

export interface ExplainRequestOptions {
  readonly stage: string;
  /** A replacement for CloudWatch Logs on this machine. */
  readonly logs?: string | undefined;
  /** How far back to search, in milliseconds. */
  readonly since: number;
  readonly json?: boolean | undefined;
  /** Names the lines of the sources that are checked out, for a request that ended in a fault. */
  readonly sources?: boolean | undefined;
}

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;

const HOUR = 3_600_000;

const placesOf = async ({ operation }: RequestLines): Promise<readonly string[]> => {
  if (!operation?.operation || !operation.error) return [];
  const { sourceLines } = await import('./source-lines.ts');
  return sourceLines(operation.operation, operation.error);
};

/** @throws AdminError if no log has a line of the request */
export const explainRequest = async (
  io: Io,
  requestId: string,
  { stage, logs, since, json, sources = false }: ExplainRequestOptions,
): Promise<Explained> => {
  if (!REQUEST_ID.test(requestId))
    throw new AdminError('This is not a request id: pass the value of X-Request-Id, or of x-amzn-RequestId.');
  const place = await openLogs(stage, logs);
  try {
    const lines = await linesOfRequest(place, requestId, io.now() - since);
    const found = explained(lines);
    if (!found)
      throw new AdminError(
        `No log has a line of request ${requestId} in the last ${Math.ceil(since / HOUR)} hours. Look further back with --since 7d, ` +
          'or in another --stage. A line appears within a minute or so; a request without a key may leave none.',
        'not found',
      );
    const places = sources ? await placesOf(lines) : [];
    if (json) io.out(JSON.stringify(sources ? { ...found, places } : found));
    else {
      const { status, partner, key, operation, words } = found;
      const whose = partner ? ` of partner ${partner}${key ? `, key ${key}` : ''}` : '';
      io.out(`${operation}${whose}: ${status}.`);
      for (const sentence of words) io.out(`  ${sentence}`);
      if (places.length > 0) io.out(`  In the sources that are checked out: ${places.join(', ')}.`);
    }
    return found;
  } finally {
    place.client.destroy();
  }
};
