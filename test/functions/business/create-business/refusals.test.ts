/** What create business refuses, in its order, and which businesses are one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { businesses, businessItem } from '../../../../lib/business/repository/business.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { answerOf } from '../../../support/call.ts';
import { KEYS } from '../../../support/world.ts';
import { accountKey, create, itemOf, newAccount, openWorld, outcomes, SHOP } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const code = async (...[rid, body, more]: Parameters<typeof create>) => (await create(rid, body, more)).body.code;

describe('the request', () => {
  it('is checked in the order of the page: rid, email_id, the fields, what is addressed', async () => {
    const bad = { businessName: ' ', type: 'x', phone: '5', hierarchyLevels: ['A'] };
    const email = (email_id: string) => ({ query: { email_id } });
    expect(await code(undefined, bad, email(''))).toBe(2150);
    for (const rid of ['', ' ', 'null', 'x', '0', '-1', '1.5', '1e3', '0100', '9007199254740992', '1'.repeat(30)]) {
      expect([rid, await code(rid, bad, email(''))]).toEqual([rid, 2150]);
    }
    expect(await code(999, bad, email(' '))).toBe(1052);
    expect(await code(999, bad, { query: { email_id: undefined as never } })).toBe(1052);
    for (const each of ['a', '@b', 'a@', 'a b@c', 'a@b@c', 'a@b,c@d', `${'x'.repeat(41)}`, 'a@b\u202ec', 'a@b\u0000']) {
      expect([each, await code(999, bad, email(each))]).toEqual([each, 1053]);
    }
    expect(await code(999, bad, email(`${'x'.repeat(39)}@b`))).toBe(1054);
    expect(await code(999, bad)).toBe(1045);
    expect(await code(999, { ...bad, businessName: 'Shop' })).toBe(2286);
    expect(await code(999, { ...bad, businessName: 'Shop', zip: '1' })).toBe(1025);
    expect(await code(999, { ...bad, businessName: 'Shop', zip: '1', type: '' })).toBe(1055);
    expect(await code(999, { ...SHOP, countryCode: 'XX', aggrOptions: 2 })).toBe(400);
    expect(await code(999)).toBe(1175);
  });

  it.each([
    [{ businessName: undefined }, 1045],
    [{ businessName: null }, 1045],
    [{ businessName: '\u200b' }, 1045],
    [{ businessName: 'ab' }, 1047],
    [{ businessName: 'x'.repeat(251) }, 1046],
    [{ businessName: 'a\nb c' }, 400],
    [{ businessName: ['Shop'] }, 400],
    [{ zip: null }, 1094],
    [{ zip: ' ' }, 1094],
    [{ zip: 'x'.repeat(11) }, 1075],
    [{ zip: {} }, 400],
    [{ zip: '1\u0007' }, 400],
    [{ type: 'business' }, 1025],
    [{ type: 'Location' }, 1025],
    [{ type: 7 }, 1025],
    [{ phone: '650-555-0123' }, 1055],
    [{ phone: '+1 650 555 0123' }, 1055],
    [{ phone: '+1 650 555 0123', countryCode: 'CA' }, 1055],
    [{ entityCategory: 'shop' }, 400],
    [{ aggrOptions: 'maybe' }, 400],
    [{ hierarchyLevels: ['Region'] }, 400],
    [{ type: 'Enterprise', hierarchyLevels: 'abcdefghijk'.split('') }, 400],
    [{ type: 'Enterprise', hierarchyLevels: ['Region', ' Region'] }, 400],
    [{ type: 'Enterprise', hierarchyLevels: [{}] }, 400],
  ])('is refused with %j: %i', async (fields, expected) => {
    const { status, body } = await create(100, { ...SHOP, ...fields });
    expect([body.code, status]).toEqual([expected, 400]);
  });

  it.each([
    ['{"businessName":"Half \\ud83d","zip":"1"}', 'businessName'],
    ['{"businessName":"Whole \\ud83d\\ude00","zip":"1","hierarchyLevels":["a","\\udE00"]}', 'hierarchyLevels[1]'],
    ['{"businessName":"Nul \\u0000","zip":"1"}', 'businessName'],
    ['{"businessName":"Shop","zip":"1","\\ud83d":1}', 'The request body'],
    ['{"a":{"b":"\\ud83d"}}', 'a.b'],
  ])('is refused where its text is broken: %s', async (text, path) => {
    const message = `${path} must be Unicode text without U+0000 and halves of surrogate pairs`;
    expect(await answerOf(create(100, text))).toEqual({ status: 400, body: { code: 400, message } });
  });

  it.each([
    { zip: 94061 },
    { type: null },
    { hierarchyLevels: [] },
    { type: 'Reseller', hierarchyLevels: 'abcdefghij'.split('') },
    { businessName: 'x'.repeat(250) },
    { businessName: '\u{1f600}\u{1f600}\u{1f600}' },
    { phone: '+61 3 5550 0112', countryCode: 'AU' },
  ])('is taken with %j', async (fields) =>
    expect(outcomes([await create(await newAccount(), { ...SHOP, ...fields })])).toEqual([200]),
  );
});

describe('the account', () => {
  const notFound = { status: 404, body: { code: 1175, message: 'No business with this id' } };

  it('must be there, ours, an account, and none that is about to be deleted', async () => {
    for (const rid of [999, 200, 101]) expect(await answerOf(create(rid))).toEqual(notFound);
    expect(await answerOf(create(100, SHOP, { key: KEYS.theirs }))).toEqual(notFound);
    const closing = await newAccount({ closing: Date.now() + 30_000 });
    const closed = await newAccount({ closing: Date.now() - 1 });
    // `accountItem` takes it as any other attribute.
    expect((await table.get(accountKey('ours', closing)))?.closing).toBeGreaterThan(Date.now());
    expect(await answerOf(create(closing))).toEqual(notFound);
    expect((await create(closed)).status).toBe(200);
  });

  it.each([
    ['active', 200],
    ['demo', 200],
    ['paid', 200],
    ['inactive', 1184],
    ['suspended', 1184],
  ] as const)('is asked for its status: %s, %i', async (status, expected) => {
    const account = await newAccount({ status });
    expect(outcomes([await create(account)])).toEqual([expected]);
  });

  it('that is suspended answers so ahead of a business that it has', async () => {
    const account = await newAccount();
    await create(account);
    await table.update({
      Key: accountKey('ours', account),
      UpdateExpression: 'SET #s = :s',
      ExpressionAttributeNames: { '#s': 'status' },
      ExpressionAttributeValues: { ':s': 'suspended' },
    });
    expect(await code(account)).toBe(1184);
  });
});

describe('a business of one name, zip and phone', () => {
  it.each([
    {},
    { businessName: ' CORNER shop ' },
    { phone: '(650) 555-0123 ', zip: ' 94061' },
    { type: 'Reseller' },
    { countryCode: 'CA', entityCategory: 'provider' },
  ])('is refused the second time, also with %j', async (fields) => {
    const account = await newAccount();
    expect(outcomes([await create(account), await create(account, { ...SHOP, ...fields })])).toEqual([200, 2156]);
  });

  it('is another with another name, zip, phone or account', async () => {
    const account = await newAccount();
    const others = [
      {},
      { businessName: 'Corner  Shop' },
      { businessName: 'Corner Shops' },
      { zip: '94062' },
      { phone: '(650) 555-0124' },
      { phone: '' },
      { type: 'Enterprise', phone: '+44 20 7946 0122', countryCode: 'GB' },
    ];
    const answers = await Promise.all(others.map((fields) => create(account, { ...SHOP, ...fields })));
    expect(outcomes(answers)).toEqual(others.map(() => 200));
    expect((await create(await newAccount())).status).toBe(200);
    // No phone is a phone like any other, and its digits are what is compared.
    expect(await code(account, { ...SHOP, phone: null })).toBe(2156);
    expect(await code(account, { ...SHOP, phone: '+442079460122', countryCode: 'GB' })).toBe(2156);
  });

  it('is checked on the records as they stand: one that was renamed, or is gone, refuses nothing', async () => {
    const account = await newAccount();
    const { update, find } = businesses({ table, partnerId: 'ours' });
    const first = (await create(account)).body.businessId;
    const basedOn = await find(first);
    await update(first, { writes: { phone: '(650) 555-0199' }, basedOn });
    const second = await create(account);
    expect(second.status).toBe(200);
    expect(await code(account, { ...SHOP, phone: '(650) 555-0199' })).toBe(2156);
    await table.remove({ Key: { pk: `P#ours#BUSINESS#${second.body.businessId}`, sk: 'PROFILE' } });
    expect((await create(account)).status).toBe(200);
  });

  it('is found where it was imported, or created long ago', async () => {
    const account = await newAccount();
    const profile = { name: 'CORNER Shop ', 'location.zip': '94061', phone: SHOP.phone };
    const business = { businessNumber: 31_001, accountNumber: account, listingFixed: false, profile };
    await table.put({ Item: businessItem('ours', business) });
    expect(await code(account)).toBe(2156);
    await table.remove({ Key: { pk: 'P#ours#BUSINESS#31001', sk: 'PROFILE' } });
    expect((await create(account)).status).toBe(200);
  });

  it('is no business of the account that is the account itself', async () => {
    const account = await newAccount({ name: 'Corner Shop', 'location.zip': '94061', phone: SHOP.phone });
    const { status, body } = await create(account);
    expect([status, (await itemOf(body.businessId))?.accountNumber]).toEqual([200, account]);
  });
});
