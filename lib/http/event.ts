/** The event as it goes through the chain: each step adds what it has found. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Normalized } from '../contract/coercion.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { CallOptions } from '../dynamodb/call.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import type { RefusedKey, UsableKey } from '../partners/key-lookup.ts';
import type { IdempotentRequest, Kept } from './idempotency/store.ts';

/** The checked parameters by place; header names are spelled as in the contract. */
export interface ParameterValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly window: PageWindow | undefined;
}

export type ChainEvent = APIGatewayProxyEvent & {
  /** Until when the table may be called for the request. */
  limits: CallOptions;
  /** What the key of the request led to, be it usable or not; absent until it was looked up. */
  keyJudged?: UsableKey | RefusedKey;
  /** Of the partner whose key the request carries. */
  store: PartnerStore;
  /** The usage plan of that key. */
  plan: string;
  values: ParameterValues;
  normalized: Normalized;
  /** What the operation made of the body when it judged it. */
  prepared: unknown;
  /** Set for a write under an idempotency key: what is known of an earlier request under it. */
  idempotent?: { readonly request: IdempotentRequest; readonly kept: Kept | undefined; readonly isReplay: boolean };
};
