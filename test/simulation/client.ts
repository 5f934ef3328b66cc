/** What a simulated client sends, and what its answer says of the record. */
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../functions/business/update-business.ts';
import type { Operation, State } from './linearizable.ts';

export const SECRET = 'simulated-key-of-the-partner-1';
export const NUMBER = 101;
export const REQUIRED = { emailId: 'owner@shop.example', phone: '(650) 555-0100', services: 'repair' };
export const FIELDS = ['keywords', 'alias'] as const;
export type Field = (typeof FIELDS)[number];

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body: object;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Readonly<Record<string, string>>;
}

export const call = async ({ headers = {}, query = {}, body }: Sent, now: () => number): Promise<Answer> => {
  const deadline = now() + 25_000;
  const event = {
    headers: { 'x-api-key': SECRET, 'content-type': 'application/json', ...headers },
    pathParameters: { businessId: String(NUMBER) },
    queryStringParameters: Object.keys(query).length > 0 ? query : null,
    body: JSON.stringify({ ...REQUIRED, ...body }),
    isBase64Encoded: false,
    requestContext: { requestId: 'simulated' },
  } as unknown as APIGatewayProxyEvent;
  const context = { getRemainingTimeInMillis: () => deadline - now() } as Context;
  const { statusCode, headers: answered = {}, body: text } = await handler(event, context);
  const etag = answered.ETag ?? answered.etag;
  return { status: statusCode, etag: etag === undefined ? undefined : String(etag), body: JSON.parse(text) };
};

export const stateOf = (body: Readonly<Record<string, unknown>>): State =>
  Object.fromEntries(FIELDS.map((field) => [field, String(body[field] ?? '')]));

export const isSame = (a: State, b: State): boolean => FIELDS.every((field) => a[field] === b[field]);

/** What an answer says of an operation that sets `field` to `value`, where `expected` is what it may be made to. */
export const operationOf = (
  answer: Answer,
  times: { readonly invoked: number; readonly returned: number },
  { field, value, expected, text }: { field: Field; value: string; expected?: State | undefined; text: string },
): Operation => {
  const base = { ...times, text: `${text} -> ${answer.status} ${JSON.stringify(stateOf(answer.body))}` };
  const applied = (state: State): State => ({ ...state, [field]: value });
  const mayApply = (state: State) => expected === undefined || isSame(state, expected);
  if (answer.status === 200) {
    const seen = stateOf(answer.body);
    // The answer shows the record as this write or a later one left it.
    return {
      ...base,
      isOptional: false,
      step: (state) => (mayApply(state) && seen[field] !== '' ? applied(state) : undefined),
    };
  }
  if (answer.status === 412) {
    return { ...base, isOptional: false, step: (state) => (mayApply(state) ? undefined : state) };
  }
  if (answer.status === 409) return { ...base, isOptional: false, step: (state) => state };
  return {
    ...base,
    returned: Number.POSITIVE_INFINITY,
    isOptional: true,
    step: (state) => (mayApply(state) ? applied(state) : undefined),
  };
};
