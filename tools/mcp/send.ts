/** Sends a checked call to the one host that was configured, and reads its answer up to a size. */

import type { Operation } from '../../lib/contract/cases.ts';
import type { JsonObject } from '../../lib/contract/coercion.ts';
import { type Place, parametersOf } from '../../lib/contract/derived.ts';
import { retryAfterOf } from '../docs/client/runtime/retry.ts';

export interface Target {
  /** Where the API is; a path, such as that of a stage, stays in front of every operation's. */
  readonly url: URL;
  readonly key: string;
}

export interface Outgoing {
  readonly operation: Operation;
  /** Parameters as text, by name. */
  readonly values: Readonly<Record<string, string>>;
  readonly body?: JsonObject | undefined;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly requestId?: string;
  readonly etag?: string;
  readonly retryAfterSeconds?: number;
  readonly idempotentReplayed?: boolean;
  readonly body?: unknown;
  readonly note?: string;
}

/** The largest body that is answered complete, in characters: some 6,000 tokens. More is cut. */
export const MOST_CHARACTERS = 24_000;

/** API Gateway ends a request after 29 seconds; a bit more for the way there and back. */
const MOST_MILLISECONDS = 35_000;

const inPlace = ({ operation, values }: Outgoing, place: Place): Record<string, string> =>
  Object.fromEntries(
    parametersOf(operation).flatMap(({ name, in: its }) =>
      its === place && values[name] !== undefined ? [[name, values[name]]] : [],
    ),
  );

/**
 * The URL of a call. Parameters are encoded as parts of the path or the query, so that none of them leads elsewhere.
 *
 * @throws Error if it would still lead to another host or path than the operation's
 */
export const urlOf = (base: URL, outgoing: Outgoing): URL => {
  const inPath = inPlace(outgoing, 'path');
  const own = outgoing.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(inPath[name] ?? ''),
  );
  const path = `${base.pathname.replace(/\/$/, '')}${own}`;
  const url = new URL(base);
  url.pathname = path;
  url.search = new URLSearchParams(inPlace(outgoing, 'query')).toString();
  if (url.origin !== base.origin || url.pathname !== path) throw new Error('The parameters lead to another path.');
  return url;
};

/** The paging parameters of an operation, as advice where its answer is too long. */
const narrowing = ({ paging, depth, pagedBy }: Operation): string => {
  const page = paging ?? depth ?? pagedBy;
  return page ? `ask for a smaller page by ${page.size}` : 'ask for less';
};

const bodyOf = (text: string, operation: Operation): Pick<Answer, 'body' | 'note'> => {
  if (text === '') return {};
  if (text.length > MOST_CHARACTERS) {
    const note = `The body has ${text.length} characters; it is cut after ${MOST_CHARACTERS}: ${narrowing(operation)}.`;
    return { body: text.slice(0, MOST_CHARACTERS), note };
  }
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text };
  }
};

/**
 * Sends a call. Redirects are not followed: the key goes to the configured host alone.
 *
 * @throws Error with one sentence, if no answer came
 */
export const send = async (target: Target, outgoing: Outgoing): Promise<Answer> => {
  const { operation, body } = outgoing;
  const url = urlOf(target.url, outgoing);
  const response = await fetch(url, {
    method: operation.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(MOST_MILLISECONDS),
    headers: {
      ...inPlace(outgoing, 'header'),
      // Problem details name every violation at once.
      Accept: 'application/problem+json, application/json;q=0.9',
      'x-api-key': target.key,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const header = (name: string) => response.headers.get(name) ?? undefined;
  const [requestId, etag] = ['x-request-id', 'etag'].map(header);
  const retryAfterSeconds = retryAfterOf(response.headers.get('retry-after'), Date.now());
  return {
    status: response.status,
    ...(requestId && { requestId }),
    ...(etag && { etag }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(header('idempotent-replayed') === 'true' && { idempotentReplayed: true }),
    ...bodyOf(await response.text(), operation),
  };
};

/** Whether a call without a response was executed. */
export interface Silence {
  /** In a sentence: `No answer from http://localhost:3000: ECONNREFUSED.` */
  readonly reason: string;
  /** Whether the request reached no host, so that it changed nothing. */
  readonly isUnsent: boolean;
}

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']);

/** Explains an error of `send`. */
export const silenceOf = ({ url }: Target, error: unknown): Silence => {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') {
    return { reason: `No answer from ${url.origin} within ${MOST_MILLISECONDS / 1000} seconds.`, isUnsent: false };
  }
  const code = (cause as { readonly code?: string } | undefined)?.code;
  return { reason: `No answer from ${url.origin}: ${code ?? message}.`, isUnsent: UNSENT.has(code ?? '') };
};
