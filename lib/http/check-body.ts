/** Reads the body into the form of the schema and judges it; the first violation answers. */
import type { MiddlewareObj } from '@middy/core';
import { type JsonObject, type Normalized, normalize } from '../contract/coercion.ts';
import { inFieldOrder } from '../contract/fields.ts';
import type { Schema } from '../contract/operation.ts';
import { type SchemaError, type Validate, type Violation, violationOf } from '../contract/violations.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { MOST_VIOLATIONS, wantsProblem } from './problem.ts';
import type { Preparation } from './request.ts';

export interface BodyChecks {
  readonly schema: Schema;
  readonly validate: Validate;
  /** Loads the validator that finds every violation; only clients that ask for all of them pay for it. */
  readonly loadAll: () => Promise<Validate>;
  readonly prepare?: ((normalized: Normalized) => Preparation<unknown>) | undefined;
  /** Violations of rules that need the record; none where there is no record. */
  readonly late?: ((event: ChainEvent) => Promise<readonly Violation[]>) | undefined;
}

/** Errors inside an `anyOf` say why each branch failed; the constraint's own error stands behind them. */
const isBranch = ({ schemaPath }: SchemaError): boolean => /\/anyOf\/[0-9]/.test(schemaPath);

const schemaViolations = (schema: Schema, validate: Validate, body: JsonObject): readonly Violation[] => {
  if (validate(body)) return [];
  const found = (validate.errors ?? []).filter((error) => !isBranch(error));
  return found.slice(0, MOST_VIOLATIONS).map((error) => violationOf(schema, error, body));
};

const isSame = (a: Violation, b: Violation): boolean => a.path === b.path && a.error.message === b.error.message;

/** Keeps the normalized body and what was prepared of it in the event, or throws what the first violation answers. */
export const checkBody = ({ schema, validate, loadAll, prepare, late }: BodyChecks): MiddlewareObj<ChainEvent> => ({
  before: async function checkBodyBefore({ event }) {
    const normalized = normalize(schema, event.body as unknown as JsonObject);
    const { prepared, violations: byRules } = prepare?.(normalized) ?? { prepared: undefined, violations: [] };
    event.normalized = normalized;
    event.prepared = prepared;
    // It was judged when it was executed: a day that has passed since must not refuse it.
    if (event.idempotent?.isReplay) return;
    const [first] = inFieldOrder(schema, [...schemaViolations(schema, validate, normalized.body), ...byRules]);
    if (!first) return;
    if (!wantsProblem(event.headers.accept)) throw new ApiError(first.error, { violations: [first] });
    const bySchema = schemaViolations(schema, await loadAll(), normalized.body);
    const all = inFieldOrder(schema, [...bySchema, ...byRules]);
    const lateOnes = ((await late?.(event)) ?? []).filter((each) => !all.some((known) => isSame(known, each)));
    // Among more than are listed the first one may be missing.
    const listed = all[0] && isSame(all[0], first) ? all : [first, ...all];
    throw new ApiError(first.error, { violations: [...listed, ...lateOnes] });
  },
});
