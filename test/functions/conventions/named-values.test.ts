/** Problem details name where the values stand that a refusal is about, and every wrong parameter. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as searchBusinesses } from '../../../functions/business/search-businesses.ts';
import { handler as listChanges } from '../../../functions/changes/list-changes.ts';
import { handler as contactActivity } from '../../../functions/contacts/contact-activity.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { handler as updateConversation } from '../../../functions/conversations/update-conversation.ts';
import { handler as alphaAttributes } from '../../../functions/listing/alpha-attributes.ts';
import { handler as addMedia } from '../../../functions/media/add-media.ts';
import { handler as getAllQna } from '../../../functions/qna/get-all-qna.ts';
import { handler as deleteServices } from '../../../functions/services/delete-services.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import { naming } from '../../../lib/contract/errors.ts';
import { problemBody } from '../../../lib/http/problem-body.ts';
import { placesOf, type Said, violationsOf } from '../../../lib/http/refusal.ts';
import { call } from '../../support/call.ts';
import { openWorld } from '../business/update-business/support.ts';

beforeAll(openWorld);

const PROBLEM = { accept: 'application/problem+json' };

type Named = { readonly pointer: string; readonly parameter?: string };
const named = ({ errors: all }: { errors: readonly Named[] }) =>
  all.map(({ pointer, parameter }) => parameter ?? pointer);

describe('a number of a list that is none of the account', () => {
  it.each([999, 1.5, -1, 0, 201])('%d is named by its place', async (number) => {
    const headers = { ...PROBLEM, 'X-Business-Number': '100' };
    const { status, body } = await call(getAllQna, { headers, body: { businessNumbers: [101, number] } });
    expect([status, body.code, named(body)]).toEqual([404, 1011, ['/businessNumbers/1']]);
    expect(body.errors[0].message).toBe(body.message);
  });
});

describe('what is wrong with rows', () => {
  it('is named where another row is no object', async () => {
    const row = { fieldName: 'Member since', type: 'nope', fieldValue: 'x' };
    const query = { businessId: '100' };
    const someone = { email: 'rows@mail.example', businessIds: [101] };
    for (const [customFields, places] of [
      [
        ['x', row],
        ['/customFields/0', '/customFields/1/type'],
      ],
      [
        [row, 'x'],
        ['/customFields/0/type', '/customFields/1'],
      ],
    ] as const) {
      const { body } = await call(saveContact, { headers: PROBLEM, query, body: { ...someone, customFields } });
      expect(named(body)).toEqual(places);
    }
  });

  it.each([[['']], [['', 'SERV1']], [[null]]])('is named where an id is blank: %j', async (serviceIds) => {
    const query = { businessId: '100' };
    const { body } = await call(deleteServices, { headers: PROBLEM, query, body: { serviceIds } });
    expect([body.code, named(body)]).toEqual([2495, ['/serviceIds/0']]);
  });

  it('names both types that a field may have', async () => {
    const { body } = await call(updateConversation, { headers: PROBLEM, body: { assignedTo: {} } });
    expect(body.errors.map(({ message }: { message: string }) => message)).toContain(
      'assignedTo must be a string or null',
    );
  });
});

describe('the values that an error is about', () => {
  const placed = (said: Said, ...about: readonly (number | string)[]) =>
    placesOf(naming(errors.businessInvalid, ...about), said).map(
      ({ path, pointer, parameter }) => parameter ?? [path, pointer],
    );

  it('are named where they stand in one field, each of them', () => {
    expect(placed({ normalized: { body: { ids: [5, 6, 7, 5], size: 9 } } }, 5, 7)).toEqual([
      ['ids[0]', '/ids/0'],
      ['ids[2]', '/ids/2'],
      ['ids[3]', '/ids/3'],
    ]);
    expect(placed({ normalized: { body: { rows: [{ id: 1 }, { id: 2 }] } } }, 2)).toEqual([
      ['rows[1].id', '/rows/1/id'],
    ]);
    expect(placed({ normalized: { body: { names: { 'a.b/c': 'x' } } } }, 'x')).toEqual([
      ['names.a.b/c', '/names/a.b~1c'],
    ]);
  });

  it('are named where they are names that the client chose', () => {
    const mapping = { 'Nope/x.y': ['s1'], Known: ['s2'] };
    expect(placed({ normalized: { body: { mapping } } }, 'Nope/x.y')).toEqual([
      ['mapping.Nope/x.y', '/mapping/Nope~1x.y'],
    ]);
  });

  it('are named as parameters', () => {
    const values = { path: { id: 4 }, query: { ids: [5, 6] }, headers: {} };
    expect(placed({ values, normalized: { body: { size: 9 } } }, 6)).toEqual(['ids']);
    expect(placed({ values }, 4)).toEqual(['id']);
  });

  it('are not named where they could be in several fields, or in none', () => {
    expect(placed({ normalized: { body: { ids: [5], size: 5 } } }, 5)).toEqual([]);
    expect(
      placed({ values: { path: { id: 5 }, query: {}, headers: {} }, normalized: { body: { ids: [5] } } }, 5),
    ).toEqual([]);
    const rows = [
      { id: 1, ids: [5] },
      { id: 2, ids: [5] },
    ];
    expect(placed({ normalized: { body: { rows } } }, 5)).toEqual([]);
    expect(placed({ normalized: { body: { ids: [5, null, true] } } }, 6)).toEqual([]);
    expect(placed({}, 6)).toEqual([]);
    expect(placesOf(errors.businessInvalid, { normalized: { body: { ids: [5] } } })).toEqual([]);
  });
});

it('what is wrong and reported late is listed once', () => {
  const wrong = { path: 'externalId', error: errors.invalidRequest };
  const alone = { path: '', error: errors.categoryInvalid };
  const late = [
    { path: 'externalId', error: errors.emailOrPhoneRequired },
    alone,
    { ...alone, error: errors.bodyTooLarge },
  ];
  const listed = violationsOf({ entry: wrong.error, violations: [wrong] }, { list: [] }, { late });
  expect(listed.map(({ path, error }) => [path, error.code])).toEqual([
    ['externalId', wrong.error.code],
    ['', errors.categoryInvalid.code],
    ['', errors.bodyTooLarge.code],
  ]);
});

it('a pointer leads into the body as it was sent, where a list came as its only item', () => {
  const pointed = (path: string, sent: unknown, normalized: unknown = sent) =>
    problemBody(
      errors.invalidRequest,
      [{ path, error: errors.invalidRequest }],
      {},
      { body: sent, normalized: { body: normalized } },
    ).errors[0];
  const blank = { sources: ['', 'alpha', ' ', '<'] };
  expect(pointed('sources[1]', blank, { sources: ['alpha', '<'] })).toMatchObject({ pointer: '/sources/3' });
  expect(pointed('sources[1]', { sources: 'alpha,<' }, { sources: ['alpha', '<'] })).toMatchObject({
    pointer: '/sources',
  });
  expect(pointed('location.zip', { location: '' })).toMatchObject({ pointer: '/location' });
  expect(pointed('names.a/b', { names: { 'a/b': 1 } })).toMatchObject({ pointer: '/names/a~1b' });
  expect(pointed('media[0].url', { media: { a: 1 } })).toMatchObject({ pointer: '/media/url' });
  expect(pointed('status[0]', { status: -1 })).toMatchObject({ pointer: '/status' });
  expect(pointed('media[0].url', { media: [{ a: 1 }] })).toMatchObject({ pointer: '/media/0/url' });
  expect(pointed('names.0', { names: { 0: 1 } })).toMatchObject({ pointer: '/names/0' });
  expect(pointed('rows[0].ids[0]', { rows: [{ ids: 5 }] })).toMatchObject({ pointer: '/rows/0/ids' });
  for (const sent of [null, 'x']) expect(pointed('rows[0].id', { rows: sent })).toMatchObject({ pointer: '/rows' });
  for (const sent of [undefined, null, {}])
    expect(pointed('rows[0].id', sent)).toMatchObject({ pointer: '/rows/0/id' });
});

it('of a row of a wrong type nothing is listed that it lacks', async () => {
  const body = { media: ['x', -1, [5], null] };
  const problem = await call(addMedia, { path: { businessId: '101' }, body, headers: PROBLEM });
  expect(named(problem.body)).toEqual(['/media/0', '/media/1', '/media/2', '/media/3']);
});

describe('every wrong parameter is listed', () => {
  it.each(['x', '-1', '999'])('of alpha attributes, a category before the location %s', async (businessNumber) => {
    const asked = { path: { businessNumber }, query: { categoryId: 'nope', countryCode: 'US' } };
    const plain = await call(alphaAttributes, asked);
    expect(plain.body).toMatchObject({ code: 400, message: expect.stringContaining('categoryId') });
    const { body } = await call(alphaAttributes, { ...asked, headers: PROBLEM });
    expect(named(body)).toEqual(businessNumber === '999' ? ['categoryId'] : ['categoryId', 'businessNumber']);
  });

  it('of list changes, a cursor that is none', async () => {
    const headers = { ...PROBLEM, 'X-Business-Number': '100' };
    const { body } = await call(listChanges, { query: { cursor: 'x' }, headers });
    expect([body.code, named(body)]).toEqual([20192, ['cursor']]);
  });

  it('of contact activity, where the days are in the wrong order', async () => {
    const query = { businessId: 'x', startDate: '02/02/2026', endDate: '01/02/2026' };
    const asked = { path: { customerId: 'x' }, query };
    const plain = await call(contactActivity, asked);
    const { body } = await call(contactActivity, { ...asked, headers: PROBLEM });
    expect(plain.body).toEqual({ code: 400, message: 'endDate must not be before startDate' });
    expect(body).toMatchObject(plain.body);
    expect(named(body)).toEqual(['endDate', 'customerId', 'businessId']);
  });
});

it('every name of a search that is no field is listed, next to what else is wrong, and alone', async () => {
  const customFields = { 'No.such/field': 'x', Other: '' };
  const path = { businessId: '100' };
  const alone = await call(searchBusinesses, { path, body: { customFields }, headers: PROBLEM });
  expect(named(alone.body)).toEqual(['/customFields/No.such~1field', '/customFields/Other']);
  const both = await call(searchBusinesses, { path, body: { customFields, pageSize: 0 }, headers: PROBLEM });
  expect(named(both.body)).toEqual(['/pageSize', '/customFields/No.such~1field', '/customFields/Other']);
  const absent = await call(searchBusinesses, {
    path: { businessId: '999' },
    body: { customFields },
    headers: PROBLEM,
  });
  expect(absent.body.code).toBe(1011);
});

it('Places of many rows of one list are found without reading it again for each of them', () => {
  let reads = 0;
  const counting = <Row extends object>(rows: Row): Row =>
    new Proxy(rows, {
      get: (of, name) => {
        reads++;
        return Reflect.get(of, name);
      },
    });
  const rows = Array.from({ length: 500 }, (_, index) => `row, ${index}`);
  const error = { ...errors.invalidRequest, message: 'is wrong' };
  const violations = rows.map((_, index) => ({ path: `list[${index}]`, error }));
  const sent = { body: { list: counting(rows) }, normalized: { body: { list: counting([...rows]) } } };
  const { errors: listed } = problemBody(error, violations, {}, sent);
  expect(listed).toEqual(rows.map((_, index) => expect.objectContaining({ pointer: `/list/${index}` })));
  expect(reads).toBeLessThan(20 * rows.length);
});
