/** Header names in lower case: over HTTP/1.1, API Gateway keeps the client's spelling. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

/** The values of a header by its lower-case name, whatever its spelling. */
const namedIn = <Value>(headers: Readonly<Record<string, Value | undefined>> | null, name: string): Value[] => {
  const found: Value[] = [];
  for (const spelled in headers) {
    const value = headers[spelled];
    if (value !== undefined && spelled.length === name.length && spelled.toLowerCase() === name) found.push(value);
  }
  return found;
};

/** Every value that was sent of a header, whatever its spelling. */
export const valuesOf = (
  { headers, multiValueHeaders }: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): readonly string[] => {
  const multiple = namedIn(multiValueHeaders, name);
  return multiple.length > 0 ? multiple.flat() : namedIn(headers, name);
};

/**
 * Lowers header names. A header that is sent several times, in any spelling, becomes a list of all its values (RFC 9110,
 * 5.3), which is invalid for a header with a single value.
 */
export const lowerCaseHeaders = (): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function lowerCaseHeadersBefore({ event }) {
    const { headers: last, multiValueHeaders: all } = event;
    const headers: Record<string, string | undefined> = {};
    for (const name in last) {
      const [lower, value] = [name.toLowerCase(), all?.[name]?.join(', ') ?? last[name]];
      headers[lower] = Object.hasOwn(headers, lower) ? `${headers[lower]}, ${value}` : value;
    }
    event.headers = headers;
  },
});
