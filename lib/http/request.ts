/** The types of a handler's input and output, by its contract. */
import type { Normalized } from '../contract/coercion.ts';
import type { BodyOf, Contract, ValuesOf } from '../contract/operation.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { Violation } from '../contract/violations.ts';
import type { CallOptions } from '../dynamodb/client/call.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Versioned } from './versions.ts';

export interface Request<C extends Contract, Prepared = undefined> {
  /** The store of the partner whose key the request carries; repositories are opened with it. */
  readonly store: PartnerStore;
  /** The usage plan of that key. */
  readonly plan: string;
  /** The time limits for calls of the request; the store applies them itself. */
  readonly limits: CallOptions;
  readonly path: ValuesOf<C, 'pathParameters'>;
  readonly query: ValuesOf<C, 'query'>;
  readonly headers: ValuesOf<C, 'headers'>;
  /** The window of a list; `undefined` if the request selects none. */
  readonly window: PageWindow | undefined;
  /** The body, normalized to the request schema. */
  readonly body: BodyOf<C>;
  /** The result of `prepare`. */
  readonly prepared: Prepared;
  /** Whether to validate the request without saving. */
  readonly validateOnly: boolean;
  /** The value of `If-Match`, if the operation takes one and it was sent. */
  readonly ifMatch: string | undefined;
  /** Whether the client accepts a compressed response. */
  readonly acceptsGzip: boolean;
}

/** A response, with its version if the contract has `etag`. */
export type ReplyOf<C extends Contract> = C extends { readonly etag: true } ? Versioned : unknown;

/** Returns the response's body, or `Versioned`. A thrown `ApiError` becomes the response instead. */
export type Handle<C extends Contract, Prepared> = (request: Request<C, Prepared>) => Promise<ReplyOf<C>>;

/** Rules of a query that the schemas of its parameters can't express. */
export interface QueryRules<C extends Contract> {
  /** It gets the query without parameters that were found wrong. */
  readonly checkQuery?: (query: Request<C>['query']) => readonly Violation[];
  /** The same of what is checked after the addressed record: the handler refuses the request for it. */
  readonly checkQueryLate?: (query: Request<C>['query']) => readonly Violation[];
}

/** The prepared body, and the violations of rules beyond the schema. */
export interface Preparation<Prepared> {
  readonly prepared: Prepared;
  readonly violations: readonly Violation[];
  /** What is wrong with fields that are checked after the addressed record: the handler refuses the request for it. */
  readonly late?: readonly Violation[];
}

/** The fields of a body that equal those of its record. */
export interface Unchanged<Known> {
  /** The paths of these fields. They are dropped before the body is checked, and do not count as missing. */
  readonly paths: readonly string[];
  /** The data that was loaded to compare them, so that it is not loaded again. */
  readonly known: Known;
}

/** The rules of a body that its schema can't express (`lib/contract/rules.ts`). */
export interface BodyRules<C extends Contract, Prepared, Known> {
  /**
   * Finds the fields of a body with `If-Match` that its record already has, so that a record can be read and sent back.
   */
  readonly unchanged?: (request: Request<C>, normalized: Normalized) => Promise<Unchanged<Known>>;
  /**
   * Also call `unchanged` without `If-Match` if the body would be refused as sent. The handler must then check that the
   * record is still the version it was compared with.
   */
  readonly dropsWhereRefused?: true;
  /** Call `unchanged` for every request: a patch is checked only for what it changes. */
  readonly dropsAlways?: true;
  /**
   * Checks the body by itself. It also gets a body that its schema refuses, as the client may ask for every violation;
   * values of wrong types are removed from it (`lib/contract/well-typed.ts`).
   *
   * @param unchanged - absent if `unchanged` was not called
   * @param query - for a body whose fields may stand in the query
   */
  readonly prepare: (
    normalized: Normalized,
    unchanged: Unchanged<Known> | undefined,
    query: Request<C>['query'],
  ) => Preparation<Prepared>;
  /**
   * Every violation of the rules that need stored data, for a client that asks for all of them although the body is
   * refused already. It may repeat violations that `prepare` found.
   */
  readonly checkStored?: (request: Request<C, Prepared>) => Promise<readonly Violation[]>;
}
