/** Requests of an operation's cases, as clients send them and as API Gateway hands them over. */
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { parametersOf } from '../../lib/contract/derived.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The values of a request's parameters by place, with those of the cases where it names none. */
const valuesOf = (operation: Operation, { parameters }: SampleRequest) => {
  const values = { ...operation.cases.parameters, ...parameters };
  const places = { path: {}, query: {}, header: {} } as Record<'path' | 'query' | 'header', Record<string, string>>;
  for (const { name, in: place } of parametersOf(operation)) {
    if (values[name] !== undefined) places[place][name] = String(values[name]);
  }
  return places;
};

const textOf = ({ body }: SampleRequest) => (body === undefined ? undefined : JSON.stringify(body));

export const requestOf = (operation: Operation, sample: SampleRequest, key: string): SentRequest => {
  const { path, query, header } = valuesOf(operation, sample);
  const body = textOf(sample);
  const target = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(query);
  return {
    method: operation.method,
    path: search.size > 0 ? `${target}?${search}` : target,
    headers: { 'x-api-key': key, ...header, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
  };
};

/** What a function reads of such a request. */
export const eventOf = (operation: Operation, sample: SampleRequest, key: string): object => {
  const { path, query, header } = valuesOf(operation, sample);
  return {
    headers: { 'x-api-key': key, ...header },
    pathParameters: path,
    queryStringParameters: query,
    body: textOf(sample) ?? null,
    isBase64Encoded: false,
    requestContext: { requestId: 'trust' },
  };
};
