/** Normalizes the parsed body and checks it against the operation's schema; the first violation answers. */
import type { MiddlewareObj } from '@middy/core';
import { errors } from '../api/errors.ts';
import { inFieldOrder } from '../api/fields.ts';
import { isObject, type Normalized, normalize } from '../api/normalize.ts';
import type { Schema } from '../api/operation.ts';
import { type Validate, type Violation, violationOf } from '../api/violations.ts';
import { ApiError } from './api-error.ts';
import type { AuthenticatedEvent } from './require-api-key.ts';

/** Violations of rules that the schema can't say, found in the body alone. */
export type FurtherRules = (normalized: Normalized) => readonly Violation[];

/** The event once the body is checked. */
export type CheckedEvent = AuthenticatedEvent & { normalized: Normalized };

/** Every violation in the order in which they answer: what the schema finds first, and what the rules find. */
export const violationsOf = (
  schema: Schema,
  validate: Validate,
  normalized: Normalized,
  further: FurtherRules = () => [],
): readonly Violation[] => {
  const bySchema = validate(normalized.body) ? [] : (validate.errors ?? []).map((error) => violationOf(schema, error));
  return inFieldOrder(schema)([...bySchema, ...further(normalized)]);
};

export const checkBody = (schema: Schema, validate: Validate, further?: FurtherRules): MiddlewareObj<CheckedEvent> => ({
  before: function checkBodyBefore({ event }) {
    const body: unknown = event.body;
    if (!isObject(body)) {
      throw new ApiError({ ...errors.invalidRequest, message: 'Request body must be a JSON object' });
    }
    event.normalized = normalize(schema, body);
    const [first] = violationsOf(schema, validate, event.normalized, further);
    if (first) throw new ApiError(first.error);
  },
});
