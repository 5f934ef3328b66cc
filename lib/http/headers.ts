/** Header names in one spelling: API Gateway keeps the client's over HTTP/1.1. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Every value that was sent of a header, whatever its spelling. */
export const valuesOf = (
  { headers, multiValueHeaders }: Pick<APIGatewayProxyEvent, 'headers' | 'multiValueHeaders'>,
  name: string,
): readonly string[] => {
  const isNamed = ([spelled]: readonly [string, unknown]) => spelled.toLowerCase() === name;
  const multiple = Object.entries(multiValueHeaders ?? {}).filter(isNamed);
  return multiple.length > 0
    ? multiple.flatMap(([, values]) => values ?? [])
    : Object.entries(headers ?? {})
        .filter(isNamed)
        .flatMap(([, value]) => value ?? []);
};

export const lowerCaseHeaders = (): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function lowerCaseHeadersBefore({ event }) {
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(event.headers ?? {})) headers[name.toLowerCase()] = value;
    event.headers = headers;
  },
});
