/** One request for each operation, with what it needs. */
import { categoryIdNotFound, errors } from '../../../../lib/contract/errors.ts';
import type { SmokeRequest } from './send.ts';

/** What the key's partner owns; checks that need what is not named are skipped. */
export interface SmokeData {
  /** A location that may be written to, with a maps category. */
  readonly business?: number | undefined;
  readonly account?: number | undefined;
  /** A competitor account of the same account. */
  readonly competitor?: number | undefined;
  readonly contact?: number | undefined;
}

/** A number that nobody owns: the largest that identifies something. */
export const NOBODY = Number.MAX_SAFE_INTEGER;

/** Looks like a key, and is none. */
export const unknownKey = 'smoke-test-of-an-unknown-key';

const UPDATE = {
  emailId: 'smoke@check.example',
  phone: '(503) 555-0142',
  services: 'smoke test',
};
const LINK = { sourceAlias: 'alpha', url: 'https://smoke-test.example/reviews' };

export type Numbers = { readonly [Name in keyof SmokeData]-?: number };

export const calls = {
  updateBusiness: ({ business }: Numbers, body: unknown = UPDATE) => ({
    method: 'PUT',
    path: `/v1/business/${business}`,
    body: JSON.stringify(body),
  }),
  getContact: ({ account, contact }: Numbers, body: unknown = { id: contact }) => ({
    method: 'POST',
    path: `/v1/customer-v2/external/getCustomer?businessId=${account}`,
    body: JSON.stringify(body),
  }),
  getMenuDetails: ({ account }: Numbers, body: unknown = {}) => ({
    method: 'POST',
    path: '/v1/listing/menu-details',
    headers: { 'x-business-number': String(account) },
    body: JSON.stringify(body),
  }),
  addAggregationLink: ({ competitor, business }: Numbers, body: unknown = LINK) => ({
    method: 'POST',
    path: `/v1/aggregation/competitor/${competitor}/${business}`,
    body: JSON.stringify(body),
  }),
  getMapsActionLinks: ({ business }: Numbers) => ({ path: `/v1/listing/${business}/maps-action-links` }),
} as const satisfies Record<string, (numbers: Numbers, body?: unknown) => SmokeRequest>;

export type OperationId = keyof typeof calls;

/** What each operation needs to be called rightly. */
export const needs: Readonly<Record<OperationId, readonly (keyof SmokeData)[]>> = {
  updateBusiness: ['business'],
  getContact: ['account', 'contact'],
  getMenuDetails: ['account'],
  addAggregationLink: ['competitor', 'business'],
  getMapsActionLinks: ['business'],
};

/** What is answered of a number that nobody owns. */
export const ofNobody = {
  updateBusiness: errors.businessNotFound,
  getContact: errors.accountNotFound,
  getMenuDetails: errors.businessInvalid,
  addAggregationLink: errors.businessInvalid,
  getMapsActionLinks: categoryIdNotFound,
} as const;

export const nobody: Numbers = { business: NOBODY, account: NOBODY, competitor: NOBODY, contact: NOBODY };

/** Headers of a request with a body and a key; what the request itself says comes last. */
export const withKey = (key: string, { headers, ...request }: SmokeRequest): SmokeRequest => ({
  ...request,
  headers: { ...(request.body !== undefined && { 'Content-Type': 'application/json' }), 'x-api-key': key, ...headers },
});

/** A request that anybody may send; with a key that works it answers 400, without one 401. */
export const harmless: SmokeRequest = calls.getMapsActionLinks(nobody);
