/** Lanes: what each client under faults has of its own, so that every call is known whose it is, and faults be seeded. */
import { keyHash } from '../../lib/partners/repository/api-key.ts';

const numberOf = (lane: number, kind: number): number => (100 + lane) * 1000 + kind;

export const numbersOf = (lane: number) => ({
  account: numberOf(lane, 0),
  location: numberOf(lane, 1),
  other: numberOf(lane, 2),
  competitor: numberOf(lane, 900),
  /** Another partner's, and nobody's. */
  foreign: numberOf(lane, 800),
  unknown: numberOf(lane, 999),
});

/** A key for each request: then the authorizer and the function both look it up. */
export const secretOf = (lane: number, index: number): string => `key-of-lane-${lane}-for-request-${index}`;
export const unknownSecretOf = (lane: number, index: number): string => `unknown-${secretOf(lane, index)}`;

export const partnerOf = (lane: number): string => `lane-${lane}`;

export const EMAIL = 'one@mail.example';
export const PHONE = '(650) 555-0111';

const menu = (id: number) => ({ id: `m-${id}`, menuDetails: { name: `Menu ${id}`, menus: [] }, crmName: 'crm' });

/** The records of a lane with `keys` keys. Its contact has id 1 and cid 11. */
export const laneRecords = (lane: number, keys: number): unknown[] => {
  const { account, location, other, competitor, foreign } = numbersOf(lane);
  const [partnerId, others] = [partnerOf(lane), `others-${lane}`];
  const theirs = numberOf(lane, 700);
  const mappings = [{ cid: 11, location: 'One', bid: 7, businessNumber: location }];
  return [
    { type: 'partner', partnerId, name: partnerId },
    { type: 'partner', partnerId: others, name: others },
    ...Array.from({ length: keys }, (_, index) => ({
      type: 'apiKey',
      partnerId,
      key: secretOf(lane, index),
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
export const laneFinder = (lanes: number, keys: number): ((body: string) => number | undefined) => {
  const hashes = new Map<string, number>();
  for (let lane = 0; lane < lanes; lane++) {
    for (let index = 0; index < keys; index++) {
      hashes.set(keyHash(secretOf(lane, index)), lane);
      hashes.set(keyHash(unknownSecretOf(lane, index)), lane);
    }
  }
  return (body) => {
    const hash = /KEY#([0-9a-f]{64})/.exec(body)?.[1];
    if (hash) return hashes.get(hash);
    const lane = /"P#lane-(\d+)#/.exec(body)?.[1];
    return lane === undefined ? undefined : Number(lane);
  };
};
