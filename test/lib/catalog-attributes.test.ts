/** Attributes of the catalogues, as the rules of a listing look them up. */
import { describe, expect, it } from 'vitest';
import { findAlphaAttribute } from '../../lib/catalog/alpha-attributes.ts';
import { findCategory } from '../../lib/catalog/categories.ts';
import { findHotelAttribute, hotelValueProblem } from '../../lib/catalog/hotel-attributes.ts';
import { findMapsAttribute } from '../../lib/catalog/maps-attributes.ts';

const HOSTILE = ['', 'nothing', '__proto__', 'constructor', ' wi_fi', 'WI_FI', 'x'.repeat(100_000)];

describe('An alpha attribute', () => {
  const [cafe, dentist, clothing, books] = ['Cafe', 'Dentist', 'Clothing store', 'Book store'].map(findCategory);

  it('is found by its id, with its group', () => {
    expect(findAlphaAttribute('wi_fi')).toMatchObject({ group: 'amenities', valueType: 'ENUM' });
    for (const id of HOSTILE) expect(findAlphaAttribute(id)).toBeUndefined();
  });

  it('is one of the category, and of the country', () => {
    const isOf = (id: string, category = cafe, country?: string) =>
      findAlphaAttribute(id, { category, country }) !== undefined;
    expect([isOf('dine_in', cafe), isOf('dine_in', dentist)]).toEqual([true, false]);
    expect([isOf('fitting_rooms', clothing), isOf('fitting_rooms', books)]).toEqual([true, false]);
    expect([isOf('wi_fi', cafe), isOf('wi_fi', dentist)]).toEqual([true, true]);
    expect(['US', 'FR', undefined].map((country) => isOf('checks', cafe, country))).toEqual([true, false, true]);
    expect(findAlphaAttribute('checks', { country: 'FR' })).toBeUndefined();
  });
});

it('A maps attribute is one of the maps category, and of what refines it', () => {
  const id = 'dining.meals.lunch';
  expect(findMapsAttribute(id)).toMatchObject({ group: 'dining.meals', description: 'Lunch is served' });
  const categories = ['cafe', 'tea_house', 'dentist', 'nothing'];
  expect(categories.map((category) => findMapsAttribute(id, category) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(findMapsAttribute('payments.methods.cash', 'dentist')).toBeDefined();
  for (const hostile of HOSTILE) expect(findMapsAttribute(hostile)).toBeUndefined();
});

describe('A hotel attribute', () => {
  it('is found by its id, with where it stands', () => {
    expect(findHotelAttribute('checkInTime')).toMatchObject({
      group: 'policiesAndPayments',
      subgroup: 'arrival',
      valueType: 'TIME',
    });
    for (const id of HOSTILE) expect(findHotelAttribute(id)).toBeUndefined();
  });

  const CHOICES =
    'english, spanish, french, italian, german, portuguese, hindi, mandarin, japanese, korean, arabic, russian';
  it.each([
    ['pool', [true, false], ['true', 1, 0, null, undefined, {}], 'must be true or false'],
    [
      'numberOfPools',
      [0, 3, 1_000_000],
      [-1, 1.5, '3', Number.NaN, 1e21, null],
      'must be a whole number from 0 to 1000000',
    ],
    ['yearBuilt', [1000, 1887, 9999], [999, 10_000, '1887', 1887.5], 'must be a year of four digits'],
    [
      'checkInTime',
      ['0:00', '15:00', '09:30', '23:59'],
      ['24:00', '3 pm', '15:60', '15', 15, ['15:00']],
      'must be a time of day, H:MM',
    ],
    [
      'breakfast',
      ['none', 'free', 'extra'],
      ['Free', '', 'paid', ['free'], true, null],
      'must be one of none, free, extra',
    ],
    [
      'languagesSpoken',
      [[], ['english'], ['hindi', 'english']],
      ['english', ['klingon'], ['hindi', 'hindi'], [['hindi']], null, { 0: 'hindi' }],
      `must be a list of some of ${CHOICES}, each once`,
    ],
  ] as const)('%s takes values of its type alone', (id, right, wrong, words) => {
    const attribute = findHotelAttribute(id)!;
    for (const value of right) expect([value, hotelValueProblem(attribute, value)]).toEqual([value, undefined]);
    for (const value of wrong) expect([value, hotelValueProblem(attribute, value)]).toEqual([value, words]);
  });
});
