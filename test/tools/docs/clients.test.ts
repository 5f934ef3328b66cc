/** What generated clients are tried with, and how they are checked: `npm run test:clients` runs them. */
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../../lib/contract/derived.ts';
import { operations } from '../../../lib/operations.ts';
import { type Call, callsOf } from '../../../tools/docs/clients/calls.ts';
import { faultsOf, type Result } from '../../../tools/docs/clients/compare.ts';
import { generators } from '../../../tools/docs/clients/generators.ts';
import { LATER_FIELD, laterReply, withoutLater } from '../../../tools/docs/clients/later.ts';
import type { Exchange } from '../../../tools/docs/clients/recorder.ts';
import { freshDocument } from '../../../tools/docs/document.ts';
import { requestOffences } from '../../support/document.ts';

const document = await freshDocument();
const calls = callsOf(document, Date.now());
const of = (id: string) => calls.filter(({ operation }) => operation === id);

describe('the calls of generated clients', () => {
  it.each(operations)('$id: right, wrong and with new fields', (operation) => {
    const own = of(operation.id);
    expect(own.filter(({ kind }) => kind === 'right')).toHaveLength(1);
    expect(own.filter(({ kind }) => kind === 'later')).toHaveLength(1);
    const wrong = own.filter(({ kind }) => kind === 'wrong');
    expect(wrong.length).toBeGreaterThan(0);
    for (const { code, status } of wrong)
      expect(errorsOf(operation).some((each) => each.code === code && each.status === status)).toBe(true);
    // A client with types can send them.
    if (operation.request) expect(own.flatMap(({ body = {} }) => requestOffences(operation, body))).toEqual([]);
  });

  it('fall back on a wrong key only where nothing else can be wrong', () => {
    const fallen = calls.filter(({ isKeyWrong }) => isKeyWrong).map(({ operation }) => operation);
    const plain = (id: string) => operations.find((each) => each.id === id)!;
    expect(fallen.filter((id) => plain(id).request || Object.keys(plain(id).errors).length > 0)).toEqual([]);
    expect(fallen.length).toBeLessThan(4);
  });

  it('ask before they write, and remove last', () => {
    const places = (wanted: (call: Call) => boolean) =>
      calls.flatMap((call, index) => (call.kind === 'right' && wanted(call) ? [index] : []));
    const isRemoval = ({ operation, method }: Call) => operation.startsWith('delete') || method === 'DELETE';
    expect(Math.max(...places((call) => !isRemoval(call)))).toBeLessThan(Math.min(...places(isRemoval)));
  });
});

describe('what is wrong with a generated client', () => {
  const [call] = of('updateBusiness').filter(({ kind }) => kind === 'right') as [Call];
  const exchange: Exchange = {
    method: call.method,
    path: call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(call.parameters.path[name])),
    headers: {},
    body: JSON.stringify(call.body),
    status: 200,
    reply: '{"name":"Grill","zip":null,"at":"2026-01-02T03:04:05.000Z"}',
  };
  const body = { name: 'Grill', zip: null, at: '2026-01-02T03:04:05+00:00' };
  const result = { call: 0, status: 200, body };

  it('is nothing, where all is sent and read as it is', () => {
    expect(faultsOf(call, result, [exchange])).toEqual([]);
    expect(faultsOf(call, { ...result, body: { ...body, zip: undefined } }, [exchange], true)).toEqual([]);
  });

  interface Tried {
    readonly call: Call;
    readonly result: Result | undefined;
    readonly exchanges: readonly Exchange[];
  }
  const wrong: readonly (readonly [string, Partial<Tried>])[] = [
    ['a field that is lost', { result: { ...result, body: { ...body, name: undefined } } }],
    ['a null that is lost', { result: { ...result, body: { ...body, zip: undefined } } }],
    ['another time', { result: { ...result, body: { ...body, at: '2026-01-02T03:04:06Z' } } }],
    ['another status than the one sent', { result: { ...result, status: 201 } }],
    ['a response that is not read', { result: { call: 0, failure: 'no type' } }],
    ['a driver that says nothing', { result: undefined }],
    ['a request that is not sent', { exchanges: [] }],
    ['a request that is sent twice', { exchanges: [exchange, exchange] }],
    ['a body with more than was given', { exchanges: [{ ...exchange, body: '{"emailId":null}' }] }],
    ['a parameter that is not there', { exchanges: [{ ...exchange, path: `${exchange.path}?dry=true` }] }],
    ['another path', { exchanges: [{ ...exchange, path: '/v1/other' }] }],
    ['another method', { exchanges: [{ ...exchange, method: 'PATCH' }] }],
    ['another response than is due', { exchanges: [{ ...exchange, status: 202 }] }],
    ['another code than is due', { call: { ...call, status: 200, code: 1175 } }],
  ];

  it.each(wrong)('%s', (_, changed) => {
    const tried: Tried = { call, result, exchanges: [exchange], ...changed };
    expect(faultsOf(tried.call, tried.result, tried.exchanges).length).toBeGreaterThan(0);
  });
});

it('a later response has a field more in each object with fields, and none in a map', () => {
  const [hotel] = of('hotelAttributes') as [Call];
  const attribute = { attributeId: 'pool' };
  const reply = { hotelAttributes: { pools: { pool: { pool: attribute } } } };
  const later = laterReply(document, { ...hotel, status: 200 }, reply);
  const more = { [LATER_FIELD]: 'what comes later' };
  expect(later).toEqual({ hotelAttributes: { pools: { pool: { pool: { ...attribute, ...more } } } }, ...more });
  expect(withoutLater(later)).toEqual(reply);
});

it('the generators that the document is tried with', () => {
  expect(generators.map(({ name }) => name)).toEqual([
    'openapi-typescript',
    'hey-api',
    'openapi-python-client',
    'openapi-generator-python',
    'openapi-generator-java',
    'openapi-generator-go',
    'oapi-codegen',
  ]);
});
