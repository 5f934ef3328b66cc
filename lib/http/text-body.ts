/**
 * API Gateway hands every body over in base64, as it must not take a compressed answer for text (`binaryMediaTypes`):
 * from here on a body is text, and the same one whichever way it came.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';

export const textBody = (): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function textBodyBefore({ event }) {
    if (!event.isBase64Encoded) return;
    event.body = Buffer.from(event.body ?? '', 'base64').toString();
    event.isBase64Encoded = false;
  },
});
