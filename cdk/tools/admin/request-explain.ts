/** `explain`: why a request ended as it did, by the logs of a stage, or of this machine. */
import { AdminError, type Io } from '../io.ts';
import { linesOfRequest, openLogs } from './request-lines.ts';
import { type Explained, explained } from './request-words.ts';

export interface ExplainRequestOptions {
  readonly stage: string;
  /** What stands for CloudWatch Logs on this machine. */
  readonly logs?: string | undefined;
  /** How far back to look, in milliseconds. */
  readonly since: number;
  readonly json?: boolean | undefined;
}

const REQUEST_ID = /^[A-Za-z0-9-]{8,64}$/;

const HOUR = 3_600_000;

/** @throws AdminError where no log has a line of the request */
export const explainRequest = async (
  io: Io,
  requestId: string,
  { stage, logs, since, json }: ExplainRequestOptions,
): Promise<Explained> => {
  if (!REQUEST_ID.test(requestId))
    throw new AdminError('That is no id of a request: give the value of X-Request-Id, or of x-amzn-RequestId.');
  const place = await openLogs(stage, logs);
  try {
    const lines = await linesOfRequest(place, requestId, io.now() - since);
    const found = explained(lines);
    if (!found)
      throw new AdminError(
        `No log has a line of request ${requestId} in the last ${Math.ceil(since / HOUR)} hours. Look further back with --since 7d, ` +
          'or in another --stage. A line appears within a minute or so; a request without a key may leave none.',
      );
    if (json) io.out(JSON.stringify(found, null, 2));
    else {
      const { status, partner, key, operation, words } = found;
      const whose = partner ? ` of partner ${partner}${key ? `, key ${key}` : ''}` : '';
      io.out(`${operation}${whose}: ${status}.`);
      for (const sentence of words) io.out(`  ${sentence}`);
    }
    return found;
  } finally {
    place.client.destroy();
  }
};
