/**
 * Requests that the service makes itself, as a partner would make them: through the chain of their operation, under an
 * idempotency key.
 */
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { ErrorEntry } from '../contract/error-entry.ts';
import { parseJson } from '../contract/number-text.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { LambdaHandler } from './endpoint.ts';
import { fingerprintOf } from './idempotency/canonical.ts';
import { type IdempotentRequest, idempotencyKeys, type Used } from './idempotency/store.ts';

export interface InsideRequest {
  readonly path: Readonly<Record<string, number>>;
  /** JSON text. */
  readonly body: string;
  readonly key: string;
  readonly ifMatch?: string | undefined;
  readonly validateOnly: boolean;
  /** What the request follows from, for the log. */
  readonly requestId: string;
}

export interface InsideResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the response of any operation
  readonly body: any;
  readonly etag: string | null;
}

const eventOf = ({ path, body, key, ifMatch, validateOnly, requestId }: InsideRequest): APIGatewayProxyEvent =>
  ({
    headers: {
      ...(!validateOnly && { 'Idempotency-Key': key }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    },
    pathParameters: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
    queryStringParameters: validateOnly ? { validateOnly: 'true' } : null,
    body,
    isBase64Encoded: false,
    requestContext: { requestId },
  }) as unknown as APIGatewayProxyEvent;

/** @param remaining - the milliseconds that are left for it */
export const sendInside = async (
  handler: LambdaHandler,
  request: InsideRequest,
  remaining: () => number,
): Promise<InsideResponse> => {
  const context = { getRemainingTimeInMillis: remaining } as Context;
  const { statusCode, headers = {}, body } = await handler(eventOf(request), context);
  return { status: statusCode, body: JSON.parse(body), etag: (headers.ETag as string | undefined) ?? null };
};

const keyOf = (operationId: string, { path, ifMatch, body, key }: InsideRequest): IdempotentRequest => ({
  operationId,
  key,
  fingerprint: fingerprintOf({ path, ifMatch: ifMatch?.trim(), body: parseJson(body) }),
});

/**
 * Takes the key of a request that is not to be executed any more, so that no late try of it is.
 *
 * @param error - the outcome under the key from then on
 * @returns what was executed under it before; `undefined` if the key was free
 */
export const refuseInside = (
  store: PartnerStore,
  operationId: string,
  request: InsideRequest,
  error: ErrorEntry,
): Promise<Used | undefined> =>
  idempotencyKeys(store).refuse(keyOf(operationId, request), { error, violations: [], headers: {} });
