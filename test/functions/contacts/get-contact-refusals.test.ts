/** What get contact refuses, and whose contacts it keeps apart. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';
import { businessNotFound, contactNotFound, get, handler, idOf, records } from './support.ts';

const oneLine = (field: string) => `${field} must be one line of text without control characters`;

describe('get contact', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), [...world, ...records])).toEqual([]);
  });

  describe('refuses a body', () => {
    it.each([
      ['with an id that is deep', `{"id":${'['.repeat(60)}${']'.repeat(60)}}`, 'id must be an integer'],
      ['without an identifier', {}, 'id, cid, email or phone is required'],
      [
        'with blank identifiers',
        { id: null, cid: '', email: ' ', phone: 'null' },
        'id, cid, email or phone is required',
      ],
      ['with an id that is no number', { id: 'abc' }, 'id must be an integer'],
      ['with an id in other digits', { id: '\u0661' }, 'id must be an integer'],
      ['with an id in hexadecimal', { id: '0x10' }, 'id must be an integer'],
      ['with an id that is true', { id: true }, 'id must be an integer'],
      ['with a broken number', { id: 1.5 }, 'id must be an integer'],
      ['with a list of ids', { id: [1] }, 'id must be an integer'],
      ['with an endless id', '{"id":1e999}', 'id must be an integer'],
      ['with an id past what is safe', '{"id":9007199254740993}', 'id must be at most 9007199254740991'],
      ['with a cid that is an object', { cid: {} }, 'cid must be an integer'],
      ['with a list of emails', { email: ['a@b.example'] }, 'email must be a string'],
      ['with an email that is too long', { email: 'x'.repeat(321) }, 'email must have at most 320 characters'],
      ['with a phone that is an object', { phone: {} }, 'phone must be a string'],
      ['with a control character in an email', { email: 'a\u0000@b.example' }, oneLine('email')],
      ['with a line separator in an email', { email: 'a@b.example\u2028c' }, oneLine('email')],
      ['with an override in a phone', { phone: '650\u202e5550111' }, oneLine('phone')],
      ['with an email of invisible characters', { email: '\u0000\u200b' }, 'id, cid, email or phone is required'],
      [
        'with a phone that is a number of more digits than it can have',
        '{"phone":12345678901234567890}',
        'phone must be a string',
      ],
      ['with a phone that is too long', { phone: '1'.repeat(41) }, 'phone must have at most 40 characters'],
    ])('%s', async (_, body, message) =>
      expect(await answerOf(get(body))).toEqual({ status: 400, body: { code: 400, message } }),
    );
  });

  it('takes any text as an identifier: nothing of it reaches the store as a key of its own', async () => {
    for (const text of ['\ud800', 'x\udc00y', '100#CONTACT#1', '\u{1f600}'.repeat(300), '__proto__', "' OR 1"]) {
      expect(await answerOf(get({ email: text }))).toEqual({ status: 404, body: contactNotFound });
    }
    for (const id of [-1, 0, '-0', 9_007_199_254_740_991, -9_007_199_254_740_991]) {
      expect(await answerOf(get({ id }))).toEqual({ status: 404, body: contactNotFound });
    }
  });

  describe('answers 1532', () => {
    it.each([
      ['missing', undefined],
      ['empty', ''],
      ['not a number', 'abc'],
      ['with a sign', '+100'],
      ['negative', '-100'],
      ['0', '0'],
      ['with a leading zero', '0100'],
      ['a fraction', '100.0'],
      ['an exponent', '1e2'],
      ['in hexadecimal', '0x64'],
      ['in other digits', '\uff11\uff10\uff10'],
      ['percent-encoded', '%31%30%30'],
      ['with a #', '100#'],
      ['of a list', '100,101'],
      ['past what is safe', '9007199254740993'],
      ['huge', '9'.repeat(400)],
      ['unknown', '999'],
      ["the other partner's account", '200'],
      ["the other partner's location", '201'],
      ['a competitor', '301'],
      ['the name of another parameter', undefined],
    ])('for a businessId that is %s', async (_, businessId) => {
      const query: Record<string, string> = businessId === undefined ? { businessid: '100' } : { businessId };
      for (const body of [{ id: 1 }, { id: 20 }, { email: 'ada@mail.example' }, { cid: 31 }, { phone: '6505550111' }]) {
        expect(await answerOf(get(body, { query }))).toEqual({ status: 404, body: businessNotFound });
      }
    });

    it('without any query', async () =>
      expect(await answerOf(call(handler, { body: { id: 1 } }))).toEqual({ status: 404, body: businessNotFound }));
  });

  it("keeps the accounts apart: what is another's is not there", async () => {
    // Of another partner, and of another account of the same one.
    for (const body of [
      { id: 3 },
      { cid: 31 },
      { email: 'theirs@mail.example' },
      { id: 15 },
      { phone: '6505550115' },
    ]) {
      expect(await answerOf(get(body))).toEqual(await answerOf(get({ id: 999 })));
    }
    expect(await idOf({ email: 'other@mail.example' }, { query: { businessId: '151' } })).toBe(15);
    expect((await get({ id: 1 }, { query: { businessId: '150' } })).status).toBe(404);
    // Each partner finds its own under the same id and the same email.
    const theirs = { key: KEYS.theirs, query: { businessId: '201' } };
    expect((await get({ id: 20 }, theirs)).body.firstName).toBe('Theirs');
    expect(await idOf({ email: 'ada@mail.example' }, theirs)).toBe(20);
    expect(await idOf({ email: 'ada@mail.example' })).toBe(1);
    expect(await answerOf(get({ id: 1 }, { key: KEYS.theirs }))).toEqual({ status: 404, body: businessNotFound });
  });

  it('checks the key, then the body, then the business, then the contact', async () => {
    const wrong = { key: null, body: '{', query: { businessId: '200' } };
    expect((await call(handler, wrong)).body).toEqual({ code: 1167, message: 'API key is missing' });
    expect((await call(handler, { ...wrong, key: '' })).body.code).toBe(1167);
    for (const key of [KEYS.revoked, KEYS.expired, 'x'.repeat(30), KEYS.ours.toUpperCase(), `${KEYS.ours}x`]) {
      expect(await answerOf(call(handler, { ...wrong, key }))).toEqual({
        status: 401,
        body: { code: 1161, message: 'Invalid API key' },
      });
    }
    expect((await call(handler, { ...wrong, key: KEYS.ours })).body.code).toBe(400);
    expect((await get({}, { query: { businessId: '200' } })).body.code).toBe(400);
    expect((await get({ id: 999 }, { query: { businessId: '200' } })).body.code).toBe(1532);
    expect((await get({ id: 999 })).body.code).toBe(5043);
  });
});
