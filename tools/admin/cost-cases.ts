/** The requests whose cost is computed: each operation's first example, and further options of clients. */
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { sentIn } from '../sample-request.ts';
import { TRACE, UUID } from './cost-log-lines.ts';

export interface CostCase {
  readonly name: string;
  readonly operation: Operation;
  /** Each turn has a different request, where a repeated one would get another response. */
  readonly request: (turn: number) => SampleRequest & { readonly headers?: Readonly<Record<string, string>> };
}

/** A link that was added before is found, so each turn adds another one. */
const withOwnUrl = (body: unknown, turn: number): unknown =>
  typeof body === 'object' && body !== null && 'url' in body
    ? { ...body, url: `https://alpha.example/places/number-${turn}` }
    : body;

/** Alternates texts, so that each update changes something. */
const withOwnKeywords = (body: unknown, turn: number): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  // In a listing they are in a block.
  if ('additionalInfo' in body)
    return { ...body, additionalInfo: withOwnKeywords({ keywords: '', ...(body.additionalInfo as object) }, turn) };
  return 'keywords' in body ? { ...body, keywords: `turn ${turn}` } : body;
};

/** More than the number of turns of a case. */
const APART = 100_000;

export const costCases: readonly CostCase[] = operations.flatMap((operation): CostCase[] => {
  const { summary, writes, ifMatch } = operation;
  const [{ parameters, body }] = operation.cases.examples;
  const sample = (turn: number) => ({
    ...(parameters && { parameters }),
    body: withOwnKeywords(withOwnUrl(body, turn), turn),
  });
  const related = (what: string, headers: (turn: number) => Readonly<Record<string, string>>): CostCase => ({
    name: `${summary}, with ${what}`,
    operation,
    // Separate turns: what the plain case wrote is already stored.
    request: (turn) => ({ ...sample(turn + APART), headers: headers(turn) }),
  });
  return [
    { name: summary, operation, request: sample },
    ...(ifMatch ? [related('If-Match', () => ({ 'If-Match': '*' }))] : []),
    ...(writes ? [related('Idempotency-Key', (turn) => ({ 'Idempotency-Key': `${UUID}-${turn}` }))] : []),
  ];
});

/** A request as the gateway passes it to a function. */
export const eventOf = ({ operation, request }: CostCase, key: string, turn: number): object => {
  const { headers, ...sample } = request(turn);
  const { body } = sample;
  return {
    httpMethod: operation.method,
    resource: operation.path,
    headers: {
      Accept: '*/*',
      'Content-Type': 'application/json',
      Host: 'api.example',
      'User-Agent': 'partner/1.0',
      'X-Amzn-Trace-Id': TRACE,
      'X-Forwarded-For': '192.0.2.1',
      'x-api-key': key,
      ...sentIn(operation, sample, 'header'),
      ...headers,
    },
    pathParameters: sentIn(operation, sample, 'path'),
    queryStringParameters: sentIn(operation, sample, 'query'),
    body: body === undefined ? null : JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { requestId: UUID, stage: 'prod', resourcePath: operation.path },
  };
};
