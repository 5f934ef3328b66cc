/**
 * Parses the body. `@middy/http-json-body-parser` calls a function for each value and refuses the names `__proto__` and
 * `constructor`, which this API ignores like all unknown fields. It is therefore used only to describe what is wrong
 * with invalid JSON. Body fields are read by name with `Object.hasOwn`, so no name reaches a prototype.
 */
import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { brokenTexts } from '../../contract/broken-text.ts';
import { isObject, type JsonObject } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import { parseJson } from '../../contract/number-text.ts';
import { ApiError } from '../api-error.ts';
import type { ChainEvent } from '../event.ts';
import { wantsProblem } from '../problem.ts';
import { shapeOf } from './guard.ts';
import { jsonPosition } from './json-position.ts';

const refusal = (message: string): ApiError => new ApiError({ ...errors.invalidRequest, message });

const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/** The package's message for invalid JSON without what it quotes, which may be personal data. */
const notJson = (text: string): ApiError => {
  try {
    parser.before?.({ event: { headers: {}, body: text, isBase64Encoded: false } } as never);
  } catch (error) {
    const { cause } = error as { cause?: { message?: string } };
    const { line, column } = jsonPosition(text, cause?.message ?? '');
    return refusal(`The request body is not JSON: line ${line}, column ${column}`);
  }
  return refusal('The request body is not JSON');
};

const parsed = (text: string, hasNumberText: boolean): unknown => {
  try {
    return parseJson(text, hasNumberText);
  } catch {
    throw notJson(text);
  }
};

/**
 * Refuses a body with invalid text. Of a client that wants every violation the request goes on with that text replaced,
 * for the rest to be checked; `requireAddressed` refuses it.
 */
const refuseBrokenText = (event: ChainEvent, text: string, body: JsonObject): JsonObject => {
  const broken = brokenTexts(text, body, 'The request body');
  if (!broken) return body;
  const { violations, repaired } = broken;
  if (!wantsProblem(event.headers.accept)) throw new ApiError(violations[0]!.error, { violations });
  event.wrong = { violations, needed: false };
  return repaired as JsonObject;
};

/**
 * @param replacesLater - whether halves of surrogate pairs are replaced later and U+0000 is kept, as with
 *   `repairsText` of a contract
 */
export const jsonBody = (replacesLater = false): MiddlewareObj<ChainEvent> => ({
  before: function jsonBodyBefore({ event }) {
    const text = event.body ?? '';
    const { problem, hasNumberText } = shapeOf(text);
    if (problem) throw refusal(`The request body ${problem}`);
    const body = parsed(text, hasNumberText);
    if (Array.isArray(body)) throw refusal('The request body is an array: send a JSON object');
    if (!isObject(body)) throw refusal('The request body must be a JSON object');
    (event as unknown as { body: unknown }).body = replacesLater ? body : refuseBrokenText(event, text, body);
  },
});
