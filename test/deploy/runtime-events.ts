/** Events as API Gateway makes them, with their bodies in base64, and what functions return to it. Pure. */

import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { plainRequest, sentIn } from '../../tools/sample-request.ts';
import type { Returned } from './runtime-api.ts';

/** An event of API Gateway for a request of an operation. */
export const eventOf = (
  operation: Operation,
  request: SampleRequest,
  { key, body }: { key?: string; body?: string },
) => {
  const plain = plainRequest(operation, request);
  const [path, query = ''] = plain.path.split('?') as [string, string?];
  const headers = { ...plain.headers, ...(key !== undefined && { 'x-api-key': key }) };
  const lists = (values: Iterable<[string, string]>) =>
    Object.fromEntries([...values].map(([name, value]) => [name, [value]]));
  const parameters = [...new URLSearchParams(query)];
  const sent = body ?? plain.body;
  return {
    resource: operation.path,
    path,
    httpMethod: operation.method,
    headers,
    multiValueHeaders: lists(Object.entries(headers)),
    queryStringParameters: parameters.length > 0 ? Object.fromEntries(parameters) : null,
    multiValueQueryStringParameters: parameters.length > 0 ? lists(parameters) : null,
    pathParameters: sentIn(operation, request, 'path'),
    stageVariables: null,
    requestContext: {
      requestId: '6f1d2c1e-0000-4000-8000-000000000000',
      resourcePath: operation.path,
      httpMethod: operation.method,
      path: `/prod${path}`,
      stage: 'prod',
      requestTimeEpoch: Date.now(),
      identity: { sourceIp: '192.0.2.1', userAgent: null },
      authorizer: { principalId: 'orchard', partnerId: 'orchard', plan: 'enterprise' },
    },
    body: sent === undefined ? null : Buffer.from(sent).toString('base64'),
    isBase64Encoded: sent !== undefined,
  };
};

interface Answer {
  readonly statusCode?: number;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** Status and code of what a function returned. */
export const answered = (returned: Returned): string => {
  if ('error' in returned) return `${returned.error.errorType}: ${returned.error.errorMessage}`;
  const { statusCode, body = '', isBase64Encoded } = returned.value as Answer;
  if (statusCode === 200) return '200';
  const said = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  return `${statusCode} with code ${JSON.parse(said || '{}').code}`;
};

/** What `answered` says of an error of the catalogue. */
export const refusal = ({ status, code }: { readonly status: number; readonly code: number }) =>
  `${status} with code ${code}`;
