/**
 * The body as text, the same whichever way it came: API Gateway hands every body over in base64, as it must not take a
 * compressed response for text (`binaryMediaTypes` in cdk/stack/rest-api.ts). Its size, encoding and media type are judged here.
 */
import { isUtf8 } from 'node:buffer';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { ApiError } from '../api-error.ts';

/** 1 MiB (docs/decisions.md). */
const MAX_BODY_BYTES = 1_048_576;

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

const refusal = (message: string): ApiError => new ApiError({ ...errors.invalidRequest, message } satisfies ErrorEntry);

/** Answers 400 for a body that is said to be anything but JSON in UTF-8 as it is. */
const checkHeaders = ({ headers }: APIGatewayProxyEvent): void => {
  const type = headers['content-type']?.trim() || 'application/json';
  if (!JSON_MEDIA_TYPE.test(type)) throw refusal('Content-Type must be application/json');
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw refusal('The request body must be in UTF-8');
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw refusal('The request body must not be compressed: send it without Content-Encoding');
  }
};

/** The body's text; `undefined` where it is not valid UTF-8. Answers 413 for one that is too large. */
const decoded = (body: string, isBase64Encoded: boolean): string | undefined => {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : undefined;
  if ((bytes?.length ?? Buffer.byteLength(body)) > MAX_BODY_BYTES) throw new ApiError(errors.bodyTooLarge);
  if (!bytes) return body.isWellFormed() ? body : undefined;
  return isUtf8(bytes) ? bytes.toString() : undefined;
};

export const textBody = ({
  bodyOptional,
  bodyMissing,
}: Pick<Contract, 'bodyOptional' | 'bodyMissing'>): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function textBodyBefore({ event }) {
    const text = decoded(event.body ?? '', event.isBase64Encoded)?.replace(/^\uFEFF/, '');
    event.isBase64Encoded = false;
    if (text?.trim() !== '') {
      // Ahead of the verdict on its bytes: what they are is said there.
      checkHeaders(event);
      if (text === undefined) throw refusal('The request body is not valid UTF-8');
      event.body = text;
    } else if (bodyOptional) {
      event.body = '{}';
    } else {
      throw bodyMissing ? new ApiError(bodyMissing) : refusal('The request body is empty: send a JSON object');
    }
  },
});
