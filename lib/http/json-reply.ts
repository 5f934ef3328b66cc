/** Sends the handler's value as a success with a JSON body, as gzip if it is large and the client accepts that. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import type { DeployedContract } from '../contract/deployed.ts';
import { responseTooLargeOf } from '../contract/errors.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { acceptsGzip, gzipped } from './gzip.ts';
import { etag, Versioned } from './versions.ts';

/** The most that Lambda returns for a synchronous call: 6 MB for the complete response as JSON text. */
const MAX_RESPONSE_BYTES = 6_291_556;
/** A shorter body can't reach the limit, escaped or not. Only longer ones are measured or compressed. */
const LARGE_CHARACTERS = MAX_RESPONSE_BYTES / 6;

/** The body and version of a handler's value. A missing version where the contract has `etag` is a bug. */
const partsOf = ({ id, etag: isVersioned }: DeployedContract, reply: unknown) => {
  if (!isVersioned) return { body: reply, headers: {} };
  if (!(reply instanceof Versioned)) throw new Error(`The handler of ${id} answers without a version`);
  return { body: reply.body, headers: { ETag: etag(reply.version) } };
};

export const jsonReply = (contract: DeployedContract): MiddlewareObj<ChainEvent> => ({
  after: async function jsonReplyAfter(request) {
    const { body, headers } = partsOf(contract, request.response);
    const text = JSON.stringify(body);
    const isDryRun = request.event.values?.query.validateOnly === true;
    const plain = {
      statusCode: contract.accepted && !isDryRun ? 202 : 200,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: text,
    };
    request.response = plain;
    if (text.length <= LARGE_CHARACTERS) return;
    const response: APIGatewayProxyResult = acceptsGzip(request.event.headers['accept-encoding'])
      ? {
          ...plain,
          headers: { ...plain.headers, 'Content-Encoding': 'gzip' },
          body: (await gzipped(text)).toString('base64'),
          isBase64Encoded: true,
        }
      : plain;
    if (Buffer.byteLength(JSON.stringify(response)) > MAX_RESPONSE_BYTES) {
      throw new ApiError(responseTooLargeOf(contract.paging));
    }
    request.response = response;
  },
});
