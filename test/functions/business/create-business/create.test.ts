/** What create business makes: records that the other operations know, under numbers of their own. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../../functions/business/get-business.ts';
import { handler as updateBusiness } from '../../../../functions/business/update-business.ts';
import { itemChecker } from '../../../../tools/data/check-items.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { answerOf, call } from '../../../support/call.ts';
import { itemsOf } from '../../../support/data-files.ts';
import { under } from '../../../support/expected.ts';
import { below, create, itemOf, newAccount, openWorld, SHOP } from './support.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
});

const FULL = {
  ...SHOP,
  type: 'Product',
  phone: '+44 20 7946 0122',
  zip: 'SW1A 2AA',
  countryCode: 'uk',
  entityCategory: 'provider',
  aggrOptions: 'false',
};

describe('a location', () => {
  it('is stored as it was sent, with what stands where nothing was', async () => {
    const account = await newAccount();
    const before = Date.now();
    const { status, body } = await create(account, { ...SHOP, businessName: ' Corner Shop ', phone: '' });
    expect([status, Object.keys(body)]).toEqual([200, ['businessId']]);
    expect(String(body.businessId)).toMatch(/^[1-9][0-9]{14}$/);
    const item = (await itemOf(body.businessId))!;
    expect(item).toMatchObject({
      businessNumber: body.businessId,
      accountNumber: account,
      partnerId: 'ours',
      businessType: 'Business',
      createdBy: 'Ours',
      aggrOptions: 1,
      name: 'Corner Shop',
      'location.zip': '94061',
      'location.countryCode': 'US',
      emailId: 'owner@shop.example',
      version: 1,
    });
    expect([item.status, item.phone, item.entityCategory]).toEqual([undefined, undefined, undefined]);
    expect(Date.parse(String(item.createdAt))).toBeGreaterThanOrEqual(before);
    expect(await table.get({ pk: `NUMBER#${body.businessId}`, sk: 'OWNER' })).toMatchObject({
      partnerId: 'ours',
      kind: 'business',
    });
    expect((await below(account)).map(({ gsi1sk }) => Number(gsi1sk))).toEqual([body.businessId]);
  });

  it('takes each field', async () => {
    const { body } = await create(await newAccount(), FULL);
    expect(await itemOf(body.businessId)).toMatchObject({
      businessType: 'Product',
      phone: '+44 20 7946 0122',
      'location.countryCode': 'GB',
      entityCategory: 'provider',
      aggrOptions: 0,
    });
  });

  it.each([SHOP, FULL])('can be read and sent back: %j', async (fields) => {
    const { body } = await create(await newAccount(), fields);
    const path = { businessId: String(body.businessId) };
    const read = await call(getBusiness, { path });
    expect(read.body).toMatchObject({ status: 'active', name: 'Corner Shop', emailId: 'owner@shop.example' });
    const headers = { 'If-Match': String(read.headers.ETag) };
    const sent = await call(updateBusiness, { path, headers, body: read.body });
    expect([sent.status, sent.headers.ETag]).toEqual([200, read.headers.ETag]);
  });
});

describe('a sub-account', () => {
  it.each(['Enterprise', 'Reseller'])(
    'is of type %s, below its account, and is created below in its turn',
    async (type) => {
      const account = await newAccount();
      const { body } = await create(account, { ...SHOP, type, hierarchyLevels: 'Region, State' });
      const item = (await itemOf(body.businessId, 'account'))!;
      expect(item).toMatchObject({
        accountNumber: body.businessId,
        parent: account,
        businessType: type,
        name: 'Corner Shop',
        phone: SHOP.phone,
        'location.zip': '94061',
        'location.countryCode': 'US',
        emailId: 'owner@shop.example',
        createdBy: 'Ours',
        aggrOptions: 1,
        hierarchyLevels: ['Region', 'State'],
      });
      expect(await itemOf(body.businessId)).toBeUndefined();
      expect((await below(account)).map(({ sk }) => sk)).toEqual(['ACCOUNT']);
      expect((await call(getBusiness, { path: { businessId: String(body.businessId) } })).body).toMatchObject({
        parent: account,
        type,
      });
      expect((await create(body.businessId)).status).toBe(200);
    },
  );
});

describe('a dry run', () => {
  it('is checked as a creation is, answers 0 and writes nothing', async () => {
    const account = await newAccount();
    const dry = { query: { validateOnly: 'true' }, headers: { 'Idempotency-Key': 'dry' } };
    const before = await itemsOf(table);
    expect(await answerOf(create(account, SHOP, dry))).toEqual({ status: 200, body: { businessId: 0 } });
    expect(await itemsOf(table)).toEqual(before);
    await create(account);
    expect((await create(account, SHOP, dry)).body.code).toBe(2156);
    expect((await create(101, SHOP, dry)).body.code).toBe(1175);
    expect((await create(account, { ...SHOP, zip: '' }, dry)).body.code).toBe(1094);
  });
});

describe('under an Idempotency-Key', () => {
  it('the number of the first time is answered again, also where the answer was not kept', async () => {
    const account = await newAccount();
    const first = await create(account, SHOP, under('again'));
    const again = await create(account, { ...SHOP, unknown: 1, phone: SHOP.phone }, under('again'));
    expect([again.status, again.body.code]).toEqual([422, 422]);
    const same = await create(account, SHOP, under('again'));
    expect([same.status, same.body, same.headers['Idempotent-Replayed']]).toEqual([200, first.body, 'true']);
    for (const { pk, sk, type } of await itemsOf(table)) {
      if (type !== 'idempotency') continue;
      await table.update({ Key: { pk, sk } as never, UpdateExpression: 'REMOVE kept' });
    }
    expect((await create(account, SHOP, under('again'))).body).toEqual(first.body);
    expect(await below(account)).toHaveLength(1);
  });

  it('a refusal that needed the account is kept', async () => {
    const account = await newAccount();
    const { businessId } = (await create(account)).body;
    const refused = await create(account, SHOP, under('refused'));
    expect(refused.body).toEqual({ code: 2156, message: `The business exists already: ${businessId}` });
    const [{ pk, sk } = {}] = await below(account);
    await table.remove({ Key: { pk, sk } as never });
    expect(await answerOf(create(account, SHOP, under('refused')))).toEqual(await answerOf(refused));
    expect((await create(account)).status).toBe(200);
  });
});

it('numbers are drawn again where one is taken, and leave no item that is of no entity', async () => {
  const problemOf = itemChecker();
  expect((await itemsOf(table)).map(problemOf).filter(Boolean)).toEqual([]);
});
