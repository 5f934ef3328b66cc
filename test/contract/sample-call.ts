/** Sends the requests of an operation's cases to its function, as API Gateway does. */
import { join } from 'node:path';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Example, Operation, SampleRequest, Scalar } from '../../lib/contract/cases.ts';
import { parametersOf } from '../../lib/contract/derived.ts';
import type { LambdaHandler } from '../../lib/http/endpoint.ts';
import { unnamedError } from '../support/named-error.ts';

/** The partners of the demo data: whose numbers the examples have, and whose are foreign. */
export const DEMO_KEYS = { own: 'demo-orchard-enterprise-key-0001', other: 'demo-harbor-standard-key-0001' } as const;

export interface Sent extends SampleRequest {
  /** The partner's key; `null` sends none. */
  readonly key?: string | null;
  /** Headers that are no parameters of the operation. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** As it was sent, byte for byte. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of many shapes
  readonly body: any;
}

/** As much time as the stack gives a function. */
const context = { awsRequestId: 'sample', getRemainingTimeInMillis: () => 25_000 } as Context;

const handlers = new Map<string, Promise<{ handler: LambdaHandler }>>();

/** The function of an operation, by the place that its contract names. */
export const handlerOf = async ({ module, entry }: Operation): Promise<LambdaHandler> => {
  const file = join(projectRoot, 'functions', module, `${entry}.ts`);
  const loading = handlers.get(file) ?? import(file);
  handlers.set(file, loading);
  return (await loading).handler;
};

/** The values of the parameters that stand in one place of the request; nothing where there are none, as API Gateway has it. */
const placed = (operation: Operation, place: string, values: Readonly<Record<string, Scalar>>) => {
  const own = parametersOf(operation).filter(({ name, in: where }) => where === place && values[name] !== undefined);
  return Object.fromEntries(own.map(({ name }) => [name, String(values[name])]));
};
const orNull = <T extends object>(map: T): T | null => (Object.keys(map).length > 0 ? map : null);

/** A request's event; what the sample leaves out is that of the cases' parameters and of the first example. */
export const eventOf = (operation: Operation, sent: Sent): APIGatewayProxyEvent => {
  const { key = DEMO_KEYS.own, headers, body = operation.cases.examples[0].body } = sent;
  const values = { ...operation.cases.parameters, ...sent.parameters } as Readonly<Record<string, Scalar>>;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    headers: { ...(key !== null && { 'x-api-key': key }), ...placed(operation, 'header', values), ...headers },
    pathParameters: orNull(placed(operation, 'path', values)),
    queryStringParameters: orNull(placed(operation, 'query', values)),
    body: text ?? null,
    isBase64Encoded: false,
    requestContext: { requestId: 'sample' },
  } as unknown as APIGatewayProxyEvent;
};

/** @throws Error where the function answers an error that its contract does not name */
export const ask = async (operation: Operation, sent: Sent = {}): Promise<Received> => {
  const handler = await handlerOf(operation);
  const { statusCode, headers = {}, body } = await handler(eventOf(operation, sent), context);
  const received = { status: statusCode, headers, text: body, body: JSON.parse(body) };
  const [unnamed] = unnamedError(operation, received);
  if (unnamed) throw new Error(unnamed);
  return received;
};

/** An answer to an example with what varies in it as the example has it. */
export const asExampled = ({ reply, varies = [] }: Example, body: unknown): unknown =>
  varies.length === 0
    ? body
    : { ...(body as object), ...Object.fromEntries(varies.map((name) => [name, (reply as never)[name]])) };
