/** The records, the requests and the answers that every variant must give. */
import { marshall } from '@aws-sdk/util-dynamodb';
import { businessItem } from '../../lib/business/repository/business.ts';
import { contactItem, pointerItem } from '../../lib/contacts/repository/contact.ts';
import { indexKeys, keys } from '../../lib/dynamodb/keys.ts';
import type { Item } from '../../lib/dynamodb/table.ts';
import { menuItem } from '../../lib/menus/repository/menu.ts';
import { apiKeyItem, keyHash } from '../../lib/partners/repository/api-key.ts';

export const SECRET = 'bench-key-of-a-partner-000001';
const ours = { accountNumber: 100, partnerId: 'ours' };

const hours = Array.from({ length: 7 }, (_, day) => ({
  day,
  isOpen: 1,
  workingHours: [
    { startHour: '9:00', endHour: '12:30' },
    { startHour: '13:30', endHour: '18:00' },
  ],
  comment: day === 6 ? 'By appointment' : '',
}));
const words = (count: number) =>
  'A family business that has served its town since it was founded. '.repeat(count).trim();

/** A body of about 3 kB: the fields that a partner's nightly synchronisation sends. */
export const body = {
  name: 'Copper Kettle Grill',
  alias: 'Grill Atascadero',
  isAddressHidden: 0,
  location: {
    address1: '412 Orchard Street',
    address2: 'Suite 2',
    city: 'Atascadero',
    state: 'CA',
    countryCode: 'US',
    zip: '93422',
  },
  emailId: 'grill@copperkettle.example',
  phone: '(805) 555-0101',
  fax: '(805) 555-0151',
  websiteUrl: 'https://copperkettle.example/',
  establishedYear: 2009,
  timezone: 'America/Los_Angeles',
  languages: ['English', 'Spanish'],
  isServiceAreaProvider: 'Yes',
  serviceAreas: [{ description: 'Atascadero' }, { description: 'Templeton' }],
  working24x7: 0,
  hoursOfOperations: hours,
  specialHours: [{ specialDate: '12/24/2030', startHour: '10:00', endHour: '15:00', isOpen: 1 }],
  businessStatus: 'Open',
  services: 'Dine-in,Takeout,Delivery,Private dining',
  description: words(6),
  keywords: 'grill,steak,family dinner,patio',
  products: 'Steak, salads, cakes',
  appointmentLink: 'https://copperkettle.example/appointment',
  reservationLink: 'https://copperkettle.example/reserve',
  menuLink: 'https://copperkettle.example/menu',
  orderAheadLink: 'https://order.copperkettle.example/',
  payment: 'Cash,Credit card,Contactless',
  logoUrl: 'https://cdn.copperkettle.example/logo.png',
  coverImageUrl: 'https://cdn.copperkettle.example/cover.jpg',
  gammaListing: { primaryCategoryGamma: 'Restaurant', categories: ['Restaurant', 'Steak house'] },
  internalListing: {
    description: words(4),
    category: 'Restaurant',
    subcategory: ['American restaurant', 'Steak house'],
    displayCategory: 'Restaurant',
  },
  betaListing: { category: ['Restaurant'], betaDescription: words(1) },
  alphaListing: {
    primaryCategoryAlpha: 'Restaurant',
    additionalCategory: ['American restaurant', 'Steak house'],
    alphaDescription: words(2),
    alphaStoreId: 'CK-101',
  },
  socialProfileURLs: {
    alphaUrl: 'https://alpha.example/copperkettle',
    betaUrl: 'https://beta.example/copperkettle',
    microblogUrl: 'https://microblog.example/copperkettle',
  },
  isSEOEnabled: true,
  externalReferenceId: 'CK-101',
  customFields: [{ id: 1, fieldName: 'Region', type: 'TEXT', fieldValue: 'Central Coast' }],
};

const flat = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([field, each]) => [`${name}.${field}`, each])
        : [[name, value]],
    ),
  );

const account = (accountNumber: number, partnerId: string): Item => ({
  accountNumber,
  partnerId,
  type: 'account',
  ...keys.account(accountNumber),
  ...indexKeys.account(partnerId, accountNumber),
});
const business = (businessNumber: number, accountNumber: number, partnerId: string): Item =>
  businessItem({ businessNumber, accountNumber, partnerId, version: 1, listingFixed: false, profile: flat(body) });

const contact = (accountNumber: number, id: number): Item[] => {
  const owner = { accountNumber, partnerId: 'ours' };
  return [
    contactItem(owner, {
      id,
      firstName: `First ${id}`,
      lastName: 'Last',
      email: `contact-${id}@mail.example`,
      phone: '(650) 555-0111',
      countryCode: 'US',
      created: '2021-01-12T10:00:00Z',
      tags: ['vip', 'late'],
      mappings: [{ cid: id * 10, location: 'One', bid: 7, businessNumber: 101 }],
      customFields: [{ fieldName: 'seats', type: 'NUMBER', fieldValue: '7' }],
    }),
    pointerItem(owner, keys.contactByEmail(accountNumber, `contact-${id}@mail.example`), id),
    pointerItem(owner, keys.contactByCid(accountNumber, id * 10), id),
  ];
};

export const items: readonly Item[] = [
  apiKeyItem(keyHash(SECRET), { partnerId: 'ours', plan: 'enterprise', meteringKey: 'meter' }),
  account(100, 'ours'),
  account(200, 'theirs'),
  business(101, 100, 'ours'),
  business(201, 200, 'theirs'),
  ...contact(100, 1),
  pointerItem(ours, keys.contactByPhone(100, '16505550111'), 1),
];

