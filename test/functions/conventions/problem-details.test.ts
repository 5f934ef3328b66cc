/** Errors as problem details (RFC 9457), for a client that asks for them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as createBusiness } from '../../../functions/business/create-business.ts';
import { handler as searchBusinesses } from '../../../functions/business/search-businesses.ts';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as listContacts } from '../../../functions/contacts/list-contacts.ts';
import { handler as getField } from '../../../functions/fields/get-field.ts';
import { handler as listFields } from '../../../functions/fields/list-fields.ts';
import { handler as experience } from '../../../functions/insight/experience-over-time.ts';
import { handler as createListing } from '../../../functions/listing/create-listing.ts';
import { handler as getAllQna } from '../../../functions/qna/get-all-qna.ts';
import { handler as listResponses } from '../../../functions/surveys/list-responses.ts';
import { handler as getUser } from '../../../functions/users/get-user.ts';
import { leastListing } from '../../../lib/listing/contracts/listing.provocations.ts';
import { type Answer, call } from '../../support/call.ts';
import { newBusiness, openWorld, put } from '../business/update-business/support.ts';

beforeAll(openWorld);

const PROBLEM = { accept: 'application/problem+json' };
const broken = {
  name: 'ab',
  emailId: '',
  phone: '555',
  keywords: 'k'.repeat(1001),
  location: { city: 'c'.repeat(1002) },
  hoursOfOperations: [{ day: 0 }, { isOpen: 5 }],
  businessStatus: 'Open',
  openedOnDate: '01/01/2999',
};

const named = (body: { errors: readonly { pointer: string; code: number }[] }) =>
  body.errors.map(({ pointer, code }) => [pointer, code]);

describe('problem details', () => {
  it.each([5, 1.5, 'text', {}, ['x'], [7, {}], [[]], [{ fieldName: 5 }], [{ fieldName: 'a', fieldValue: {} }]])(
    'check on where custom fields are %j',
    async (customFields) => {
      expect((await put('101', { customFields }, { headers: PROBLEM })).status).toBe(400);
    },
  );

  it.each([5, 0.125, {}, [7, {}], [[]]])('check on where categories of maps are %j', async (additionalCategories) => {
    const body = { ...leastListing, mapsListing: { primaryCategory: 'cafe', additionalCategories } };
    const path = { businessNumber: '101' };
    const { status } = await call(createListing, { path, body: { ...body, internalListing: 5 }, headers: PROBLEM });
    expect(status).toBe(400);
  });

  it('name wrong and missing parameters in the order of the document', async () => {
    const query = { businessId: '100', page: 'x' };
    const { body } = await call(listContacts, { query, headers: PROBLEM });
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['page', 'size']);
    expect((await call(listContacts, { query })).body.message).toMatch(/^page must /);
    // A page that is too deep comes first.
    const deep = { businessId: '100', page: '200', size: '1000', sortType: 'x' };
    expect((await call(listContacts, { query: deep })).body.code).toBe(2348);
  });

  it('name every broken rule, the late ones too, the first being that of the plain answer', async () => {
    const plain = await put('101', broken);
    const { status, body, headers } = await put('101', broken, { headers: PROBLEM });
    expect(headers['Content-Type']).toBe('application/problem+json');
    expect(status).toBe(plain.status);
    expect(body).toMatchObject({ ...plain.body, status, title: 'The request is invalid', type: expect.any(String) });
    expect(body.errors[0]).toMatchObject(plain.body);
    expect(named(body)).toEqual([
      ['/location/zip', 400],
      ['/emailId', 400],
      ['/name', 1047],
      ['/location/city', 400],
      ['/phone', 1055],
      ['/hoursOfOperations/1/day', 400],
      ['/hoursOfOperations/1/isOpen', 400],
      ['/openedOnDate', 2513],
      ['/keywords', 1070],
    ]);
    expect(body.errors[2]).toMatchObject({ limit: 3, actual: 2 });
    expect(body.errors[3]).toMatchObject({ limit: 1000, actual: 1002 });
    expect(body.errors.at(-1)).toMatchObject({ limit: 1000, actual: 1001 });
  });

  it('name a list over its limit by its own length, and no rows behind the first that is too many', async () => {
    const { body } = await put('101', { ...broken, serviceAreas: new Array(400).fill({}) }, { headers: PROBLEM });
    const listed = body.errors.filter(({ pointer }: { pointer: string }) => pointer.startsWith('/serviceAreas'));
    expect(listed[0]).toMatchObject({ pointer: '/serviceAreas', limit: 10, actual: 400 });
    const pointers = listed.slice(1).map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers).toEqual(Array.from({ length: 11 }, (_, row) => `/serviceAreas/${row}/description`));
  });

  it('name each text that is not Unicode, by a pointer that keeps the names of the client', async () => {
    const body = {
      ...leastListing,
      internalListing: { ...leastListing.internalListing, 'a.b/c': ['x', '\uD800'], 'd\0': 1 },
      name: 'a\0',
      mapsListing: 5,
    };
    const send = (headers = {}) => call(createListing, { path: { businessNumber: '101' }, body, headers });
    const plain = await send();
    const { body: problem } = await send(PROBLEM);
    expect(plain).toMatchObject({ status: 400, body: { message: expect.stringContaining('must be Unicode text') } });
    expect(problem).toMatchObject(plain.body);
    expect(named(problem)).toEqual([
      ['/internalListing/a.b~1c/1', 400],
      ['/internalListing', 400],
      ['/name', 400],
      ['/mapsListing', 400],
    ]);
  });

  it('name the rules that need the stored record, next to one of the body and alone', async () => {
    const id = await newBusiness({ businessStatus: 'Open' }, { listingFixed: true });
    const late = {
      businessStatus: 'Permanently Closed',
      location: { zip: '1', state: 'Texas' },
      alphaListing: { primaryCategoryAlpha: 'Hotel', foodDelivery: 'https://x.example' },
    };
    const rules = [
      ['/location/state', 400],
      ['/businessStatus', 2511],
      ['/alphaListing/foodDelivery', 2290],
    ];
    expect(named((await put(id, late, { headers: PROBLEM })).body)).toEqual(rules);
    const { body } = await put(id, { ...late, name: 'ab' }, { headers: PROBLEM });
    expect(named(body)).toEqual([['/name', 1047], ...rules]);
  });

  it.each<readonly [object, readonly (readonly [string, number])[]]>([
    [
      { startDate: 'x' },
      [
        ['/startDate', 1523],
        ['/endDate', 1523],
      ],
    ],
    [
      { startDate: '2025-02-01', endDate: '2025-01-01' },
      [
        ['/startDate', 1523],
        ['/endDate', 1523],
      ],
    ],
    [{ startDate: '02/30/2025', endDate: '01/01/2025' }, [['/startDate', 1524]]],
    [{ startDate: '02/01/2025', endDate: '01/01/2025' }, [['/endDate', 20083]]],
  ])('of the days %j name no rule that is kept', async (days, rules) => {
    const header = { 'x-business-number': '100' };
    const body = { businessNumbers: [101], ...days };
    expect(named((await call(experience, { headers: { ...PROBLEM, ...header }, body })).body)).toEqual(rules);
  });

  it.each<readonly [object, readonly (readonly [string, number])[]]>([
    [{ startDate: 'x' }, [['/startDate', 1523]]],
    [
      { startDate: 'x', endDate: '01/01/2025' },
      [
        ['/startDate', 1523],
        ['/endDate', 1523],
      ],
    ],
    [
      { startDate: '02/30/2025 00:00:00', endDate: '01/01/0000 00:00:00' },
      [
        ['/startDate', 1524],
        ['/endDate', 1524],
      ],
    ],
    [{ startDate: '02/01/2025 00:00:00', endDate: '01/01/2025 00:00:00' }, [['/endDate', 20083]]],
  ])('of the moments %j name no rule that is kept', async (body, rules) => {
    const asked = { path: { surveyId: '7' }, query: { businessNumber: '100' }, body };
    expect(named((await call(listResponses, { ...asked, headers: PROBLEM })).body)).toEqual(rules);
  });

  it('name a field that the schema refuses once, whatever else is wrong with it', async () => {
    const state = await put('103', { location: { zip: '1', state: 'x'.repeat(51) } }, { headers: PROBLEM });
    expect(named(state.body)).toEqual([['/location/state', 400]]);
    const twice = ['Bar', 'bar', 'Cafe', 'Hotel', 'Resort', 'Dentist', 'Bakery', 'Florist', 'Gym', 'Spa', 'Bank'];
    const categories = await put('103', { alphaListing: { additionalCategory: twice } }, { headers: PROBLEM });
    expect(named(categories.body)).toEqual([['/alphaListing/additionalCategory', 2276]]);
  });

  it('name wrong parameters first, then the fields of the body, then a number that addresses nothing', async () => {
    const sent = { query: { validateOnly: 'maybe' }, headers: { ...PROBLEM, 'Idempotency-Key': 'two words' } };
    const names = (body: { errors: readonly { pointer: string; parameter?: string }[] }) =>
      body.errors.map(({ pointer, parameter }) => parameter ?? pointer);
    const late = { businessStatus: 'Permanently Closed', name: 'ab' };
    const id = await newBusiness({ businessStatus: 'Open' }, { listingFixed: true });
    const both = ['validateOnly', 'Idempotency-Key', '/name'];
    const known = await put(id, late, sent);
    expect([known.body.code, known.body.message]).toEqual([400, 'validateOnly must be true or false']);
    // The record is read, as no parameter that it takes is wrong.
    expect(names(known.body)).toEqual([...both, '/businessStatus']);
    expect(names((await put('x', late, sent)).body)).toEqual([...both, 'businessId']);
    const addressed = await put('x', late, { headers: PROBLEM });
    expect([addressed.status, names(addressed.body)]).toEqual([401, ['/name', 'businessId']]);
  });

  it('name the rules that need the stored record where otherwise only parameters are wrong', async () => {
    const id = await newBusiness({ businessStatus: 'Open' }, { listingFixed: true });
    const sent = { query: { validateOnly: 'maybe' }, headers: PROBLEM };
    const { body } = await put(id, { businessStatus: 'Permanently Closed' }, sent);
    expect(named(body)).toEqual([
      ['', 400],
      ['/businessStatus', 2511],
    ]);
    // The plain response has the parameter alone, and a body without fault adds nothing.
    expect((await put(id, { name: 'Three' }, sent)).body.errors).toHaveLength(1);
    expect((await put(id, { businessStatus: 'Permanently Closed' }, { query: sent.query })).body).toEqual({
      code: body.code,
      message: body.message,
    });
  });

  it('point to fields whose names the client chose, with dots, slashes and brackets', async () => {
    const name = 'Kitchen, No.2/~[1]';
    const pointer = 'Kitchen, No.2~1~0[1]';
    const hours = [{ day: 0, isOpen: 1, workingHours: [{ startHour: '9:00' }] }];
    const asked = {
      ...leastListing,
      additionalInfo: { ...leastListing.additionalInfo, moreHours: { [name]: hours }, mapsMoreHours: { [name]: 5 } },
      alphaListing: {
        attributes: { [name]: [{ attributeId: 'none' }] },
        hotelAttributes: { [name]: 5, 'a.b': { 'c.d': { 'e.f': {} } } },
      },
    };
    const answer = await call(createListing, { path: { businessNumber: '101' }, body: asked, headers: PROBLEM });
    expect(
      named(answer.body)
        .map(([each]) => each)
        .sort(),
    ).toEqual([
      `/additionalInfo/mapsMoreHours/${pointer}`,
      `/additionalInfo/moreHours/${pointer}`,
      `/additionalInfo/moreHours/${pointer}/0/workingHours/0/endHour`,
      `/alphaListing/attributes/${pointer}/0/attributeId`,
      `/alphaListing/hotelAttributes/${pointer}`,
      '/alphaListing/hotelAttributes/a.b/c.d/e.f',
    ]);
    const customFields = { [name]: {} };
    const search = await call(searchBusinesses, {
      path: { businessId: '100' },
      body: { customFields },
      headers: PROBLEM,
    });
    expect(search.body.errors[0].pointer).toBe(`/customFields/${pointer}`);
  });

  it('point to a list as a whole where an item of it was several, at its commas', async () => {
    const id = await newBusiness();
    const pointersOf = ({ body }: Answer) => named(body).map(([pointer]) => pointer);
    const pointers = async (mapsListing: object) =>
      pointersOf(
        await call(createListing, {
          path: { businessNumber: '101' },
          body: { ...leastListing, mapsListing: { primaryCategory: 'restaurant', ...mapsListing } },
          headers: PROBLEM,
        }),
      );
    for (const categories of [
      ['Cafe,Bar', { x: 1 }, null],
      ['Cafe,Bar', 5, {}, ''],
    ])
      expect(pointersOf(await put(id, { gammaListing: { categories } }, { headers: PROBLEM }))).toEqual([
        '/gammaListing/categories',
      ]);
    expect(await pointers({ additionalCategories: ['a,b', 'c', ''] })).toEqual(['/mapsListing/additionalCategories']);
    expect(await pointers({ additionalCategories: ['', 'a', 'steak_house', ' ', 'b'] })).toEqual(
      [1, 4].map((row) => `/mapsListing/additionalCategories/${row}`),
    );
  });

  it('point to a period of a closed day behind those that are all blank', async () => {
    const id = await newBusiness();
    const pointers = async (...workingHours: readonly object[]) => {
      const body = { hoursOfOperations: [{ day: 0, isOpen: 0, workingHours }] };
      return named((await put(id, body, { headers: PROBLEM })).body).map(([pointer]) => pointer);
    };
    const [blank, half] = [{ startHour: '', endHour: null }, { startHour: '9:00' }];
    const periods = '/hoursOfOperations/0/workingHours';
    expect(await pointers(blank, half)).toEqual([`${periods}/1/endHour`]);
    // One with a name that is none went too: which is left can't be said.
    expect(await pointers({ ...blank, other: 'x' }, half)).toEqual([periods]);
  });

  it('have one title for each type', async () => {
    const titles = new Map<string, Set<string>>();
    for (const body of [{ name: 'ab' }, { name: 'a' }, { emailId: '' }, { keywords: 5, location: {} }, broken]) {
      const { type, title } = (await put('101', body, { headers: PROBLEM })).body;
      titles.set(type, (titles.get(type) ?? new Set()).add(title));
    }
    expect([...titles.values()].map(({ size }) => size)).toEqual([1, 1]);
  });

  it('name the parts that a block lacks once each', async () => {
    const body = { ...leastListing, internalListing: { category: 'Restaurant' } };
    const answer = await call(createListing, { path: { businessNumber: '101' }, body, headers: PROBLEM });
    expect(named(answer.body)).toEqual([
      ['/internalListing/description', 400],
      ['/internalListing/subCategories', 400],
    ]);
  });

  it('serve errors that are about no field, and other operations', async () => {
    const unknown = await put('999', {}, { headers: PROBLEM });
    expect(unknown.body).toMatchObject({ status: 404, code: 1175, errors: [{ code: 1175 }] });
    const none = await call(getContact, { query: { businessId: '100' }, body: {}, headers: PROBLEM });
    expect(none.body.errors).toEqual([{ pointer: '', code: 400, message: 'id, cid, email or phone is required' }]);
  });

  it('name the number of a record that there is none of like a malformed one', async () => {
    const [unknown, foreign, malformed] = await Promise.all(
      ['999', '201', 'x'].map((number) => put(number, { name: 'Copper Kettle' }, { headers: PROBLEM })),
    );
    expect(unknown?.body.errors).toEqual([
      expect.objectContaining({ pointer: '', parameter: 'businessId', code: 1175 }),
    ]);
    for (const other of [foreign, malformed]) expect(other?.body).toEqual(unknown?.body);
    // This error may be about a field of the body, too.
    const listed = await call(getAllQna, { headers: { ...PROBLEM, 'X-Business-Number': '999' }, body: {} });
    expect(listed.body.errors).toEqual([{ code: 1011, message: expect.any(String) }]);
  });

  it('name the parameter whose record there is none of where others could be meant', async () => {
    const ofAccount = { ...PROBLEM, 'x-business-number': '100' };
    const nowhere = { locationBizNumber: '999' };
    const list = { query: nowhere, body: { page: 0, size: 10 } };
    const person = { email: 'no@one.example', userId: '999' };
    const rid = { rid: '999', email_id: 'a@b.example' };
    for (const [answer, parameter, code] of [
      [call(getField, { path: { fieldId: '1' }, query: nowhere, headers: ofAccount }), 'locationBizNumber', 1011],
      [call(listFields, { ...list, headers: ofAccount }), 'locationBizNumber', 1011],
      [call(listFields, { ...list, headers: { ...ofAccount, 'x-business-number': '999' } }), 'x-business-number', 1011],
      [call(getUser, { query: { userId: '999' }, headers: PROBLEM }), 'userId', 1189],
      [call(getUser, { query: person, headers: PROBLEM }), 'userId', 1189],
      [call(getUser, { query: { email: person.email }, headers: PROBLEM }), 'email', 1189],
      [call(createBusiness, { query: rid, body: { businessName: 'abc', zip: '1' }, headers: PROBLEM }), 'rid', 1175],
    ] as const)
      expect((await answer).body.errors).toEqual([{ pointer: '', parameter, code, message: expect.any(String) }]);
  });

  it.each([
    'application/problem+json',
    'application/problem+json, application/json;q=0.9',
    'application/json; q=0.5, application/problem+json; q=0.8, */*; q=0.1',
    'APPLICATION/PROBLEM+JSON;q=0.2, text/html',
    'application/problem+json, */*;q=0.5',
    'application/problem+json;q=0.1, application/json;q=0',
  ])('answer Accept: %s', async (accept) => {
    const { body, headers } = await put('101', broken, { headers: { accept } });
    expect([headers['Content-Type'], body.status]).toEqual(['application/problem+json', 400]);
  });

  it.each([
    undefined,
    '',
    'application/json',
    '*/*',
    'application/problem+json;q=0',
    'application/problem+json, application/json',
    'application/json, application/problem+json;q=0.9',
    'application/problem+json;q=0.3, application/*;q=0.4',
    '*/*, application/problem+json',
    'text/html',
  ])('change nothing for Accept: %s', async (accept) => {
    const { body, headers } = await put('101', broken, { headers: accept === undefined ? {} : { accept } });
    expect(body).toEqual({ code: 400, message: 'location.zip is required' });
    expect(headers['Content-Type']).toBe('application/json');
  });
});
