/** API Gateway keeps the client's spelling of header names over HTTP/1.1: from here on there is one spelling. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

export const lowerCaseHeaders = (): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function lowerCaseHeadersBefore({ event }) {
    const headers: Record<string, string | undefined> = {};
    for (const [name, value] of Object.entries(event.headers ?? {})) headers[name.toLowerCase()] = value;
    event.headers = headers;
  },
});