/** An account with this many locations, contacts and, where they have a size, menus. */
export function* accountItems(accountNumber: number, size: number, menuCharacters = 0): Generator<Item> {
  yield account(accountNumber, 'ours');
  for (let at = 1; at <= size; at++) {
    const businessNumber = accountNumber * 1_000_000 + at;
    const owner = { businessNumber, accountNumber, partnerId: 'ours' };
    if (menuCharacters === 0) {
      yield businessItem({ ...owner, version: 1, listingFixed: false, profile: { name: `Location ${at}` } });
      yield* contact(accountNumber, at);
    } else {
      yield menuItem({
        ...owner,
        record: { id: `m-${at}`, menuDetails: { name: 'x'.repeat(menuCharacters), menus: [] } },
      });
    }
  }
}

/** Items as DynamoDB's JSON. */
export const asAttributes = (item: Item) => marshall(item, { removeUndefinedValues: true });

/** A proxy event as API Gateway sends it, about 6 kB with the body of an update. */
const event = (method: string, resource: string, more: Record<string, unknown>, key: string | null = SECRET) => {
  const { pathParameters = null, queryStringParameters = null } = more as Record<string, Record<string, string> | null>;
  const path = resource.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters?.[name] ?? '');
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Encoding': 'gzip, deflate, br',
    'Content-Type': 'application/json',
    Host: 'api.listing.example',
    'User-Agent': 'partner-sync/4.2 (+https://partner.example/bot)',
    'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678',
    'X-Forwarded-For': '203.0.113.7, 198.51.100.23',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
    ...(key !== null && { 'X-Api-Key': key }),
  };
  const many = (values: Record<string, string> | null) =>
    values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  return {
    resource,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: many(headers),
    queryStringParameters,
    multiValueQueryStringParameters: many(queryStringParameters),
    pathParameters,
    stageVariables: null,
    requestContext: {
      accountId: '111122223333',
      apiId: 'abcdef1234',
      domainName: 'api.listing.example',
      httpMethod: method,
      identity: { sourceIp: '203.0.113.7', userAgent: headers['User-Agent'] },
      path: `/prod${path}`,
      protocol: 'HTTP/1.1',
      requestId: '7f9c24e5-0000-4000-8000-000000000000',
      requestTimeEpoch: 1_760_000_000_000,
      resourcePath: resource,
      stage: 'prod',
    },
    body: JSON.stringify(more.body),
    isBase64Encoded: false,
  };
};

export const updateEvent = (fields: object = body, businessId = '101', key?: string | null) =>
  event('PUT', '/v1/business/{businessId}', { pathParameters: { businessId }, body: fields }, key);
export const contactEvent = (fields: object, businessId = '100', key?: string | null) =>
  event('POST', '/v1/customer-v2/external/getCustomer', { queryStringParameters: { businessId }, body: fields }, key);
export const menusEvent = (accountNumber: number, businessNumbers: readonly number[]) => {
  const made = event('POST', '/v1/listing/menu-details', { body: { businessNumbers } });
  return { ...made, headers: { ...made.headers, 'x-business-number': String(accountNumber) } };
};

const { emailId: _, ...withoutEmail } = body;

export interface Case {
  readonly name: string;
  readonly operation: 'updateBusiness' | 'getContact';
  readonly event: unknown;
  /** Whether it takes checks of the body, which the floor and the bare handler do without. */
  readonly checks?: boolean;
}

export const cases: readonly Case[] = [
  { name: 'an update', operation: 'updateBusiness', event: updateEvent() },
  {
    name: 'an update of a few fields',
    operation: 'updateBusiness',
    event: updateEvent({ emailId: 'a@b.example', phone: '(650) 555-0100', services: 'repair' }),
  },
  { name: 'an update of an unknown location', operation: 'updateBusiness', event: updateEvent(body, '999') },
  { name: "an update of another partner's location", operation: 'updateBusiness', event: updateEvent(body, '201') },
  { name: 'an update without a key', operation: 'updateBusiness', event: updateEvent(body, '101', null) },
  { name: 'an update with a wrong key', operation: 'updateBusiness', event: updateEvent(body, '101', `${SECRET}9`) },
  { name: 'an update without an email', operation: 'updateBusiness', event: updateEvent(withoutEmail), checks: true },
  {
    name: 'a name that is too short',
    operation: 'updateBusiness',
    event: updateEvent({ ...body, name: 'ab' }),
    checks: true,
  },
  { name: 'a wrong phone', operation: 'updateBusiness', event: updateEvent({ ...body, phone: '555' }), checks: true },
  { name: 'a contact by id', operation: 'getContact', event: contactEvent({ id: 1 }) },
  { name: 'a contact by email', operation: 'getContact', event: contactEvent({ email: 'Contact-1@mail.example' }) },
  { name: 'a contact by phone', operation: 'getContact', event: contactEvent({ phone: '(650) 555-0111' }) },
  { name: 'a contact by cid', operation: 'getContact', event: contactEvent({ cid: 10 }) },
  { name: 'an unknown contact', operation: 'getContact', event: contactEvent({ id: 77 }) },
  { name: "another partner's account", operation: 'getContact', event: contactEvent({ id: 1 }, '200') },
  { name: 'a contact without a key', operation: 'getContact', event: contactEvent({ id: 1 }, '100', null) },
];
