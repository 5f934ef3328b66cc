/** Tenants: each client under faults is a partner of its own, so that each call names its client, and faults can be seeded. */
import { keyHash } from '../../lib/partners/repository/api-key.ts';

const numberOf = (tenant: number, kind: number): number => (100 + tenant) * 1000 + kind;

export const numbersOf = (tenant: number) => ({
  account: numberOf(tenant, 0),
  location: numberOf(tenant, 1),
  other: numberOf(tenant, 2),
  competitor: numberOf(tenant, 900),
  /** Another partner's, and no one's. */
  foreign: numberOf(tenant, 800),
  unknown: numberOf(tenant, 999),
});

/** A key for each request: then the authorizer and the function both look it up. */
export const secretOf = (tenant: number, index: number): string => `key-of-tenant-${tenant}-for-request-${index}`;
export const unknownSecretOf = (tenant: number, index: number): string => `unknown-${secretOf(tenant, index)}`;

export const partnerOf = (tenant: number): string => `tenant-${tenant}`;

export const EMAIL = 'one@mail.example';
export const PHONE = '(650) 555-0111';

const menu = (id: number) => ({ id: `m-${id}`, menuDetails: { name: `Menu ${id}`, menus: [] }, crmName: 'crm' });

/** The records of a tenant with `keys` keys. Its contact has id 1 and cid 11. */
export const tenantRecords = (tenant: number, keys: number): unknown[] => {
  const { account, location, other, competitor, foreign } = numbersOf(tenant);
  const [partnerId, others] = [partnerOf(tenant), `others-${tenant}`];
  const theirs = numberOf(tenant, 700);
  const mappings = [{ cid: 11, location: 'One', bid: 7, businessNumber: location }];
  return [
    { type: 'partner', partnerId, name: partnerId },
    { type: 'partner', partnerId: others, name: others },
    ...Array.from({ length: keys }, (_, index) => ({
      type: 'apiKey',
      partnerId,
      key: secretOf(tenant, index),
      plan: 'enterprise',
    })),
    { type: 'account', accountNumber: account, partnerId, name: partnerId },
    { type: 'account', accountNumber: theirs, partnerId: others, name: others },
    {
      type: 'business',
      businessNumber: location,
      accountNumber: account,
      mapsCategoryId: 'restaurant',
      business: { alphaListing: { primaryCategoryAlpha: 'Restaurant' } },
    },
    { type: 'business', businessNumber: other, accountNumber: account, business: {} },
    { type: 'business', businessNumber: foreign, accountNumber: theirs, mapsCategoryId: 'hotel', business: {} },
    { type: 'menu', businessNumber: location, menu: menu(location) },
    { type: 'menu', businessNumber: other, menu: menu(other) },
    { type: 'contact', accountNumber: account, contact: { id: 1, email: EMAIL, phone: PHONE, mappings } },
    { type: 'competitor', compAccountId: competitor, accountNumber: account, name: 'Rival' },
  ];
};

/** Finds whose a call to the store is by its body: by the partner in its keys, or the hash of its API key. */
export const tenantFinder = (tenants: number, keys: number): ((body: string) => number | undefined) => {
  const hashes = new Map<string, number>();
  for (let tenant = 0; tenant < tenants; tenant++) {
    for (let index = 0; index < keys; index++) {
      hashes.set(keyHash(secretOf(tenant, index)), tenant);
      hashes.set(keyHash(unknownSecretOf(tenant, index)), tenant);
    }
  }
  return (body) => {
    const hash = /KEY#([0-9a-f]{64})/.exec(body)?.[1];
    if (hash) return hashes.get(hash);
    const tenant = /"P#tenant-(\d+)#/.exec(body)?.[1];
    return tenant === undefined ? undefined : Number(tenant);
  };
};
