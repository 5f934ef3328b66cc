/** Normalizes the body to its schema and checks it by schema and rules. The response reports the first violation. */
import type { MiddlewareObj } from '@middy/core';
import { type JsonObject, type Normalized, normalize } from '../contract/coercion.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { withCutLists } from '../contract/long-lists.ts';
import type { Schema } from '../contract/operation.ts';
import type { Violation } from '../contract/violations.ts';
import { wellTyped } from '../contract/well-typed.ts';
import { ApiError } from './api-error.ts';
import type { Dropped } from './drop-unchanged.ts';
import type { ChainEvent } from './event.ts';
import { wantsProblem } from './problem.ts';
import type { Reports } from './reports.ts';
import type { Preparation } from './request.ts';

export interface BodyChecks {
  readonly schema: Schema;
  /** Whether a body is valid. */
  readonly isValid: (body: unknown) => boolean;
  readonly loadReports: () => Promise<Reports>;
  /** Called if `If-Match` is sent: drops the fields that equal those of the record. */
  readonly drop?: ((event: ChainEvent, normalized: Normalized) => Promise<Dropped>) | undefined;
  /** Also call `drop` without `If-Match` if the body would be refused. */
  readonly dropsWhereRefused?: true | undefined;
  /** Call `drop` for every request, as the checks depend on what the record has. */
  readonly dropsAlways?: true | undefined;
  readonly prepare?:
    | ((normalized: Normalized, dropped: Dropped | undefined, query: unknown) => Preparation<unknown>)
    | undefined;
  /** Violations of rules that need stored data; none if the record does not exist. */
  readonly checkStored?: ((event: ChainEvent) => Promise<readonly Violation[]>) | undefined;
  /** The row in place of a plain 400. */
  readonly fieldInvalid?: ErrorEntry | undefined;
}

/** A violation with the operation's own code, if it has a plain 400. */
const withOwnCode = (own: ErrorEntry, { error, ...rest }: Violation): Violation => ({
  ...rest,
  error: error.code === errors.invalidRequest.code ? { ...own, message: error.message } : error,
});

/** A body with the results of its schema and rules. */
interface Checked {
  /** Paths of fields that were dropped because the record has the same values. */
  readonly dropped: ReadonlySet<string>;
  /** Without the rows of lists over their limits. */
  readonly body: JsonObject;
  readonly whole: JsonObject;
  readonly isRight: boolean;
  readonly byRules: readonly Violation[];
}

const passes = ({ isRight, byRules }: Checked): boolean => isRight && byRules.length === 0;

/**
 * Stores the normalized and prepared body in the event, or throws the error of the first violation. Of a client that
 * wants every violation it stores them in the event instead, for `requireAddressed` to add its own.
 */
export const checkBody = ({
  schema,
  isValid,
  loadReports,
  drop,
  dropsWhereRefused,
  dropsAlways,
  prepare,
  checkStored,
  fieldInvalid,
}: BodyChecks): MiddlewareObj<ChainEvent> => {
  const rulesOn = (normalized: Normalized, isRight: boolean, dropped: Dropped | undefined, event: ChainEvent) =>
    prepare?.(isRight ? normalized : wellTyped(schema, normalized), dropped, event.values.query);

  const withoutExcess = (normalized: Normalized, isRight: boolean): Normalized =>
    isRight ? normalized : { ...normalized, body: withCutLists(schema, normalized.body) };

  /** What the rules say of the body with the fields that its record has already. */
  const violationsAsSent = (event: ChainEvent, sent: Normalized): readonly Violation[] => {
    const isRight = isValid(sent.body);
    return rulesOn(withoutExcess(sent, isRight), isRight, undefined, event)?.violations ?? [];
  };

  const check = (event: ChainEvent, sent: Normalized, dropped: Dropped | undefined): Checked => {
    const normalized = dropped?.rest ?? sent;
    // A replayed request was checked when it was executed; a date that has passed since must not refuse it.
    const isRight = event.idempotent?.isReplay === true || isValid(normalized.body);
    const short = withoutExcess(normalized, isRight);
    const prepared = rulesOn(short, isRight, dropped, event);
    event.normalized = normalized;
    event.prepared = prepared?.prepared;
    if (dropped && dropped.paths.length > 0) event.asSent = () => violationsAsSent(event, sent);
    if (prepared?.late?.[0]) event.late = prepared.late;
    return {
      dropped: new Set(dropped?.paths),
      body: short.body,
      whole: normalized.body,
      isRight,
      byRules: prepared?.violations ?? [],
    };
  };

  return {
    before: async function checkBodyBefore({ event }) {
      const sent = normalize(schema, event.body as unknown as JsonObject);
      const isReplay = event.idempotent?.isReplay === true;
      const asksVersion = dropsAlways === true || event.values.headers['If-Match'] !== undefined;
      const { wrong } = event;
      const reads = !wrong?.needed;
      const dropped = asksVersion && !isReplay && reads ? await drop?.(event, sent) : undefined;
      let checked = check(event, sent, dropped);
      if (isReplay) return;
      if (dropsWhereRefused && reads && !dropped && !passes(checked)) {
        const late = await drop?.(event, sent);
        if (late && late.paths.length > 0) checked = check(event, sent, late);
      }
      // A body that passes has rules of stored data to break, where the request is refused for its parameters.
      if (passes(checked) && !wrong) return;
      const { bodyViolations, withStored, all } = await loadReports();
      const plain = bodyViolations({ schema, ...checked }, all!);
      const found = fieldInvalid ? plain.map((each) => withOwnCode(fieldInvalid, each)) : plain;
      const [first] = found;
      if (!first && !wrong) return;
      if (first && !wantsProblem(event.headers.accept)) throw new ApiError(first.error, { violations: [first] });
      const stored = [...((reads && (await checkStored?.(event))) || []), ...(event.late ?? [])];
      event.wrong = {
        needed: !reads,
        violations: [...(wrong?.violations ?? []), ...withStored(schema, found, stored)],
      };
    },
  };
};
