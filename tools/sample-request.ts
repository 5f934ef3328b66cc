/** Builds requests of operations from the values of their cases. Pure. */
import type { Operation, SampleRequest, Scalar } from '../lib/contract/cases.ts';
import { parametersOf } from '../lib/contract/derived.ts';

/** A request of an operation, for any client. */
export interface PlainRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The values of an operation's parameters: those of its cases, overridden by those of the request. */
export const valuesOf = (
  { cases }: Operation,
  { parameters }: SampleRequest,
): Readonly<Record<string, Scalar | undefined>> => ({ ...cases.parameters, ...parameters });

/** The parameters of one location, by name, as text; parameters without a value are left out. */
export const sentIn = (
  operation: Operation,
  request: SampleRequest,
  place: 'path' | 'query' | 'header',
): Record<string, string> => {
  const values = valuesOf(operation, request);
  return Object.fromEntries(
    parametersOf(operation).flatMap((parameter) => {
      const value = values[parameter.name];
      return parameter.in === place && value !== undefined ? [[parameter.name, String(value)]] : [];
    }),
  );
};

/** A request with the values of the operation's cases, overridden by its own. */
export const plainRequest = (operation: Operation, request: SampleRequest = {}): PlainRequest => {
  const inPath = sentIn(operation, request, 'path');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  const query = new URLSearchParams(sentIn(operation, request, 'query')).toString();
  const { body } = request;
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...sentIn(operation, request, 'header'),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
};
