import { expect, it } from 'vitest';
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { isReserved } from '../../../lib/fields/repository/reserved.ts';

it('names of all fields of a profile are reserved, compared without case, and no others', () => {
  for (const name of Object.keys(profile.properties))
    expect([name, isReserved(name.toUpperCase())]).toEqual([name, true]);
  for (const name of ['Parking', 'nam', 'location.city']) expect(isReserved(name)).toBe(false);
});
