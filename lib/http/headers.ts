/** Header names in one spelling: API Gateway keeps the client's over HTTP/1.1. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

/** What an object of headers has under a name in lower case, whatever its spelling. */
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

/** A header that is sent more than once is a list of all its values (RFC 9110, 5.3): of a single value that is none. */
export const lowerCaseHeaders = (): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function lowerCaseHeadersBefore({ event }) {
    const { headers: last, multiValueHeaders: all } = event;
    const headers: Record<string, string | undefined> = {};
    for (const name in last) headers[name.toLowerCase()] = all?.[name]?.join(', ') ?? last[name];
    event.headers = headers;
  },
});
