/** For every error code of every operation: a request against the demo data, and `extraRecords`, that it answers. */

/** A day from now on, MM/DD/YYYY. */
const daysFromNow = (days: number): string => {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};

const opening = daysFromNow(60);

/** What the demo data has no example of: a location that opens soon, and one whose listing is published too. */
export const extraRecords = [
  {
    type: 'business',
    businessNumber: 700198,
    accountNumber: 700100,
    business: {
      businessStatus: 'Opening Soon',
      openingSoonDate: opening,
      alphaListing: { primaryCategoryAlpha: 'Bar' },
    },
  },
  {
    type: 'business',
    businessNumber: 700199,
    accountNumber: 700100,
    listingFixed: true,
    business: { businessStatus: 'Opening Soon', openingSoonDate: opening },
  },
];

export interface Provocation {
  /** Values that differ from those of the document's examples. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent first, with the same headers. */
  readonly firstBody?: unknown;
  /** In place of the demo key; `null` for none. */
  readonly key?: string | null;
  /** Stands behind the operation's path. */
  readonly pathSuffix?: string;
}

const required = { emailId: 'grill@copperkettle.example', phone: '(805) 555-0101', services: 'Dine-in' };
const update = (fields: object): Provocation => ({ body: { ...required, ...fields } });
const updateOf = (businessId: string, fields: object): Provocation => ({
  ...update(fields),
  parameters: { businessId },
});
const idempotent = (firstBody: unknown, body: unknown): Provocation => ({
  headers: { 'Idempotency-Key': 'provocation-422' },
  firstBody,
  body,
});

/** Codes that every operation answers alike. 429 has a test of its own. */
export const shared: Readonly<Record<number, Provocation>> = {
  404: { pathSuffix: '/nowhere' },
  413: { body: { services: 'x'.repeat(1_048_576) } },
  1161: { key: 'no-such-key-0000000000001' },
  1167: { key: null },
};

/** Codes that no request alone brings about; the tests of the chain, the functions and the gateway do. */
export const unprovoked: readonly number[] = [89, 409, 500, 503, 504];

export const provocations: Readonly<Record<string, Readonly<Record<number, Provocation>>>> = {
  updateBusiness: {
    400: update({ location: { city: 'Atascadero' } }),
    412: { ...update({}), headers: { 'If-Match': '"no-such-version"' } },
    422: idempotent({ ...required, keywords: 'one' }, { ...required, keywords: 'two' }),
    1045: update({ name: ' ' }),
    1046: update({ name: 'x'.repeat(251) }),
    1047: update({ name: 'CK' }),
    1055: update({ phone: '805-555-0101' }),
    1056: update({ fax: '805-555-0151' }),
    1069: update({ description: 'x'.repeat(4001) }),
    1070: update({ keywords: 'x'.repeat(1001) }),
    1175: updateOf('799999', {}),
    1190: update({ internalListing: { category: 'No such category', subcategory: 'Steak house' } }),
    2162: update({ businessStatus: 'Temporarily Closed', reopenDate: '01/01/2020' }),
    2276: update({
      alphaListing: {
        additionalCategory: ['Bar', 'Cafe', 'Hotel', 'Resort', 'Dentist', 'Bakery', 'Florist', 'Gym', 'Spa', 'Bank'],
      },
    }),
    2277: update({ alphaListing: { additionalCategory: ['Bar', 'bar'] } }),
    2278: update({ alphaListing: { primaryCategoryAlpha: 'Bar', additionalCategory: ['Bar'] } }),
    2290: updateOf('700104', { alphaListing: { foodDelivery: 'https://order.kettlehouse.example/' } }),
    2296: update({ alphaListing: { foodDelivery: 'order.copperkettle.example' } }),
    2297: update({ alphaListing: { foodTakeout: 'order.copperkettle.example' } }),
    2503: update({ internalListing: { category: 'Restaurant', subcategory: ['Restaurant'] } }),
    2511: updateOf('700104', { businessStatus: 'Permanently Closed' }),
    2512: updateOf('700199', { businessStatus: 'Opening Soon', openingSoonDate: daysFromNow(90) }),
    2513: update({ businessStatus: 'Open', openedOnDate: '01/01/2099' }),
    2514: update({ businessStatus: 'Opening Soon' }),
    2515: update({ businessStatus: 'Permanently Closed', reopenDate: '01/01/2099' }),
    2516: update({ businessStatus: 'Opening Soon', openingSoonDate: '01/01/2099' }),
    2517: update({ businessStatus: 'Opening Soon', openingSoonDate: '01/01/2020' }),
    2518: update({ reopenDate: '01/01/2099' }),
    2519: updateOf('700198', { alphaListing: { primaryCategoryAlpha: 'Hotel' } }),
    2520: update({ businessStatus: 'Permanently Closed', openedOnDate: '01/01/2020' }),
    6000: update({ location: { countryCode: 'NZ', zip: '1011' } }),
    6001: update({ location: { countryCode: 'NZ', zip: '1011', subLocality: 'x'.repeat(81) } }),
  },
  getContact: {
    400: { body: {} },
    1532: { parameters: { businessId: '799999' }, body: { id: 41001 } },
    5043: { body: { email: 'unknown@mail.example' } },
  },
  getMenuDetails: {
    400: { body: { businessNumbers: ['seven'] } },
    1011: { body: { businessNumbers: [799999] } },
    2348: { parameters: { sindex: '99999', count: '10' } },
    2457: { body: { sortBy: 'price' } },
  },
  addAggregationLink: {
    400: { body: { sourceAlias: 'alpha', url: 'alpha.example/places/rival' } },
    422: idempotent(
      { sourceAlias: 'beta', url: 'https://beta.example/one' },
      { sourceAlias: 'beta', url: 'https://beta.example/two' },
    ),
    1011: {
      parameters: { compAccountId: '799999' },
      body: { sourceAlias: 'alpha', url: 'https://alpha.example/places/rival' },
    },
  },
  getMapsActionLinks: { 400: { parameters: { businessNumber: '799999' } } },
};
