/** A request that is refused for what it says itself leaves its Idempotency-Key free, whichever parameter or field it is. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { formOf } from '../../cdk/build/form.ts';
import { compile } from '../../cdk/build/validators.ts';
import { type JsonObject, normalize } from '../../lib/contract/coercion.ts';
import { parametersOf, successOf } from '../../lib/contract/derived.ts';
import type { Parameter } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

const isNumber = ({ schema }: Parameter) => (schema as { type?: string }).type === 'integer';

const numbered = operations
  .filter(({ writes }) => writes)
  .flatMap((operation) =>
    parametersOf(operation)
      .filter((parameter) => parameter.addresses && isNumber(parameter))
      .map(({ name }) => ({ operation, id: operation.id, name })),
  );

const LONG = 'x'.repeat(251);

const listed = operations.find(({ id }) => id === 'createListing')!.cases.examples[0].body as {
  readonly businessInfo: { readonly location: object };
};
/** What its country does not allow, which the record already has. */
const OTHER_COUNTRY = [
  { businessInfo: { ...listed.businessInfo, phone: '+61 2 9374 4000' } },
  { businessInfo: { ...listed.businessInfo, location: { ...listed.businessInfo.location, state: 'California' } } },
];

const FOOD_LINK = { alphaListing: { primaryCategoryAlpha: 'Plumber', foodDelivery: 'https://order.example/' } };
const seats = { fieldName: 'Seats', id: 740002, fieldValue: '12' };
/** A name twice, or one that the profile has. */
const FIELD_NAMES = [
  { customFields: [seats, { ...seats, fieldName: 'seats' }] },
  { customFields: [{ fieldName: 'name', id: 1, fieldValue: 'x' }] },
];
/** A status without the date that it needs, which the body removes; links that its category does not have. */
const PROFILES = [
  { businessStatus: 'Temporarily Closed', reopenDate: null },
  { businessStatus: 'Temporarily Closed', reopenDate: '' },
  { businessStatus: 'Opening Soon', openingSoonDate: null, reopenDate: null },
  FOOD_LINK,
  ...FIELD_NAMES,
];
/** Hours and links that the categories of the body do not offer. */
const HOURS = { NONE: [{ day: 0, isOpen: 0 }] };
const CATEGORIZED = [
  { additionalInfo: { moreHours: HOURS }, alphaListing: { primaryCategoryAlpha: 'Plumber' } },
  { additionalInfo: { mapsMoreHours: HOURS }, mapsListing: { primaryCategory: 'plumber' } },
  { mapsListing: { primaryCategory: 'plumber', mapsActionLinks: [{ id: 'none', url: 'https://order.example/' }] } },
  FOOD_LINK,
];
/** A listing with other blocks, merged into those of the example. */
const listingWith = (blocks: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(blocks).map(([name, block]) => [name, { ...listed[name as keyof typeof listed], ...block }]),
  );

/** Bodies that are refused after a record was read, for what they say themselves. */
const BODIES: Readonly<Record<string, readonly object[]>> = {
  schedulePost: [
    { subBusinessNumbers: Array.from({ length: 501 }, (_, index) => 700_001 + index) },
    { subBusinessNumbers: [1.5] },
    { subBusinessNumbers: [-1] },
  ],
  editScheduledPost: [{ subBusinessNumbers: [1.5] }],
  setDefaultReviewSources: [{ businessIds: [1.5] }, { businessIds: [-1] }, { businessIds: [1e300] }],
  saveEmployee: [{ businessNumbers: [1.5] }],
  saveQna: [{ businessNumbers: [1.5] }, { id: -1 }],
  createProduct: [{ businessNumbers: [1.5] }, { businessNumbers: [0] }],
  updateService: [{ serviceId: undefined }, { serviceId: ' ' }, { price: '', currencyCode: 'USD' }],
  deleteServices: [{ serviceIds: [''] }, { serviceIds: ['SERV1', ' '] }],
  deleteProducts: [{ productIds: [''] }],
  updateBusiness: PROFILES,
  patchBusiness: [
    ...PROFILES,
    { location: { countryCode: 'NZ', subLocality: 'Te' } },
    { location: { countryCode: 'NZ' }, phone: '(805) 555-01' },
  ],
  submitResponse: [{ answers: [9, 8].map((value) => ({ questionId: 1, value })) }],
  createTicket: [
    { tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) },
    { ticketType: 'review', externalId: undefined },
    { ticketType: 'survey', surveyId: undefined },
  ],
  sendMessage: [{ customerId: -1 }],
  saveContact: [{ id: 0 }, { id: -1 }],
  commentTicket: [{ ticketId: -1 }],
  createListing: [
    { additionalInfo: { paymentTypes: [LONG] } },
    ...OTHER_COUNTRY,
    ...CATEGORIZED.map(listingWith),
    listingWith({ additionalInfo: { businessStatus: 'Temporarily Closed', reopenDate: null } }),
  ],
  updateListing: [
    ...OTHER_COUNTRY,
    { additionalInfo: { paymentTypes: [LONG] } },
    { additionalInfo: { paymentTypes: [LONG.slice(50)], additionalPaymentTypes: LONG.slice(100) } },
  ],
};

