/** The event in the middleware chain: each step adds its results. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Normalized } from '../contract/coercion.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { Violation } from '../contract/violations.ts';
import type { CallOptions } from '../dynamodb/client/call.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';
import type { RefusedKey, UsableKey } from '../partners/key-lookup.ts';
import type { IdempotentRequest, Kept } from './idempotency/store.ts';

/** The checked parameters of path, query and headers; header names are spelled as in the contract. */
export interface ParameterValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly window: PageWindow | undefined;
}

export type ChainEvent = APIGatewayProxyEvent & {
  /** The time limits of the request's calls to the table. */
  limits: CallOptions;
  /** The result of the key lookup, whether the key is usable or not; absent before the lookup. */
  keyChecked?: UsableKey | RefusedKey;
  /** The store of the partner whose key the request carries. */
  store: PartnerStore;
  /** The usage plan of that key. */
  plan: string;
  values: ParameterValues;
  /**
   * What was found wrong with the request so far, if the client wants every violation: `requireAddressed` refuses it.
   * `needed` says whether a required parameter is wrong, so that no record can be read for the other checks.
   */
  wrong?: { readonly violations: readonly Violation[]; readonly needed: boolean };
  /**
   * What is wrong with the request by itself, and is reported after the addressed record was found: the handler refuses
   * it (`refusal.ts`).
   */
  late?: readonly Violation[];
  normalized: Normalized;
  /** What rules have against the body with the fields that its record already has; absent where none was dropped. */
  asSent?: () => readonly Violation[];
  /** The result of the operation's `prepare`. */
  prepared: unknown;
  /** Set for a write under an idempotency key: the request, and the outcome of an earlier request under that key. */
  idempotent?: {
    readonly request: IdempotentRequest;
    readonly kept: Kept | undefined;
    /** Whether another request under the key was executed, which the response says. */
    readonly isReplay: boolean;
    /** Notes what was found under the key meanwhile. */
    readonly found: (by: Executed, kept: Kept | undefined) => void;
  };
};
