/** Reads the body into the form of the schema and judges it; the first violation answers. */
import type { MiddlewareObj } from '@middy/core';
import { type JsonObject, type Normalized, normalize } from '../contract/coercion.ts';
import { inFieldOrder } from '../contract/fields.ts';
import type { Schema } from '../contract/operation.ts';
import {
  MOST_VIOLATIONS,
  type SchemaError,
  type Validate,
  type Violation,
  violationOf,
} from '../contract/violations.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { wantsProblem } from './problem.ts';
import type { Preparation } from './request.ts';
import type { Settled } from './settled.ts';

/** What says what is wrong with a body: its first violation, or all of them. */
export interface Reports {
  readonly first: Validate;
  readonly all: Validate;
}

export interface BodyChecks {
  readonly schema: Schema;
  /** Whether a body is right. */
  readonly isValid: (body: unknown) => boolean;
  readonly loadReports: () => Promise<Reports>;
  /** Asked where `If-Match` is sent: which fields say what the record answers already. */
  readonly settle?: ((event: ChainEvent, normalized: Normalized) => Promise<Settled>) | undefined;
  /** Asked without it too, where the body would be refused. */
  readonly settlesRefused?: true | undefined;
  readonly prepare?: ((normalized: Normalized, settled: Settled | undefined) => Preparation<unknown>) | undefined;
  /** Violations of rules that need the record; none where there is no record. */
  readonly late?: ((event: ChainEvent) => Promise<readonly Violation[]>) | undefined;
}

/** Errors inside an `anyOf` say why each branch failed; the constraint's own error stands behind them. */
const isBranch = ({ schemaPath }: SchemaError): boolean => /\/anyOf\/[0-9]/.test(schemaPath);

const schemaViolations = (schema: Schema, validate: Validate, body: JsonObject): readonly Violation[] => {
  if (validate(body)) return [];
  const found: Violation[] = [];
  for (const error of validate.errors ?? []) {
    if (found.length === MOST_VIOLATIONS) break;
    if (!isBranch(error)) found.push(violationOf(schema, error, body));
  }
  return found;
};

/** Rules are asked of a wrong body too, as every violation may be asked for: of a value that they can't read only the schema speaks. */
const askedOf = async <T>(isRight: boolean, ask: () => T | Promise<T>): Promise<T | undefined> => {
  try {
    return await ask();
  } catch (error) {
    if (isRight || !(error instanceof TypeError)) throw error;
    return undefined;
  }
};

const isSame = (a: Violation, b: Violation): boolean => a.path === b.path && a.error.message === b.error.message;

/** Keeps the normalized body and what was prepared of it in the event, or throws what the first violation answers. */
export const checkBody = ({
  schema,
  isValid,
  loadReports,
  settle,
  settlesRefused,
  prepare,
  late,
}: BodyChecks): MiddlewareObj<ChainEvent> => {
  /** What the schema says against a wrong body; `same` are fields that are not asked for, as they were sent and have left it. */
  const judge = async (
    body: JsonObject,
    same: ReadonlySet<string>,
    wantsAll: boolean,
  ): Promise<readonly Violation[]> => {
    const isAskedFor = ({ missing, path }: Violation) => !(missing && same.has(path));
    const { first, all } = await loadReports();
    const found = wantsAll ? [] : schemaViolations(schema, first, body);
    if (!wantsAll && found.every(isAskedFor)) return found;
    // Where the first violation is none, what stands behind it is found by the validator that does not stop there.
    return schemaViolations(schema, all, body).filter(isAskedFor);
  };

  return {
    before: async function checkBodyBefore({ event }) {
      const sent = normalize(schema, event.body as unknown as JsonObject);
      // It was judged when it was executed: a day that has passed since must not refuse it.
      const isReplay = event.idempotent?.isReplay === true;
      const asksVersion = event.values.headers['If-Match'] !== undefined;
      const settled = asksVersion && !isReplay ? await settle?.(event, sent) : undefined;
      const take = async (settlement: Settled | undefined) => {
        const same = new Set(settlement?.same);
        const normalized = settlement?.rest ?? sent;
        const isRight = isReplay || isValid(normalized.body);
        const judged = await askedOf(isRight, () => prepare?.(normalized, settlement));
        event.normalized = normalized;
        event.prepared = judged?.prepared;
        return { same, normalized, byRules: judged?.violations ?? [], isRight };
      };
      let taken = await take(settled);
      if (isReplay) return;
      const isPassed = () => taken.isRight && taken.byRules.length === 0;
      if (settlesRefused && !settled && !isPassed()) {
        const settledLate = await settle?.(event, sent);
        if (settledLate && settledLate.same.length > 0) taken = await take(settledLate);
      }
      if (isPassed()) return;
      const { same, normalized, byRules, isRight } = taken;
      const wantsAll = wantsProblem(event.headers.accept);
      const bySchema = isRight ? [] : await judge(normalized.body, same, wantsAll);
      const found = inFieldOrder(schema, [...bySchema, ...byRules]);
      const [first] = found;
      if (!first) return;
      if (!wantsAll) throw new ApiError(first.error, { violations: [first] });
      const lateOnes = ((await askedOf(isRight, async () => late?.(event))) ?? []).filter(
        (each) => !found.some((known) => isSame(known, each)),
      );
      const others = inFieldOrder(schema, [...found, ...lateOnes]).filter((each) => !isSame(each, first));
      throw new ApiError(first.error, { violations: [first, ...others] });
    },
  };
};
