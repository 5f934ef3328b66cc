/** Bodies as they arrive, whatever the operation: size, bytes, encoding, media type, shape. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Operation } from '../../lib/contract/cases.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { operations } from '../../lib/operations.ts';
import { openDemoTable } from '../contract/demo-table.ts';
import { eventOf, handlerOf } from '../contract/sample-call.ts';
import { answerOf, type Call, call } from '../support/call.ts';
import { tried } from '../support/chosen.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';
import { world } from '../support/world.ts';
import { ITEMS, RECORDS, REQUESTS } from './body-requests.ts';

const MIB = 1_048_576;
const invalid = (message: string) => ({ status: 400, body: { code: 400, message } });
const tooLarge = { status: 413, body: { code: 413, message: errors.bodyTooLarge.message } };
const notJson = (line: number, column: number) =>
  invalid(`The request body is not JSON: line ${line}, column ${column}`);
const anArray = invalid('The request body is an array: send a JSON object');
const noObject = invalid('The request body must be a JSON object');
const notUtf8 = invalid('The request body is not valid UTF-8');
const compressed = invalid('The request body must not be compressed: send it without Content-Encoding');

/** Texts that are no JSON object, and what is said of them. */
const WRONG: readonly [string, object][] = [
  ['{', notJson(1, 2)],
  ['{"a":1,}', notJson(1, 8)],
  ["{'a':1}", notJson(1, 2)],
  ['{}{}', notJson(1, 3)],
  ['a=1&b=2', notJson(1, 1)],
  ['\u0000', notJson(1, 1)],
  ['{"a":NaN}', notJson(1, 6)],
  ['{\n  "a": 1,\n  "b": tru\n}', notJson(3, 8)],
  ['{\r\n"a": "b\nc"}', notJson(2, 8)],
  ['{"a": [1, 2}', notJson(1, 12)],
  ['{"a" 1}', notJson(1, 6)],
  ['[]', anArray],
  ['[{}]', anArray],
  ['null', noObject],
  ['"text"', noObject],
  ['7', noObject],
  ['true', noObject],
];

