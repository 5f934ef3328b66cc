/** What stands before `@middy/http-json-body-parser`: the size, the media type, and a body that may be left out. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { errors } from '../contract/errors.ts';
import { ApiError } from './api-error.ts';

/** Decisions, order of checks: 1 MiB. */
const MAX_BODY_BYTES = 1_048_576;

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;|$)/i;

const byteLength = ({ body, isBase64Encoded }: APIGatewayProxyEvent): number =>
  Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

/** @param bodyOptional - whether a request without a body is the same as one with `{}` */
export const jsonBody = (bodyOptional: boolean): MiddlewareObj<APIGatewayProxyEvent> => ({
  before: function jsonBodyBefore({ event }) {
    if (byteLength(event) > MAX_BODY_BYTES) throw new ApiError(errors.bodyTooLarge);
    if (bodyOptional && !event.body?.trim()) {
      event.body = '{}';
      event.isBase64Encoded = false;
      event.headers['content-type'] = 'application/json';
    }
    const mediaType = event.headers['content-type']?.trim() || 'application/json';
    if (!JSON_MEDIA_TYPE.test(mediaType)) {
      throw new ApiError({ ...errors.invalidRequest, message: 'Content-Type must be application/json' });
    }
    event.headers['content-type'] = 'application/json';
  },
});
