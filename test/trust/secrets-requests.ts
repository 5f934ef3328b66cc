/** Requests with personal data wherever there is room for it. */

import { type Operation, provocationAt, type SampleRequest } from '../../lib/contract/cases.ts';
import type { Service } from '../../tools/local/service.ts';
import { REQUIRED } from '../support/world.ts';
import { requestOf } from './samples.ts';
import { CONTACT } from './secrets-known.ts';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const contactBy = (body: unknown, businessId: string | number = 100): Request => ({
  method: 'POST',
  path: `/v1/customer-v2/external/getCustomer?businessId=${businessId}`,
  body,
});
const update = (body: object | string, number = 101): Request => ({
  method: 'PUT',
  path: `/v1/business/${number}`,
  body: typeof body === 'string' ? body : { ...REQUIRED, ...body },
});
const menus: Request = { method: 'POST', path: '/v1/listing/menu-details', headers: { 'x-business-number': '100' } };

/** Every operation, right and wrong, with personal data wherever there is room for it. */
export const REQUESTS: readonly Request[] = [
  contactBy({ email: CONTACT.email }),
  contactBy({ phone: CONTACT.phone }),
  contactBy({ id: CONTACT.id, experienceScore: true }),
  contactBy({ cid: 77_011 }),
  contactBy({ email: [CONTACT.email] }),
  contactBy({ email: `${CONTACT.email}${'x'.repeat(400)}` }),
  contactBy({ id: CONTACT.email }),
  contactBy({ experienceScore: CONTACT.phone, id: 1 }),
  contactBy({ email: CONTACT.email }, CONTACT.email),
  contactBy({ email: CONTACT.email }, 200),
  contactBy(`{"email":"${CONTACT.email}"`),
  contactBy(`${CONTACT.email}`),
  contactBy(`{"__proto__":"${CONTACT.email}"}`),
  { ...contactBy({ email: CONTACT.email }), headers: { 'content-type': CONTACT.email } },
  update({ fax: CONTACT.email }),
  update({ businessStatus: CONTACT.lastName, establishedYear: CONTACT.phone }),
  update({ alphaListing: { attributes: { owner: CONTACT.email } } }),
  update(`{"emailId":${CONTACT.email}}`),
  update({}, 999),
  { ...update({ name: CONTACT.firstName }), headers: { 'idempotency-key': 'k', 'if-match': CONTACT.email } },
  menus,
  { ...menus, body: { businessNumbers: [CONTACT.email], sortBy: CONTACT.phone } },
  { ...menus, headers: { 'x-business-number': CONTACT.phone } },
  {
    method: 'POST',
    path: '/v1/aggregation/competitor/301/101',
    body: { sourceAlias: 'alpha', url: 'https://alpha.example/x' },
  },
  { method: 'POST', path: '/v1/aggregation/competitor/301/101', body: { sourceAlias: CONTACT.email, url: 'x' } },
  { method: 'GET', path: '/v1/listing/101/maps-action-links' },
];

export const ask = async ({ url }: Service, key: string | undefined, { method, path, headers, body }: Request) => {
  const response = await fetch(url + path, {
    method,
    headers: { ...(key !== undefined && { 'x-api-key': key }), 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text(), headers: JSON.stringify([...response.headers]) };
};

/** Reading what `breakRecords` writes. */
export const BROKEN: readonly Request[] = [
  update({}, 103),
  { ...update({}, 103), headers: { 'if-match': '"1"' } },
  { ...menus, body: { businessNumbers: [103] } },
  contactBy({ id: 77_002 }),
];

/** Every request of the cases of these operations that is refused, and the key that it is sent with. */
export const refusedSamples = (operations: readonly Operation[], now: number): readonly ((key: string) => Request)[] =>
  operations.flatMap((operation) => {
    const { provocations, invalid, foreign } = operation.cases;
    const provoked = Object.values(provocations).map((each) => provocationAt(now, each));
    const samples: (SampleRequest | undefined)[] = [
      invalid,
      ...provoked,
      ...Object.values(foreign).map((each) => each.foreign),
    ];
    return samples.flatMap((sample) =>
      sample ? [(key: string) => requestOf(operation, { body: operation.cases.examples[0].body, ...sample }, key)] : [],
    );
  });
