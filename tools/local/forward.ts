/**
 * Forwards requests of the reference page to other hosts than its own. A browser lets a page read responses of another
 * origin only if these permit it (CORS), which the gateway of the API does not.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

interface Forwarded {
  readonly method: string;
  readonly url: string;
  readonly headers: [string, string][];
  readonly body?: string;
}

/** A page of another site must not send requests from this machine; nor one whose name leads here (DNS rebinding). */
const isFromPage = ({ headers }: IncomingMessage): boolean => {
  const { host = '', origin } = headers;
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  const isJson = headers['content-type'] === 'application/json';
  return isLocal && isJson && origin === `http://${host}`;
};

/** Longer than the API takes for any response. */
const PATIENCE_MILLISECONDS = 60_000;

const isForwarded = (value: unknown): value is Forwarded => {
  const { method, url, headers } = (value ?? {}) as Partial<Record<keyof Forwarded, unknown>>;
  return (
    typeof method === 'string' &&
    typeof url === 'string' &&
    /^https?:/.test(url) &&
    URL.canParse(url) &&
    Array.isArray(headers)
  );
};

const sent = async ({ method, url, headers, body }: Forwarded): Promise<object> => {
  const start = performance.now();
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    ...(body !== undefined && { body }),
  });
  const answer = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    text: answer,
    milliseconds: performance.now() - start,
  };
};

/** The reason of a failed `fetch` is its cause: `connect ECONNREFUSED 127.0.0.1:1`. */
const reasonOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message : error.message);

/**
 * Sends the request that a body names, and answers with its response as JSON: status, headers, text and milliseconds.
 * Answers 403 to anything but a page of this server, 400 to a body that names no request, and 502 where no response comes.
 */
export const forwardRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const answer = (status: number, value: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
  };
  if (!isFromPage(request)) return answer(403, { message: 'Only a page of this server may forward requests.' });
  let asked: unknown;
  try {
    asked = JSON.parse(await text(request));
  } catch {
    asked = undefined;
  }
  if (!isForwarded(asked)) return answer(400, { message: 'The body must name a method, a URL and headers.' });
  try {
    answer(200, await sent(asked));
  } catch (error) {
    answer(502, { message: `No response from ${new URL(asked.url).host}: ${reasonOf(error as Error)}` });
  }
};
