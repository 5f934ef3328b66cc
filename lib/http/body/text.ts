/**
 * Decodes the body to text. API Gateway delivers every body in base64, so that it does not treat compressed responses
 * as text (`binaryMediaTypes` in cdk/stack/rest-api.ts). Checks its size, encoding and media type.
 */
import { isUtf8 } from 'node:buffer';
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { DeployedContract } from '../../contract/deployed.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { ApiError } from '../api-error.ts';

/** 1 MiB (docs/decisions.md). */
const MAX_BODY_BYTES = 1_048_576;

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const MERGE_PATCH = /^application\/merge-patch\+json[ \t]*(?:;|$)/i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";\s]*)/i;

const refusal = (message: string): ApiError => new ApiError({ ...errors.invalidRequest, message } satisfies ErrorEntry);

/** Answers 400 for a body whose headers declare anything but uncompressed JSON in UTF-8. */
const checkHeaders = ({ headers }: APIGatewayProxyEvent, mergePatch: true | undefined): void => {
  const type = headers['content-type']?.trim() || 'application/json';
  if (!JSON_MEDIA_TYPE.test(type) && !(mergePatch && MERGE_PATCH.test(type)))
    throw refusal(`Content-Type must be ${mergePatch ? 'application/merge-patch+json or ' : ''}application/json`);
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase();
  if (charset && charset !== 'utf-8' && charset !== 'utf8') throw refusal('The request body must be in UTF-8');
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity') {
    throw refusal('The request body must not be compressed: send it without Content-Encoding');
  }
};

/** The body's text; `undefined` if it is not valid UTF-8. Answers 413 if it is too large. */
const decoded = (body: string, isBase64Encoded: boolean): string | undefined => {
  const bytes = isBase64Encoded ? Buffer.from(body, 'base64') : undefined;
  if ((bytes?.length ?? Buffer.byteLength(body)) > MAX_BODY_BYTES) throw new ApiError(errors.bodyTooLarge);
  if (!bytes) return body.isWellFormed() ? body : undefined;
  return isUtf8(bytes) ? bytes.toString() : undefined;
};

export const textBody = ({
  bodyOptional,
  bodyMissing,
  mergePatch,
}: Pick<DeployedContract, 'bodyOptional' | 'bodyMissing' | 'mergePatch'>): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function textBodyBefore({ event }) {
    const text = decoded(event.body ?? '', event.isBase64Encoded)?.replace(/^\uFEFF/, '');
    event.isBase64Encoded = false;
    if (text?.trim() !== '') {
      // Check the headers before the bytes: they say how to read them.
      checkHeaders(event, mergePatch);
      if (text === undefined) throw refusal('The request body is not valid UTF-8');
      event.body = text;
    } else if (bodyOptional) {
      event.body = '{}';
    } else {
      throw bodyMissing ? new ApiError(bodyMissing) : refusal('The request body is empty: send a JSON object');
    }
  },
});
