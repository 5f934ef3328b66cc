/** The handler's value as a 200 with a JSON body: as gzip where it is large and the client accepts that. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { answerTooLarge } from '../contract/errors.ts';
import { ApiError } from './api-error.ts';
import { acceptsGzip, gzipped } from './gzip.ts';
import { Reply } from './reply.ts';

/** The most that Lambda hands back for a synchronous call: 6 MB of the whole response as JSON text. */
const MAX_RESPONSE_BYTES = 6_291_556;
/** A shorter body can't reach the limit, escaped or not: only a longer one is measured, or compressed. */
const LARGE_CHARACTERS = MAX_RESPONSE_BYTES / 6;

interface JsonReplyOptions {
  /** Whether an answer may be compressed; one that is kept for a retry may not: another client may ask for it then. */
  readonly compress: boolean;
}

/** Stands before the headers' spelling is settled on the way in, so that on the way out they are in lower case. */
export const jsonReply = ({ compress }: JsonReplyOptions): MiddlewareObj<APIGatewayProxyEvent> => ({
  after: async function jsonReplyAfter(request) {
    const { body, headers } = request.response instanceof Reply ? request.response : new Reply(request.response, {});
    const text = JSON.stringify(body);
    const plain = { statusCode: 200, headers: { 'Content-Type': 'application/json', ...headers }, body: text };
    request.response = plain;
    if (text.length <= LARGE_CHARACTERS) return;
    const response: APIGatewayProxyResult =
      compress && acceptsGzip(request.event.headers['accept-encoding'])
        ? {
            ...plain,
            headers: { ...plain.headers, 'Content-Encoding': 'gzip' },
            body: (await gzipped(text)).toString('base64'),
            isBase64Encoded: true,
          }
        : plain;
    if (Buffer.byteLength(JSON.stringify(response)) > MAX_RESPONSE_BYTES) throw new ApiError(answerTooLarge);
    request.response = response;
  },
});
