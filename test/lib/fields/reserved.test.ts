import { expect, it } from 'vitest';
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { isReserved } from '../../../lib/fields/repository/reserved.ts';

it('names of all fields of a profile are reserved, compared without case, and no others', () => {
  const inLocation = Object.keys(profile.properties.location.properties).map((name) => `location.${name}`);
  for (const name of [...Object.keys(profile.properties), ...inLocation])
    expect([name, isReserved(name.toUpperCase())]).toEqual([name, true]);
  for (const name of ['Parking', 'nam', 'city', 'location.x', 'covidInfo.postDescription'])
    expect(isReserved(name)).toBe(false);
});
