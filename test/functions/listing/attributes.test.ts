/** Get alpha, maps and hotel attributes: what categories and countries have, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { alpha, hotel, idsIn, maps, openCatalogueWorld } from './catalogue-support.ts';

beforeAll(openCatalogueWorld);

describe('Get alpha attributes', () => {
  const attributes = (categoryId: string, countryCode = 'US') => alpha(101, { categoryId, countryCode });

  it('has what the category has, in groups', async () => {
    const [restaurant, dentist] = [idsIn(await attributes('restaurant')), idsIn(await attributes('dentist'))];
    expect(restaurant).toEqual(expect.arrayContaining(['dine_in', 'salad_bar', 'wi_fi', 'menu_link']));
    expect(restaurant).not.toContain('accepting_new_patients');
    expect(dentist).toEqual(expect.arrayContaining(['accepting_new_patients', 'wi_fi']));
    expect(dentist).not.toContain('dine_in');
    const { body } = await attributes('restaurant');
    expect(body.amenities.find(({ attributeId }: { attributeId: string }) => attributeId === 'wi_fi')).toEqual({
      attributeId: 'wi_fi',
      valueType: 'ENUM',
      displayName: 'Wi-Fi',
      groupDisplayName: 'Amenities',
      valueMetadata: [
        { value: 'free', displayName: 'Free' },
        { value: 'paid', displayName: 'Paid' },
        { value: 'none', displayName: 'None' },
      ],
    });
  });

  it('gives single categories what others of their trade lack', async () => {
    const [clothes, books] = [idsIn(await attributes('clothing_store')), idsIn(await attributes('book_store'))];
    expect([clothes, books].map((ids) => ids.includes('fitting_rooms'))).toEqual([true, false]);
    // Two that differ in nothing have one answer.
    expect(await attributes('jewelry_store')).toEqual(await attributes('book_store'));
    // One of no trade has what everyone has.
    expect(idsIn(await attributes('warehouse'))).toContain('wheelchair_accessible_entrance');
  });

  it('leaves out what is not offered in the country', async () => {
    const having = async (country: string) => idsIn(await attributes('grocery_store', country));
    const [us, uk, fr] = [await having('US'), await having('GB'), await having('FR')];
    expect([us, uk, fr].map((ids) => ids.includes('veteran_owned'))).toEqual([true, false, false]);
    expect([us, uk, fr].map((ids) => ids.includes('meal_vouchers'))).toEqual([false, false, true]);
    expect([us, uk, fr].map((ids) => ids.includes('instant_bank_transfer'))).toEqual([false, true, false]);
  });

  const noCategory = (country: string) =>
    `categoryId is no category of ALPHA in ${country}; get category list with sourceName=ALPHA has all of them`;
  it.each([
    [{ countryCode: 'US' }, 'categoryId is required'],
    [{ categoryId: 'restaurant' }, 'countryCode is required'],
    [
      { categoryId: 'restaurant', countryCode: 'XX' },
      'countryCode must be one of US, CA, AU, PR, NZ, MX, IN, UK, FR, IT, GB',
    ],
    [{ categoryId: 'restauran', countryCode: 'US' }, noCategory('US')],
    [{ categoryId: 'constructor', countryCode: 'us' }, noCategory('US')],
    [{ categoryId: 'bottle_shop', countryCode: 'GB' }, noCategory('UK')],
  ])('refuses %j', async (query, message) => {
    expect(await answerOf(alpha(101, query as Record<string, string>))).toEqual(refused(400, 400, message));
    expect(await answerOf(alpha(999, query as Record<string, string>))).toEqual(refused(400, 400, message));
  });
});

describe('Get maps attributes', () => {
  it('has what the category has, in dotted groups', async () => {
    const answer = await maps(101, { categoryId: 'hotel' });
    expect(answer.body['stay.property']).toContainEqual({
      attributeId: 'stay.property.airport_shuttle',
      description: 'Rides from and to the airport',
    });
    expect(Object.keys(answer.body).every((group) => /^[a-z]+(?:\.[a-z]+)+$/.test(group))).toBe(true);
    expect(idsIn(answer)).not.toContain('fuel.pumps.diesel');
    // What refines a category has what it has.
    expect((await maps(101, { categoryId: 'boutique_hotel' })).body).toEqual(answer.body);
  });

  it('takes the category of the location where none is named', async () => {
    const sameAs = async (number: number, categoryId: string) =>
      expect((await maps(number)).body).toEqual((await maps(101, { categoryId })).body);
    await sameAs(101, 'restaurant');
    await sameAs(110, 'restaurant');
    await sameAs(111, 'dentist');
    await sameAs(112, 'hotel');
    await sameAs(113, 'restaurant');
    // The other one's category counts, whoever asks.
    expect((await maps(111, { categoryId: 'hotel' })).body).toEqual((await maps(112)).body);
  });

  it('has what every category has for a location without one, and for an account', async () => {
    const [account, none, unknown] = await Promise.all([maps(100), maps(103), maps(114)]);
    expect(idsIn(account!)).toContain('payments.methods.cash');
    expect(idsIn(account!)).not.toContain('dining.meals.lunch');
    expect([none!.body, unknown!.body]).toEqual([account!.body, account!.body]);
  });

  it.each([
    [
      { categoryId: 'nothing' },
      'categoryId is no category of MAPS; get category list with sourceName=MAPS has all of them',
    ],
    [
      { categoryId: 'dhaba', countryCode: 'US' },
      'categoryId is no category of MAPS in US; get category list with sourceName=MAPS has all of them',
    ],
    [{ countryCode: 'DE' }, 'countryCode must be one of US, CA, AU, PR, NZ, MX, IN, UK, FR, IT, GB'],
  ])('refuses %j', async (query, message) => {
    expect(await answerOf(maps(101, query as Record<string, string>))).toEqual(refused(400, 400, message));
    expect((await maps(101, { categoryId: 'dhaba', countryCode: 'in' })).status).toBe(200);
  });
});

it('Get hotel attributes has all groups and types, and ids and columns once each', async () => {
  const { status, body } = await hotel('101');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['hotelAttributes']);
  expect(Object.keys(body.hotelAttributes)).toEqual([
    ...['services', 'policiesAndPayments', 'foodAndDrink', 'pools', 'wellness', 'activities', 'transportation'],
    ...['families', 'connectivity', 'business', 'accessibility', 'pets', 'parking', 'housekeeping', 'healthAndSafety'],
    ...['sustainability', 'viewsFromUnit'],
  ]);
  const groups = Object.values(
    body.hotelAttributes as Record<string, Record<string, Record<string, Record<string, unknown>>>>,
  );
  const entries = groups.flatMap((subgroups) => Object.values(subgroups).flatMap((each) => Object.entries(each)));
  expect(entries.length).toBeGreaterThanOrEqual(100);
  expect(entries.filter(([name, { attributeId }]) => name !== attributeId)).toEqual([]);
  for (const field of ['attributeId', 'columnId']) {
    expect(new Set(entries.map(([, attribute]) => attribute[field])).size).toBe(entries.length);
  }
  const types = ['BOOLEAN', 'INTEGER', 'YEAR', 'TIME', 'SINGLE_SELECT', 'MULTI_SELECT'];
  expect([...new Set(entries.map(([, { valueType }]) => valueType))].sort()).toEqual(types.sort());
  for (const [, attribute] of entries) {
    const isChoice = ['BOOLEAN', 'SINGLE_SELECT', 'MULTI_SELECT'].includes(String(attribute.valueType));
    expect([attribute.attributeId, (attribute.possibleValues as unknown[]).length > 0]).toEqual([
      attribute.attributeId,
      isChoice,
    ]);
  }
});
