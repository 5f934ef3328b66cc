/** Calls a function as API Gateway does. */
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { expect } from 'vitest';
import type { LambdaHandler } from '../../lib/http/endpoint.ts';
import { allOperations } from '../../lib/operations.ts';
import { offences } from './document.ts';
import { unnamedError } from './named-error.ts';
import { KEYS } from './world.ts';

export interface Call {
  /** The partner's key; `null` sends none. */
  readonly key?: string | null;
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  /** A text is sent as it is, bytes too where `base64` is set, anything else as JSON. */
  readonly body?: unknown;
  /** Sends the body as API Gateway does for binary media types: in base64. */
  readonly base64?: boolean;
  /** The gateway's id of the request. */
  readonly requestId?: string;
  /** Parts of the event that no other field sets. */
  readonly event?: Partial<APIGatewayProxyEvent>;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any;
  readonly headers: Record<string, unknown>;
}

const textOf = (body: unknown): string | null => {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
};

const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.from(textOf(body) ?? ''));

/** A proxy event with what the functions read of it; empty maps are null, as API Gateway sends them. */
export const proxyEvent = ({
  key = KEYS.ours,
  path,
  query,
  headers,
  body,
  base64 = false,
  requestId = 'test',
  event,
}: Call): APIGatewayProxyEvent =>
  ({
    headers: { ...(key !== null && { 'X-Api-Key': key }), ...headers },
    pathParameters: path ?? null,
    queryStringParameters: query ?? null,
    body: base64 ? bytesOf(body).toString('base64') : textOf(body),
    isBase64Encoded: base64,
    requestContext: { requestId },
    ...event,
  }) as unknown as APIGatewayProxyEvent;

/** As much time as the stack gives a function. */
const context = { awsRequestId: 'test', getRemainingTimeInMillis: () => 25_000 } as Context;

/** Which operation a handler answers for. */
const operationOf = new Map(
  await Promise.all(
    allOperations.map(async (operation) => {
      const { handler } = await import(`../../functions/${operation.module}/${operation.entry}.ts`);
      return [handler as LambdaHandler, operation] as const;
    }),
  ),
);

/** The body that a client gets to see: out of base64 and of gzip. */
const textIn = ({ body, headers, isBase64Encoded }: APIGatewayProxyResult): string => {
  if (!isBase64Encoded) return body;
  expect(headers?.['Content-Encoding']).toBe('gzip');
  return gunzipSync(Buffer.from(body, 'base64')).toString();
};

/** Calls a handler. Whatever it answers, the OpenAPI document must allow. */
export const call = async (handler: LambdaHandler, request: Call = {}): Promise<Answer> => {
  const result = await handler(proxyEvent(request), context);
  const { statusCode, headers = {} } = result;
  const answer = { status: statusCode, body: JSON.parse(textIn(result)), headers };
  const operation = operationOf.get(handler);
  const shown = { ...answer, headers: new Headers(headers as Record<string, string>) };
  if (operation) expect([...offences(operation, shown), ...unnamedError(operation, answer)]).toEqual([]);
  return answer;
};

/** Status and body, to be compared whole: an error's body has nothing next to its code and message. */
export const answerOf = async (answer: Answer | Promise<Answer>): Promise<Pick<Answer, 'status' | 'body'>> => {
  const { status, body } = await answer;
  return { status, body };
};
