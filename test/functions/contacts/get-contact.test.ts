import { beforeAll, describe, expect, it } from 'vitest';
import { serviceTable } from '../../../lib/dynamodb/client/environment.ts';
import { answerOf } from '../../support/call.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { contactNotFound, get, idOf, records } from './support.ts';

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
      ['an identifier next to blank ones', { id: null, cid: '', email: 'null', phone: '650.555.0120' }],
      ['an identifier next to unknown fields', { businessId: 999, countryCode: 'AU', phone: 6505550120 }],
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
});
