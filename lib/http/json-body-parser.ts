/**
 * Reads the body. `@middy/http-json-body-parser` calls a function for each value to find the keys that could reach an
 * object's prototype, which costs more than all else for a large body; here they are looked for only in a text that can
 * spell one. Whatever `JSON.parse` alone does not read is left to the package, which says what is wrong with it.
 */
import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { errors } from '../contract/errors.ts';
import { ApiError } from './api-error.ts';

/** A key that is looked for, or an escaped letter, which may be part of one. */
const SUSPICIOUS = /__proto__|constructor|\\u00[5-7]/;

/** Whether a key of `body`, at any depth, could reach a prototype: the rule of the package. */
const reachesPrototype = (body: unknown): boolean => {
  const left: unknown[] = [body];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    for (const key in value as object) {
      const inner = (value as Record<string, unknown>)[key];
      if (key === '__proto__') return true;
      if (typeof inner !== 'object' || inner === null) continue;
      if (key === 'constructor' && Object.hasOwn(inner, 'prototype')) return true;
      left.push(inner);
    }
  }
  return false;
};

export const jsonBodyParser = (): MiddlewareObj<APIGatewayProxyEvent> => {
  const { before } = httpJsonBodyParser();
  return {
    before: function jsonBodyParserBefore(request) {
      const { body: text, isBase64Encoded } = request.event;
      if (!text || isBase64Encoded) return before?.(request as never);
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        return before?.(request as never);
      }
      if (SUSPICIOUS.test(text) && typeof body === 'object' && body !== null && reachesPrototype(body)) {
        throw new ApiError({ ...errors.invalidRequest, message: 'Request body must be a JSON object' });
      }
      request.event.body = body as string;
    },
  };
};
