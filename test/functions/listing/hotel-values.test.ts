/** Values of attributes of a hotel as clients send them: stored and answered in the form of the attribute. */
import { beforeAll, expect, it } from 'vitest';
import { create, found, get, listed, newLocation, openWorld, update, updateRaw } from './support.ts';

beforeAll(openWorld);

const hotel = (hotelAttributes: object) => ({ alphaListing: { hotelAttributes } });
const withValues = (desk: unknown, year: unknown, rooms: unknown, time: unknown, meals: unknown, languages: unknown) =>
  hotel({
    services: {
      property: { yearBuilt: { value: year }, numberOfRooms: { value: rooms } },
      frontDesk: { frontDesk: { value: desk }, languagesSpoken: { value: languages } },
    },
    policiesAndPayments: { arrival: { checkInTime: { value: time } } },
    foodAndDrink: { meals: { breakfast: { value: meals } } },
  });
const OWN = withValues(false, 1999, 5, '9:00', 'free', ['hindi', 'english']);
const shownOf = async (id: string) => (await get(id)).body.alphaListing.hotelAttributes;

it('Hotel attributes are read, stored and answered in the form of their types', async () => {
  const id = await listed(OWN);
  const [shown, stored, { headers }] = [await shownOf(id), await found(id), await get(id)];
  const valueIn = (group: string, subgroup: string, name: string) => shown[group][subgroup][name].value;
  expect([
    valueIn('services', 'frontDesk', 'frontDesk'),
    valueIn('services', 'property', 'yearBuilt'),
    valueIn('services', 'property', 'numberOfRooms'),
    valueIn('policiesAndPayments', 'arrival', 'checkInTime'),
    valueIn('foodAndDrink', 'meals', 'breakfast'),
    valueIn('services', 'frontDesk', 'languagesSpoken'),
  ]).toEqual([false, 1999, 5, '9:00', 'free', ['hindi', 'english']]);
  for (const blocks of [
    withValues('false', '1999', '5', '09:00', ' free', 'hindi, english'),
    withValues(0, ' 1999 ', '5.0', '9:00', 'free', ['hindi', '', ' english ']),
    withValues('No', '1999', '5', '09:00', 'free', 'hindi,english'),
  ]) {
    const other = await listed(blocks);
    expect(await shownOf(other)).toEqual(shown);
    expect((await found(other)).listing?.own).toEqual(stored.listing?.own);
    // The same in another spelling is no change.
    expect((await update(id, blocks)).headers.ETag).toBe(headers.ETag);
    const { body, headers: before } = await get(other);
    for (const more of [{}, { headers: { 'If-Match': '*' } }]) {
      const again = await updateRaw(other, body, more);
      expect([again.status, again.headers.ETag, again.body]).toEqual([200, before.ETag, body]);
    }
  }
});

it('Hotel attributes of other values are refused as before, and blank ones removed', async () => {
  const property = (value: unknown) => hotel({ services: { property: { numberOfRooms: { value } } } });
  for (const value of ['5.5', '1e3', 'five', '-1', '1000001', true]) {
    const { status, body } = await create(await newLocation(), property(value));
    expect([status, body.message]).toEqual([
      400,
      'alphaListing.hotelAttributes.services.property.numberOfRooms.value must be a whole number from 0 to 1000000',
    ]);
  }
  const id = await listed(property('5'));
  await update(id, property(' '));
  expect(await shownOf(id)).toEqual({});
});
