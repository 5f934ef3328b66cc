import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/contacts/get-contact.ts';
import { serviceTable } from '../../../lib/dynamodb/environment.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';

const businessNotFound = { code: 1532, message: 'Business id is missing or invalid' };
const oneLine = (field: string) => `${field} must be one line of text without control characters`;
const contactNotFound = { code: 5043, message: 'No contact matches the request' };

/** More contacts of account 100, and a namesake of each in an account that is not asked. */
const contacts = [
  {
    id: 20,
    firstName: 'Grace',
    lastName: 'Hop',
    email: 'grace@mail.example',
    phone: '+1 650 555 0120',
    countryCode: 'PR',
    blocked: true,
    emailOtin: 'yes',
    smsOptin: 1,
    source: 'crm',
    created: '2021-01-12T23:59:59',
    mappings: [{ businessNumber: 102, bid: 8, location: 'Two', cid: 21 }, { cid: 22 }],
    tags: ['vip', 'late'],
    customFields: [{ fieldValue: 7, type: 'NUMBER', fieldName: 'seats' }, { fieldName: 'bare' }],
    externalId: 'crm-20',
    experienceScore: 0,
    experienceScoreSource: 'review',
  },
  { id: 21, phone: '5512345678', countryCode: 'MX' },
  { id: 22, phone: '+44 20 7946 0022' },
  { id: 23, phone: '650-555-0123', email: '\u00c5sa@Mail.Example' },
  { id: -24, email: 'a#b%c@mail.example' },
  { id: 25, phone: '(787) 555-0125', countryCode: 'PR', experienceScore: 4.5 },
];
const records = [
  ...contacts.map((contact) => ({ type: 'contact', accountNumber: 100, contact })),
  { type: 'contact', accountNumber: 200, contact: { id: 20, firstName: 'Theirs', email: 'ada@mail.example' } },
  { type: 'contact', accountNumber: 150, contact: { id: 15, email: 'other@mail.example', phone: '650 555 0115' } },
];

const get = (body: unknown, more: Call = {}) => call(handler, { query: { businessId: '100' }, body, ...more });
const idOf = async (body: unknown, more?: Call) => (await get(body, more)).body.id;

