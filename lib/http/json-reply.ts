/** The handler's value as a 200 with a JSON body. */
import type { MiddlewareObj } from '@middy/core';
import { errors } from '../api/errors.ts';
import { ApiError } from './api-error.ts';
import { Reply } from './reply.ts';

/** The most that Lambda hands back for a synchronous call: 6 MB of the whole response as JSON text. */
const MAX_RESPONSE_BYTES = 6_291_556;

export const jsonReply = (): MiddlewareObj => ({
  after: function jsonReplyAfter(request) {
    const { body, headers } = request.response instanceof Reply ? request.response : new Reply(request.response, {});
    const response = {
      statusCode: 200,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
    // Small bodies can't reach the limit, escaped or not: only a large one is measured.
    if (
      response.body.length > MAX_RESPONSE_BYTES / 6 &&
      Buffer.byteLength(JSON.stringify(response)) > MAX_RESPONSE_BYTES
    ) {
      throw new ApiError({
        ...errors.invalidRequest,
        message: 'The answer is larger than 6 MB; ask for fewer records',
      });
    }
    request.response = response;
  },
});
