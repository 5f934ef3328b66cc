/** Normalizes the parsed body and checks it against the operation's schema; the first violation answers. */
import type { MiddlewareObj } from '@middy/core';
import { isObject, type JsonObject, MOST_ITEMS, type Normalized, normalize } from '../contract/coercion.ts';
import { errors } from '../contract/errors.ts';
import { inFieldOrder } from '../contract/fields.ts';
import type { Schema } from '../contract/operation.ts';
import { type SchemaError, type Validate, type Violation, violationOf } from '../contract/violations.ts';
import { isWide } from '../contract/wide.ts';
import { ApiError } from './api-error.ts';
import { MOST_VIOLATIONS, wantsProblem } from './problem.ts';
import type { AuthenticatedEvent } from './require-api-key.ts';

/** Violations of rules that the schema can't say, found in the body alone. */
export type FurtherRules = (normalized: Normalized) => readonly Violation[];

/** The event once the body is checked. */
export type CheckedEvent = AuthenticatedEvent & { normalized: Normalized };

/** Loads the validator that finds every violation; only clients that ask for all of them pay for it. */
export type LoadValidateAll = () => Promise<{ readonly default: Validate }>;

export interface BodyChecks {
  readonly schema: Schema;
  readonly validate: Validate;
  readonly validateAll?: LoadValidateAll | undefined;
  readonly rules?: FurtherRules | undefined;
}

/** Errors inside an `anyOf` say why each branch failed; the constraint's own error stands behind them. */
const isBranch = ({ schemaPath }: SchemaError): boolean => /\/anyOf\/[0-9]/.test(schemaPath);

/** The violations that a validator and the rules find, in the order in which they answer. */
const violationsOf = (
  { schema, rules = () => [] }: BodyChecks,
  validate: Validate,
  normalized: Normalized,
): readonly Violation[] => {
  const found = validate(normalized.body) ? [] : (validate.errors ?? []).filter((error) => !isBranch(error));
  const told = found.slice(0, MOST_VIOLATIONS);
  const bySchema = told.map((error) => violationOf(schema, error, normalized.body));
  return inFieldOrder(schema, [...bySchema, ...rules(normalized)]);
};

/** No schema looks deeper: what lies below is left alone, however deep it is. */
const DEEPEST = 20;

/** The body without what costs much and changes no violation: a list that is cut still breaks the limits that it broke. */
const cut = (value: unknown, depth = 0): unknown => {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => cut(item, depth + 1));
  // A schema's own objects are small: a large one is of a wrong type, or looked into by no schema.
  if (!isObject(value) || isWide(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each, depth + 1)]));
};

/** Normalizes the body and keeps it in the event, or throws what the first violation answers. */
export const checkBody = (checks: BodyChecks): MiddlewareObj<CheckedEvent> => ({
  before: async function checkBodyBefore({ event }) {
    const body: unknown = event.body;
    if (!isObject(body)) {
      throw new ApiError({ ...errors.invalidRequest, message: 'Request body must be a JSON object' });
    }
    event.normalized = normalize(checks.schema, body);
    const [first] = violationsOf(checks, checks.validate, event.normalized);
    if (!first) return;
    if (!checks.validateAll || !wantsProblem(event.headers.accept)) throw new ApiError(first.error, [first]);
    const { default: validateAll } = await checks.validateAll();
    const all = { ...event.normalized, body: cut(event.normalized.body) as JsonObject };
    const violations = violationsOf(checks, validateAll, all);
    // Among more than are told it may be missing.
    const [told] = violations;
    const isTold = told?.path === first.path && told.error.code === first.error.code;
    throw new ApiError(first.error, isTold ? violations : [first, ...violations]);
  },
});