beforeAll(async () => {
  const table = await createTestTable();
  expect(await load(table, [...world, ...RECORDS])).toEqual([]);
  for (const Item of ITEMS) await table.put({ Item });
  // Time stands, so that the time in a response is the same for each way of sending.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** One whose fields have any names has none that are unknown, by which the others' bodies grow here. */
const isOpen = (request: unknown) => (request as { properties?: unknown }).properties === undefined;
const taking = operations.filter(({ request }) => request && !isOpen(request));

/** The first example with fields, as a dry run where the operation writes; the demo data has what it is about. */
const ofCases = (operation: Operation): BodyRequest => {
  const { examples } = operation.cases;
  const { body = {}, parameters } = examples.find((each) => Object.keys(each.body ?? {}).length > 0) ?? examples[0];
  const dry = operation.writes ? { validateOnly: true } : {};
  const event = eventOf(operation, { parameters: { ...parameters, ...dry } as never });
  const { pathParameters, queryStringParameters, headers } = event;
  return {
    id: operation.id,
    body: body as object,
    // A patch may also be sent as what it is.
    mediaTypes: operation.mergePatch
      ? 'Content-Type must be application/merge-patch+json or application/json'
      : 'Content-Type must be application/json',
    send: async (text, more = {}) =>
      call(await handlerOf(operation), {
        // The demo data's key is among the headers.
        key: null,
        path: (pathParameters ?? {}) as Record<string, string>,
        query: (queryStringParameters ?? {}) as Record<string, string>,
        body: text,
        ...more,
        headers: { ...(headers as Record<string, string>), ...more.headers },
      }),
  };
};

interface BodyRequest {
  readonly id: string;
  readonly body: object;
  readonly mediaTypes: string;
  readonly send: (text: unknown, more?: Call) => ReturnType<typeof call>;
}

const named: readonly BodyRequest[] = Object.entries(REQUESTS).map(([id, [handler, parts, body]]) => ({
  id,
  body,
  mediaTypes: 'Content-Type must be application/json',
  send: (text, more = {}) =>
    call(handler, { ...parts, body: text, ...more, headers: { ...parts.headers, ...more.headers } }),
}));
const others = taking.filter(({ id }) => !(id in REQUESTS)).map(ofCases);

it('are tried on every operation that takes one', () => {
  const ids = [...named, ...others].map(({ id }) => id);
  expect(ids.sort()).toEqual(taking.map(({ id }) => id).sort());
});

const bodyTests = ({ id, body, mediaTypes, send }: BodyRequest): void => {
  /** The answer, which is the same for a text and for its bytes in base64. */
  const same = async (text: string, headers: Record<string, string> = {}) => {
    const plain = await answerOf(send(text, { headers }));
    expect(await answerOf(send(text, { headers, base64: true }))).toEqual(plain);
    return plain;
  };
  const text = JSON.stringify(body);

  it('is read alike as text and in base64, with and without a byte order mark', async () => {
    const plain = await same(text);
    expect(plain.status).toBe(200);
    expect(await same(`\ufeff${text}`)).toEqual(plain);
    expect(await same(`  \r\n\t${text}\n`)).toEqual(plain);
    expect(
      await same(text.replace(/[^\0-\x7f]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`)),
    ).toEqual(plain);
  });

  it.each(WRONG)('that is %j is refused as what it is', async (wrong, answer) => {
    expect(await same(wrong)).toEqual(answer);
    expect((await same(`\ufeff${wrong}`)).status).toBe(400);
  });

  it('that is empty is refused, or is the same as an empty object', async () => {
    const { bodyOptional, bodyMissing } = operations.find((each) => each.id === id) ?? {};
    const refused = bodyMissing
      ? { status: bodyMissing.status, body: { code: bodyMissing.code, message: bodyMissing.message } }
      : invalid('The request body is empty: send a JSON object');
    const expected = bodyOptional ? await answerOf(send('{}')) : refused;
    for (const empty of ['', ' \n', '\ufeff']) expect(await same(empty)).toEqual(expected);
    expect(await answerOf(send(undefined))).toEqual(expected);
  });

  it('may have 1 MiB, in bytes, and no more', async () => {
    const sized = (bytes: number) => {
      const room = bytes - Buffer.byteLength(text) - 13;
      return `{"unknown":"${'é'.repeat(room >> 1)}${'x'.repeat(room % 2)}",${text.slice(1)}`;
    };
    expect(Buffer.byteLength(sized(MIB))).toBe(MIB);
    expect((await same(sized(MIB))).status).toBe(200);
    expect(await same(sized(MIB + 1))).toEqual(tooLarge);
    // Whatever else it is or says.
    expect(await same('x'.repeat(MIB + 1), { 'Content-Type': 'text/plain' })).toEqual(tooLarge);
  });

  it('may hold 12,000 values and 64 levels, and no more', async () => {
    const wide = (values: number) => `{"unknown":[${Array(values).fill('0').join(',')}],${text.slice(1)}`;
    expect((await same(wide(11_900))).status).toBe(200);
    expect(await same(wide(12_001))).toEqual(invalid('The request body holds more than 12000 values'));
    const deep = (levels: number) => `{"unknown":${'['.repeat(levels)}${']'.repeat(levels)},${text.slice(1)}`;
    expect((await same(deep(63))).status).toBe(200);
    expect(await same(deep(64))).toEqual(invalid('The request body is nested more than 64 levels deep'));
    expect((await same(deep(100_000))).status).toBe(400);
    // What stands in a text is no structure.
    expect((await same(`{"unknown":"${'[,{'.repeat(30_000)}\\"",${text.slice(1)}`)).status).toBe(200);
  });

  it('that is not valid UTF-8 is refused, by whichever way it comes', async () => {
    for (const bytes of [
      [0xff],
      [0xc3, 0x28],
      [0xed, 0xa0, 0x80],
      [0xc0, 0xaf],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ]) {
      const broken = Buffer.concat([
        Buffer.from('{"unknown":"'),
        Buffer.from(bytes),
        Buffer.from(`",${text.slice(1)}`),
      ]);
      expect(await answerOf(send(broken, { base64: true }))).toEqual(notUtf8);
    }
    expect(await answerOf(send(`{"unknown":"\ud800",${text.slice(1)}`))).toEqual(notUtf8);
  });

  it('in another charset, or compressed, is refused as that', async () => {
    const utf16 = { 'Content-Type': 'application/json; charset=utf-16' };
    const answer = invalid('The request body must be in UTF-8');
    expect(await answerOf(send(Buffer.from(text, 'utf16le'), { base64: true, headers: utf16 }))).toEqual(answer);
    expect(await same(text, { 'content-type': 'application/json;charset=ISO-8859-1' })).toEqual(answer);
    for (const encoding of ['gzip', 'br', 'deflate', 'GZIP, identity']) {
      const headers = { 'Content-Encoding': encoding };
      expect(await answerOf(send(gzipSync(text), { base64: true, headers }))).toEqual(compressed);
    }
    expect((await same(text, { 'content-encoding': 'identity' })).status).toBe(200);
  });

  it.each(['text/plain', 'application/xml', 'application/vnd.api+json', 'application/jsonp', 'json'])(
    'of the media type %s is refused',
    async (type) => expect(await same(text, { 'CONTENT-TYPE': type })).toEqual(invalid(mediaTypes)),
  );

  it.each(['', 'application/json', 'Application/JSON; charset=UTF-8', ' application/json ;charset="utf8"'])(
    'of the media type %j is taken',
    async (type) => expect((await same(text, { 'content-type': type })).status).toBe(200),
  );

  it('may have the names __proto__ and constructor at any level: unknown names are ignored, and reach no prototype', async () => {
    const plain = await answerOf(send(text));
    for (const member of [
      '"__proto__":{"polluted":1,"name":"x","email":"x","url":"x"}',
      '"__proto__":null',
      '"\\u005f_proto__":{"polluted":1}',
      '"constructor":{"prototype":{"polluted":1}}',
      '"constructor":5',
      '"unknown":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      '"prototype":{"polluted":1}',
    ]) {
      expect(await same(`{${member},${text.slice(1)}`), member).toEqual(plain);
      expect(await same(`${text.slice(0, -1)},${member}}`), member).toEqual(plain);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
};

describe.each(tried(named, 5, { salt: 'bodies', nameOf: ({ id }) => id }))('a body of $id', bodyTests);

describe('by the demo data', () => {
  beforeAll(async () => {
    vi.useRealTimers();
    await openDemoTable();
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  describe.each(tried(others, 4, { salt: 'bodies', nameOf: ({ id }) => id }))('a body of $id', bodyTests);
});