const withBodies = Object.entries(BODIES).flatMap(([id, bodies]) =>
  bodies.map((change) => ({ operation: operations.find((each) => each.id === id)!, id, change })),
);

const writes = operations.filter((operation) => operation.writes && operation.request);

it.each(writes)('the form of a body takes every example: $id', ({ request, cases }) => {
  const isRight = compile(formOf(request));
  for (const { body } of cases.examples) {
    const { body: normalized } = normalize(request!, body as JsonObject);
    expect([body, isRight(normalized), isRight.errors]).toEqual([body, true, null]);
    // What the record already has is dropped before.
    for (const name of Object.keys(normalized)) {
      const { [name]: dropped, ...rest } = normalized;
      expect([name, isRight(rest)]).toEqual([name, true]);
    }
  }
});

const versioned = writes.filter((each) => parametersOf(each).some(({ name }) => name === 'If-Match'));

it.each(versioned)('keeps the key of a refusal for the version: $id', async (operation) => {
  const stale = (version: string) =>
    ask(operation, { headers: { 'Idempotency-Key': 'stale', 'If-Match': `"${version}"` } });
  expect(await stale('999998')).toMatchObject({ status: 412 });
  expect(await stale('999999')).toMatchObject({ status: 422 });
});

const asked = operations.find(({ id }) => id === 'createRequestUrl')!.cases.examples[0].body as object;
/** Bodies in another spelling, of records that are not there. */
const SPELLED: Readonly<Record<string, readonly object[]>> = {
  createRequestUrl: [
    { ...asked, customerId: '999999999' },
    { ...asked, customerId: '41001', surveyId: '999999999', templateId: '2' },
  ],
  updateHierarchy: [{ None: 5 }, { None: true }],
  setServiceMapping: [{ None: 'SERV1' }, { None: [1] }],
};
const spelled = Object.entries(SPELLED).flatMap(([id, bodies]) =>
  bodies.map((body) => ({ operation: operations.find((each) => each.id === id)!, id, body })),
);

it.each(spelled)('keeps the key of a body that only its record refuses: $id $body', async ({ operation, body }) => {
  const headers = { 'Idempotency-Key': 'spelled' };
  const refused = await ask(operation, { body, headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await ask(operation, { body, headers })).toMatchObject({ text: refused.text });
  expect(await ask(operation, { headers })).toMatchObject({ status: 422 });
});

it.each(withBodies)('leaves the key of a malformed body free: $id $change', async ({ operation, change }) => {
  const { body } = operation.cases.examples[0];
  const headers = { 'Idempotency-Key': 'malformed-body' };
  const refused = await ask(operation, { body: { ...(body as object), ...change }, headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect((await ask(operation, { headers })).status).toBe(successOf(operation));
});

it.each(numbered)('leaves the key of a malformed number free: $id $name', async ({ operation, name }) => {
  const headers = { 'Idempotency-Key': `malformed-${name}` };
  const refused = await ask(operation, { parameters: { [name]: 'x' }, headers });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect((await ask(operation, { headers })).status).toBe(successOf(operation));
});
