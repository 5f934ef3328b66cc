/** What counts as a breaking change, on small documents. */
import { describe, expect, it } from 'vitest';
import { breakingChanges, type Comparable, isNewMajor } from '../../cdk/tools/docs/compatibility.ts';

interface Parts {
  readonly version?: string;
  readonly request?: object;
  readonly reply?: object;
  readonly parameters?: object[];
  readonly codes?: Readonly<Record<string, readonly number[]>>;
  readonly operation?: object;
}

const small = ({ version = '1.0.0', request, reply, parameters, codes = {}, operation }: Parts = {}): Comparable => ({
  info: { version },
  paths: {
    '/things': {
      post: {
        operationId: 'makeThing',
        parameters: parameters ?? [],
        ...(request && { requestBody: { content: { 'application/json': { schema: request } } } }),
        responses: {
          200: {
            headers: { 'X-Request-Id': {} },
            content: { 'application/json': { schema: reply ?? { $ref: '#/components/schemas/Thing' } } },
          },
          ...Object.fromEntries(
            Object.entries(codes).map(([status, values]) => [
              status,
              {
                content: {
                  'application/json': {
                    examples: Object.fromEntries(values.map((code) => [code, { value: { code, message: '' } }])),
                  },
                },
              },
            ]),
          ),
        },
        ...operation,
      },
    },
  },
  components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } } },
});

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const request = (name: object) => ({ request: object({ name }) });
const reply = (name: object) => ({ reply: object({ name }, ['name']) });
const header = (more: object) => ({
  parameters: [{ name: 'X-Mode', in: 'header', schema: { type: 'string' }, ...more }],
});

const breaking: readonly (readonly [string, Parts, Parts, RegExp])[] = [
  ['an operation renamed', {}, { operation: { operationId: 'createThing' } }, /other operationId/],
  ['a parameter removed', header({}), {}, /parameter header X-Mode removed/],
  ['a new parameter that is required', {}, header({ required: true }), /X-Mode is required now/],
  ['a parameter that becomes required', header({}), header({ required: true }), /X-Mode is required now/],
  ['a narrower parameter', header({}), header({ schema: { type: 'string', maxLength: 3 } }), /narrower maxLength/],
  ['a new required field', request({}), { request: object({ name: {} }, ['name']) }, /name: is required now/],
  ['a field of the request removed', request({}), { request: object({}) }, /name: removed/],
  ['fewer types', request({ type: ['string', 'null'] }), request({ type: 'string' }), /takes fewer types/],
  ['an integer for a number', request({ type: 'number' }), request({ type: 'integer' }), /takes fewer types/],
  ['a narrowed enum', request({ enum: ['a', 'b'] }), request({ enum: ['a'] }), /takes fewer values/],
  [
    'an enum where there was none',
    request({ type: 'string' }),
    request({ type: 'string', enum: ['a'] }),
    /fewer values/,
  ],
  ['a lower maximum', request({ maximum: 9 }), request({ maximum: 8 }), /narrower maximum/],
  ['a higher minimum', request({ minLength: 1 }), request({ minLength: 2 }), /narrower minLength/],
  ['another pattern', request({ pattern: 'a' }), request({ pattern: 'b' }), /other pattern/],
  [
    'fields that were ignored and are refused',
    request({}),
    { request: { ...object({ name: {} }), additionalProperties: false } },
    /refuses other fields/,
  ],
  [
    'a narrower item',
    request({ items: { maxLength: 5 } }),
    request({ items: { maxLength: 4 } }),
    /\/name\/\*: narrower/,
  ],
  [
    'a body that is required',
    request({}),
    { operation: { requestBody: { required: true, content: {} } } },
    /body is required/,
  ],
  ['a field of the reply removed', reply({}), { reply: object({}) }, /name: removed/],
  ['a field of the reply that may be missing', reply({}), { reply: object({ name: {} }) }, /name: may be missing now/],
  [
    'a field of the reply that may be null',
    reply({ type: 'string' }),
    reply({ type: ['string', 'null'] }),
    /other types/,
  ],
  ['a new value in the reply', reply({ enum: ['a'] }), reply({ enum: ['a', 'b'] }), /other values/],
  ['an error code removed', { codes: { 400: [1, 2] } }, { codes: { 400: [1] } }, /error 2 removed/],
  [
    'an error code with another status',
    { codes: { 400: [1] } },
    { codes: { 409: [1] } },
    /error 1 has status 409, not 400/,
  ],
  [
    'a header removed',
    {},
    { operation: { responses: { 200: { content: small().paths['/things']!.post!.content } } } },
    /X-Request-Id of 200 removed/,
  ],
  ['an answer removed', {}, { operation: { responses: {} } }, /answer 200 removed/],
];

const harmless: readonly (readonly [string, Parts, Parts])[] = [
  ['nothing', {}, {}],
  ['a new optional parameter', {}, header({})],
  ['a new optional field', request({}), { request: object({ name: {}, more: {} }) }],
  ['a field that is no longer required', { request: object({ name: {} }, ['name']) }, request({})],
  ['a wider enum', request({ enum: ['a'] }), request({ enum: ['a', 'b'] })],
  ['an enum that is lifted', request({ enum: ['a'] }), request({})],
  ['a number for an integer', request({ type: 'integer' }), request({ type: 'number' })],
  ['a higher maximum', request({ maximum: 8 }), request({ maximum: 9 })],
  ['a pattern that is lifted', request({ pattern: 'a' }), request({})],
  ['a new field in the reply', reply({}), { reply: object({ name: {}, more: {} }, ['name', 'more']) }],
  ['a field of the reply that is never null any more', reply({ type: ['string', 'null'] }), reply({ type: 'string' })],
  ['a new error code', { codes: { 400: [1] } }, { codes: { 400: [1, 2] } }],
  ['the same schema behind a reference', {}, { reply: object({ id: { type: 'integer' } }, ['id']) }],
];

describe('compatibility', () => {
  it.each(breaking)('finds %s', (_, before, after, expected) => {
    expect(breakingChanges(small(before), small(after)).join('\n')).toMatch(expected);
  });

  it.each(harmless)('lets %s pass', (_, before, after) => {
    expect(breakingChanges(small(before), small(after))).toEqual([]);
  });

  it('finds an operation removed', () => {
    expect(breakingChanges(small(), { info: { version: '1.1.0' }, paths: {} })).toEqual(['POST /things: removed']);
  });

  it('knows a new major version', () => {
    expect(isNewMajor(small({ version: '1.9.0' }), small({ version: '2.0.0' }))).toBe(true);
    expect(isNewMajor(small({ version: '1.9.0' }), small({ version: '1.10.0' }))).toBe(false);
  });
});
