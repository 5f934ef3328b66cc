/** The mapping of services to the alpha categories of a location. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { answerOf, call } from '../../support/call.ts';
import { refusal, refused, under } from '../../support/expected.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import { created, deleting, mapped, mappedIds, mapping, newAccount } from './support.ts';

beforeAll(() => openWorld());

import { REQUIRED } from '../../support/world.ts';

const ALPHA = { primaryCategoryAlpha: 'Coffee shop', additionalCategory: ['Bakery', 'Bar'] };

const account = async () => {
  const n = await newAccount(2, ALPHA);
  const [tea, cake] = [await created(n, { name: 'Tea' }), await created(n, { name: 'Cake' })];
  return { n, at: n + 1, tea, cake };
};

const alpha = async (number: number, alphaListing: object) => {
  const answer = await call(updateBusiness, {
    path: { businessId: String(number) },
    body: { ...REQUIRED, alphaListing },
  });
  expect(answer.body).not.toHaveProperty('code');
};

describe('A mapping', () => {
  it('is answered by category, the primary one first, in the order in which services were sent', async () => {
    const { at, tea, cake } = await account();
    expect((await mapping(at, { BAKERY: [cake, tea, cake], 'coffee SHOP ': [tea] })).body).toEqual({});
    expect(Object.entries(await mappedIds(at))).toEqual([
      ['Coffee shop', [tea]],
      ['Bakery', [cake, tea]],
    ]);
    expect((await mapped(at)).body['Coffee shop'][0]).toMatchObject({ serviceId: tea, name: 'Tea', price: null });
    expect((await mapping(at, { Bakery: [cake], Bar: [], 'Coffee shop': ' ' })).body).toEqual({});
    expect(await mappedIds(at)).toEqual({ Bakery: [cake] });
    expect((await mapping(at, {})).body).toEqual({});
    expect((await mapped(at)).body).toEqual({});
  });

  it('is written only where it changes', async () => {
    const { at, tea, cake } = await account();
    const stored = async () =>
      (await scan()).find((item) => item.type === 'serviceMapping' && item.businessNumber === at);
    expect((await mapping(at, {}, under(`none-${at}`))).body).toEqual({});
    expect(await stored()).toBeUndefined();
    await mapping(at, { Bakery: [cake], 'Coffee shop': [tea] });
    const first = await stored();
    await mapping(at, { 'coffee shop': [tea], bakery: [cake] });
    await mapping(at, { Bakery: [tea] }, { query: { validateOnly: 'true' } });
    expect(await stored()).toEqual(first);
    const key = under(`mapped-${at}`);
    await mapping(at, { Bakery: [tea] }, key);
    await mapping(at, { Bakery: [cake] });
    expect((await mapping(at, { Bakery: [tea] }, key)).headers).toMatchObject({ 'Idempotent-Replayed': 'true' });
    expect(await mappedIds(at)).toEqual({ Bakery: [cake] });
  });

  it('takes categories and services of the location alone, in the order of the body', async () => {
    const { n, at, tea } = await account();
    const noCategory = (name: string) => refusal(2496, `The location does not have this alpha category: ${name}`);
    const noService = (id: string) => refusal(2494, `Service id is invalid: ${id}`);
    expect(await answerOf(mapping(at, { Florist: ['x'], Bakery: ['y'] }))).toEqual(noCategory('Florist'));
    expect(await answerOf(mapping(at, { Bakery: [tea, 'y'], Florist: ['x'] }))).toEqual(noService('y'));
    expect(await answerOf(mapping(at, { Bakery: [7] }))).toEqual(noService('7'));
    expect(await answerOf(mapping(at, { Bakery: ['SERV289866798688717'] }))).toEqual(noService('SERV289866798688717'));
    expect(await answerOf(mapping(n, {}))).toEqual(refusal(1011));
    expect(await answerOf(mapped(n))).toEqual(refusal(1011));
    const bare = await newAccount();
    expect(await answerOf(mapped(bare + 1))).toEqual({ status: 200, body: {} });
    expect(await answerOf(mapping(bare + 1, { Bakery: [tea] }))).toEqual(noCategory('Bakery'));
    expect(await answerOf(mapping(bare + 1, {}))).toEqual({ status: 200, body: {} });
  });

  it('names what is wrong with a category', async () => {
    const many = Array.from({ length: 101 }, (_, index) => `SERV${100_000_000_000_000 + index}`);
    const at = (await newAccount(1, ALPHA)) + 1;
    expect(await answerOf(mapping(at, { Bakery: many }))).toEqual(
      refused(400, 400, 'Bakery must have at most 100 services'),
    );
    expect(await answerOf(mapping(at, { Bakery: 7 }))).toEqual(
      refused(400, 400, 'Bakery must be a list of service ids'),
    );
    expect((await mapping(at, { Bakery: ['x'], bakery: ['x'] })).body.message).toMatch(/^bakery must be sent once/);
    for (const body of ['[]', '"x"', '7', 'null']) expect((await mapping(at, body)).body.code).toBe(400);
    expect((await mapping(at, { 'a\u0000': [] })).body.code).toBe(400);
  });

  it('loses services that are deleted, and has them again', async () => {
    const { n, at, tea, cake } = await account();
    await mapping(at, { Bakery: [cake, tea] });
    await deleting(n, [cake]);
    expect(await mappedIds(at)).toEqual({ Bakery: [tea] });
    expect(await created(n, { name: 'CAKE' })).toBe(cake);
    expect(await mappedIds(at)).toEqual({ Bakery: [cake, tea] });
    await deleting(n, [cake]);
    await mapping(at, { Bakery: [tea] });
    await created(n, { name: 'Cake' });
    expect(await mappedIds(at)).toEqual({ Bakery: [tea] });
  });

  it('keeps the services of a category that the location has not, until the next mapping', async () => {
    const { at, tea, cake } = await account();
    await mapping(at, { Bakery: [cake], 'Coffee shop': [tea] });
    await alpha(at, { additionalCategory: ['Bar'] });
    expect(await mappedIds(at)).toEqual({ 'Coffee shop': [tea] });
    await alpha(at, { primaryCategoryAlpha: 'Bakery', additionalCategory: ['Bar', 'Coffee shop'] });
    expect(Object.keys(await mappedIds(at))).toEqual(['Bakery', 'Coffee shop']);
    await alpha(at, { primaryCategoryAlpha: 'Bar', additionalCategory: ['Coffee shop'] });
    await mapping(at, { 'Coffee shop': [tea] });
    await alpha(at, { additionalCategory: ['Coffee shop', 'Bakery'] });
    expect(await mappedIds(at)).toEqual({ 'Coffee shop': [tea] });
  });

  it('goes with its location at once', async () => {
    const { at, tea } = await account();
    await mapping(at, { Bakery: [tea] });
    expect((await call(deleteBusiness, { path: { businessId: String(at) } })).status).toBe(200);
    expect((await scan()).filter((item) => item.type === 'serviceMapping' && item.businessNumber === at)).toEqual([]);
    expect(await answerOf(mapped(at))).toEqual(refusal(1011));
  });
});
