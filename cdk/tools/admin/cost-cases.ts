/** The requests whose cost is worked out: each operation's first example, and what a client may ask for beside. */
import type { Operation, SampleRequest } from '../../../lib/contract/cases.ts';
import { operations } from '../../../lib/operations.ts';
import { sentIn } from '../sample-request.ts';
import { TRACE, UUID } from './cost-log-lines.ts';

export interface CostCase {
  readonly name: string;
  readonly operation: Operation;
  /** Each request is another one, where the same one again would be answered in another way. */
  readonly request: (turn: number) => SampleRequest & { readonly headers?: Readonly<Record<string, string>> };
}

/** A link that was added before is found; each turn adds another one. */
const withOwnUrl = (body: unknown, turn: number): unknown =>
  typeof body === 'object' && body !== null && 'url' in body
    ? { ...body, url: `https://alpha.example/places/number-${turn}` }
    : body;

/** Texts that alternate, so that no update is one that changes nothing. */
const withOwnKeywords = (body: unknown, turn: number): unknown => {
  if (typeof body !== 'object' || body === null) return body;
  // Of a listing they lie in a block.
  if ('additionalInfo' in body)
    return { ...body, additionalInfo: withOwnKeywords({ keywords: '', ...(body.additionalInfo as object) }, turn) };
  return 'keywords' in body ? { ...body, keywords: `turn ${turn}` } : body;
};

/** More than a case takes turns. */
const APART = 100_000;

export const costCases: readonly CostCase[] = operations.flatMap((operation): CostCase[] => {
  const { summary, writes, ifMatch } = operation;
  const [{ parameters, body }] = operation.cases.examples;
  const sample = (turn: number) => ({
    ...(parameters && { parameters }),
    body: withOwnKeywords(withOwnUrl(body, turn), turn),
  });
  const beside = (what: string, headers: (turn: number) => Readonly<Record<string, string>>): CostCase => ({
    name: `${summary}, with ${what}`,
    operation,
    // Turns of its own: what the plain case wrote is there already.
    request: (turn) => ({ ...sample(turn + APART), headers: headers(turn) }),
  });
  return [
    { name: summary, operation, request: sample },
    ...(ifMatch ? [beside('If-Match', () => ({ 'If-Match': '*' }))] : []),
    ...(writes ? [beside('Idempotency-Key', (turn) => ({ 'Idempotency-Key': `${UUID}-${turn}` }))] : []),
  ];
});

/** A request as the gateway hands it to a function. */
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
