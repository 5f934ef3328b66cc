/** A small world that every operation can be tried in: two partners, and for each what the other must not see. */

export const KEYS = {
  ours: 'test-key-of-our-partner-0001',
  theirs: 'test-key-of-their-partner-01',
  revoked: 'test-key-that-is-revoked-001',
  expired: 'test-key-that-is-expired-001',
} as const;

/** What update business needs in every body. */
export const REQUIRED = { emailId: 'owner@shop.example', phone: '(650) 555-0100', services: 'repair, tires' } as const;

const menu = (id: string) => ({
  id,
  menuDetails: {
    name: `Menu ${id}`,
    correlationId: `c-${id}`,
    menus: [
      {
        cuisines: ['ITALIAN'],
        labels: [{ displayName: 'All day', description: null, languageCode: 'en' }],
        sections: [
          {
            labels: [{ displayName: 'Mains' }],
            items: [
              {
                labels: [{ displayName: 'Pasta' }],
                attributes: { price: { currencyCode: 'USD', units: 12, nanos: 500_000_000 }, allergen: ['GLUTEN'] },
              },
            ],
          },
        ],
      },
    ],
  },
  createdAt: '2024-01-02T03:04:05Z',
  updatedAt: '2024-02-03T04:05:06.789Z',
  crmName: 'none',
});

const contact = (id: number, more: object) => ({
  id,
  firstName: `First ${id}`,
  created: '2021-01-12T10:00:00Z',
  ...more,
});

/** Account 100 with locations 101 to 104, and 150 with 151, are ours; account 200 with 201 is theirs. */
export const world: readonly unknown[] = [
  { type: 'partner', partnerId: 'ours', name: 'Ours' },
  { type: 'partner', partnerId: 'theirs', name: 'Theirs' },
  { type: 'apiKey', partnerId: 'ours', key: KEYS.ours, plan: 'enterprise' },
  { type: 'apiKey', partnerId: 'theirs', key: KEYS.theirs, plan: 'enterprise' },
  { type: 'apiKey', partnerId: 'ours', key: KEYS.revoked, plan: 'enterprise', revoked: true },
  { type: 'apiKey', partnerId: 'ours', key: KEYS.expired, plan: 'enterprise', expiresAt: '2020-01-01T00:00:00Z' },
  { type: 'account', accountNumber: 100, partnerId: 'ours', name: 'Our account' },
  { type: 'account', accountNumber: 150, partnerId: 'ours', name: 'Our other account' },
  { type: 'account', accountNumber: 200, partnerId: 'theirs', name: 'Their account' },
  {
    type: 'business',
    businessNumber: 101,
    accountNumber: 100,
    mapsCategoryId: 'restaurant',
    business: { ...REQUIRED },
  },
  {
    type: 'business',
    businessNumber: 102,
    accountNumber: 100,
    business: { internalListing: { category: 'Hotel', subcategory: 'Resort' } },
  },
  { type: 'business', businessNumber: 103, accountNumber: 100, business: {} },
  { type: 'business', businessNumber: 104, accountNumber: 100, mapsCategoryId: 'no-such-category', business: {} },
  { type: 'business', businessNumber: 151, accountNumber: 150, business: {} },
  { type: 'business', businessNumber: 201, accountNumber: 200, mapsCategoryId: 'hotel', business: { name: 'Theirs' } },
  { type: 'menu', businessNumber: 102, menu: menu('m-102') },
  { type: 'menu', businessNumber: 101, menu: menu('m-101') },
  { type: 'menu', businessNumber: 201, menu: menu('m-201') },
  {
    type: 'contact',
    accountNumber: 100,
    contact: contact(1, {
      email: 'Ada@Mail.example',
      phone: '(650) 555-0111',
      mappings: [
        { cid: 11, location: 'One', bid: 7, businessNumber: 101 },
        { cid: 12, location: 'Two', bid: 8, businessNumber: 102 },
      ],
      experienceScore: 9,
      experienceScoreSource: 'survey',
    }),
  },
  { type: 'contact', accountNumber: 100, contact: contact(2, { phone: '0412 345 678', countryCode: 'AU' }) },
  {
    type: 'contact',
    accountNumber: 200,
    contact: contact(3, { email: 'theirs@mail.example', mappings: [{ cid: 31 }] }),
  },
  { type: 'competitor', compAccountId: 301, accountNumber: 100, name: 'Rival' },
  { type: 'competitor', compAccountId: 351, accountNumber: 150, name: 'Rival of the other account' },
  { type: 'competitor', compAccountId: 401, accountNumber: 200, name: 'Their rival' },
];