describe('POST /v1/customer-v2/external/getCustomer', () => {
  beforeAll(async () => {
    expect(await load(await createTestTable(), [...world, ...records])).toEqual([]);
  });

  it('answers with the contact, its fields in the order of the spec', async () => {
    const { status, body, headers } = await get({ id: 20 });
    expect([status, headers['Content-Type']]).toEqual([200, 'application/json']);
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        id: 20,
        firstName: 'Grace',
        lastName: 'Hop',
        email: 'grace@mail.example',
        phone: '+1 650 555 0120',
        countryCode: 'PR',
        blocked: true,
        emailOtin: true,
        smsOptin: true,
        source: 'crm',
        created: 'January 12, 2021',
        mappings: [
          { cid: 21, location: 'Two', bid: 8, businessNumber: 102 },
          { cid: 22, location: '' },
        ],
        tags: ['vip', 'late'],
        customFields: [
          { fieldName: 'seats', type: 'NUMBER', fieldValue: '7' },
          { fieldName: 'bare', type: '', fieldValue: '' },
        ],
        externalId: 'crm-20',
      }),
    );
  });

  it('fills what was never set', async () => {
    expect((await get({ id: -24 })).body).toEqual({
      id: -24,
      firstName: '',
      lastName: '',
      email: 'a#b%c@mail.example',
      phone: '',
      countryCode: 'US',
      blocked: false,
      emailOtin: false,
      smsOptin: false,
      source: '',
      created: '',
      mappings: [],
      tags: [],
      customFields: [],
      externalId: '',
    });
  });

  describe('finds the contact', () => {
    it.each([
      ['id', { id: 20 }],
      ['id as text', { id: ' 20 ' }],
      ['email', { email: 'grace@mail.example' }],
      ['email without case', { email: ' GRACE@Mail.EXAMPLE ' }],
      ['cid', { cid: 21 }],
      ['cid as text', { cid: '22' }],
      ['phone', { phone: '(650) 555-0120' }],
      ['an identifier beside blank ones', { id: null, cid: '', email: 'null', phone: '650.555.0120' }],
      ['an identifier beside unknown fields', { businessId: 999, countryCode: 'AU', phone: 6505550120 }],
    ])('by %s', async (_, body) => expect(await idOf(body)).toBe(20));

    it("by the account's number and by that of each location", async () => {
      for (const businessId of ['100', '101', '104', ' 103 ']) {
        expect(await idOf({ email: 'grace@mail.example' }, { query: { businessId } })).toBe(20);
        expect(await idOf({ phone: '0412345678' }, { query: { businessId } })).toBe(2);
        expect(await idOf({ cid: 21 }, { query: { businessId } })).toBe(20);
        expect(await idOf({ id: 20 }, { query: { businessId } })).toBe(20);
      }
    });

    it('by an email with the marks of our keys in it, and no other', async () => {
      expect(await idOf({ email: 'A#b%c@mail.example' })).toBe(-24);
      expect((await get({ email: 'a%23b%25c@mail.example' })).status).toBe(404);
      expect(await idOf({ email: '\u00e5SA@mail.example' })).toBe(23);
    });

    it('by the most specific identifier alone, even where it finds nothing', async () => {
      const all = { id: 1, cid: 21, email: 'a#b%c@mail.example', phone: '0412 345 678' };
      expect(await idOf(all)).toBe(1);
      expect(await idOf({ ...all, id: undefined })).toBe(20);
      expect(await idOf({ ...all, id: undefined, cid: undefined })).toBe(-24);
      for (const missed of [{ id: 999 }, { id: null, cid: 999 }, { id: null, cid: null, email: 'no@mail.example' }]) {
        expect(await answerOf(get({ ...all, ...missed }))).toEqual({ status: 404, body: contactNotFound });
      }
    });

    it.each([
      [20, ['+1 (650) 555-0120', '16505550120', '1-650-555-0120', '650 555 0120', '0016505550120', '(+1) 650 5550120']],
      [23, ['(650) 555-0123', '+16505550123', '650\u2013555\u20130123']],
      [2, ['0412 345 678', '+61 412 345 678', '+61 (0)412 345 678', '61412345678', '412345678', '0061412345678']],
      [2, ['011 61 412 345 678', '610412345678']],
      [21, ['55 1234 5678', '+52 55 1234 5678', '+52 1 55 1234 5678', '525512345678', '5215512345678']],
      [22, ['+44 20 7946 0022', '442079460022', '0044 20 7946 0022']],
      [25, ['7875550125', '+1 787 555 0125']],
    ])('%i by its phone in each writing', async (id, writings) => {
      for (const phone of writings) expect([phone, await idOf({ phone })]).toEqual([phone, id]);
    });

    it.each([
      '+6505550120',
      '+61 650 555 0120',
      '5550120',
      '+1 412 345 678',
      'abc',
      '+',
      '00',
      '011',
      '\u0666\u0665\u0660',
    ])('none by the phone %s', async (phone) =>
      expect(await answerOf(get({ phone }))).toEqual({ status: 404, body: contactNotFound }),
    );
  });

  it('answers a look-up by cid with that mapping only', async () => {
    expect((await get({ cid: 12 })).body.mappings).toEqual([{ cid: 12, location: 'Two', bid: 8, businessNumber: 102 }]);
    expect((await get({ id: 1, cid: 12 })).body.mappings).toHaveLength(2);
    expect((await get({ phone: '6505550111' })).body.mappings.map(({ cid }: { cid: number }) => cid)).toEqual([11, 12]);
  });

  describe('experienceScore', () => {
    it.each([true, 'true', 'TRUE', 1, '1', 'yes', 'Yes'])('is answered for %j', async (experienceScore) =>
      expect((await get({ id: 1, experienceScore })).body).toMatchObject({
        experienceScore: 9,
        experienceScoreSource: 'survey',
      }),
    );

    it.each([false, 'false', 0, '0', 'No', null, 'null', ''])('is left out for %j', async (experienceScore) => {
      const { status, body } = await get({ id: 1, experienceScore });
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('experienceScore');
      expect(body).not.toHaveProperty('experienceScoreSource');
    });

    it('is answered where it is 0, alone where its source is not known, and left out where it is not known', async () => {
      expect((await get({ id: 20, experienceScore: true })).body).toMatchObject({ experienceScore: 0 });
      const { body } = await get({ id: 25, experienceScore: true });
      expect(body.experienceScore).toBe(4.5);
      expect(body).not.toHaveProperty('experienceScoreSource');
      expect((await get({ id: 2, experienceScore: true })).body).not.toHaveProperty('experienceScore');
    });

    it.each(['maybe', 2, [], {}])('%j is a 400', async (experienceScore) =>
      expect(await answerOf(get({ id: 1, experienceScore }))).toEqual({
        status: 400,
        body: { code: 400, message: 'experienceScore must be false or true' },
      }),
    );
  });

  describe('created', () => {
    const at = async (created: unknown) => {
      expect(
        await load(serviceTable(), [{ type: 'contact', accountNumber: 100, contact: { id: 90, created } }]),
      ).toEqual([]);
      return (await get({ id: 90 })).body.created;
    };

    it.each([
      ['2021-01-12', 'January 12, 2021'],
      ['2021-01-12T00:00:00.000Z', 'January 12, 2021'],
      ['2021-01-12T23:30:00-05:00', 'January 13, 2021'],
      ['2021-01-12 23:59:59', 'January 12, 2021'],
      ['01/12/2021', 'January 12, 2021'],
      [1610409600000, 'January 12, 2021'],
      ['January 12, 2021', 'January 12, 2021'],
      ['some day', 'some day'],
      ['2021-13-45', '2021-13-45'],
    ])('%s reads %s', async (created, text) => expect(await at(created)).toBe(text));
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

  it.each(['x-api-key', 'X-API-KEY', 'X-Api-Key'])('takes the key from %s', async (name) =>
    expect((await get({ id: 1 }, { key: null, headers: { [name]: ` ${KEYS.ours} ` } })).status).toBe(200),
  );
});
