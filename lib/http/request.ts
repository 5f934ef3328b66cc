/** What a handler gets and gives, by its contract. */
import type { Normalized } from '../contract/coercion.ts';
import type { BodyOf, Contract, ValuesOf } from '../contract/operation.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { Violation } from '../contract/violations.ts';
import type { CallOptions } from '../dynamodb/call.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import type { Versioned } from './versions.ts';

export interface Request<C extends Contract, Prepared = undefined> {
  /** Of the partner whose key the request carries; repositories are opened with it. */
  readonly store: PartnerStore;
  /** The usage plan of that key. */
  readonly plan: string;
  /** Until when anything may be called for the request; the store keeps to it by itself. */
  readonly limits: CallOptions;
  readonly path: ValuesOf<C, 'pathParameters'>;
  readonly query: ValuesOf<C, 'query'>;
  readonly headers: ValuesOf<C, 'headers'>;
  /** The window of a list; `undefined` where the request asks for none. */
  readonly window: PageWindow | undefined;
  /** The body in the form of the request schema. */
  readonly body: BodyOf<C>;
  /** What `prepare` made of the body. */
  readonly prepared: Prepared;
  /** Whether the request is to be judged and not carried out. */
  readonly validateOnly: boolean;
  /** The value of `If-Match`, where the operation takes one and it was sent. */
  readonly ifMatch: string | undefined;
  /** Whether the client takes a compressed response. */
  readonly acceptsGzip: boolean;
}

/** A response: with its version where the contract has `etag`. */
export type ReplyOf<C extends Contract> = C extends { readonly etag: true } ? Versioned : unknown;

/** Answers with the response's body, or `Versioned`; an `ApiError` that it throws is the response instead. */
export type Handle<C extends Contract, Prepared> = (request: Request<C, Prepared>) => Promise<ReplyOf<C>>;

/** What a body comes to, and what its own rules say against it, beside the schema. */
export interface Preparation<Prepared> {
  readonly prepared: Prepared;
  readonly violations: readonly Violation[];
}

/** What a body that is sent with `If-Match` says that the record answers already. */
export interface Settlement<Found> {
  /** The paths of the fields that say so. They leave the body before it is judged, and are not asked for. */
  readonly same: readonly string[];
  /** The record, for the handler; `undefined` where it is not there. */
  readonly found: Found | undefined;
}

export interface Judging<C extends Contract, Prepared, Found> {
  /** Reads the record that a body with `If-Match` is about, so that a record can be read and sent back. */
  readonly settle?: (request: Request<C>, normalized: Normalized) => Promise<Settlement<Found>>;
  /**
   * Whether `settle` is asked without `If-Match` too, where the body would be refused as it is. The handler has to see that
   * the record is still the one that was settled on.
   */
  readonly settlesRefused?: true;
  /**
   * Judges the body by rules that the schema can't say.
   *
   * @param settled - absent where `settle` was not asked
   */
  readonly prepare: (normalized: Normalized, settled: Settlement<Found> | undefined) => Preparation<Prepared>;
  /**
   * Violations of rules that need the stored record, for a client that asks for all of them although the body is refused
   * already.
   */
  readonly late?: (request: Request<C, Prepared>) => Promise<readonly Violation[]>;
}
