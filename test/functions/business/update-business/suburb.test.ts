import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, putOn, stored } from './support.ts';

beforeAll(openWorld);

describe('the suburb of a New Zealand address', () => {
  const nz = { location: { zip: '1010', countryCode: 'NZ', subLocality: 'Ponsonby' } };
  const short = refusal(400, 'location.subLocality must have at least 4 characters');
  for (const [what, before, location, answer] of [
    ['a new address with one', {}, nz.location, 200],
    ['a new address without one', {}, { zip: '1', countryCode: 'NZ' }, refusal(6000)],
    ['a new address with a blank one', {}, { zip: '1', countryCode: 'nz', subLocality: ' ' }, refusal(6000)],
    ['another city, the suburb being stored', nz, { zip: '1', city: 'Auckland' }, 200],
    ['another suburb, the country being stored', nz, { zip: '1', subLocality: 'Newmarket' }, 200],
    ['a suburb that is cleared', nz, { zip: '1', subLocality: '' }, refusal(6000)],
    ['a suburb of 3 characters, the country being stored', nz, { zip: '1', subLocality: 'abc' }, short],
    [
      'a suburb of 81 characters, the country being stored',
      nz,
      { zip: '1', subLocality: 'x'.repeat(81) },
      refusal(6001),
    ],
    [
      'a stored country without a suburb, another city',
      { location: { zip: '1', countryCode: 'NZ' } },
      { zip: '1', city: 'x' },
      refusal(6000),
    ],
    [
      'a move to New Zealand',
      { location: { zip: '1', countryCode: 'AU' } },
      { zip: '1', countryCode: 'NZ' },
      refusal(6000),
    ],
    ['a location that is cleared', nz, null, 200],
  ] as const) {
    it(`checks ${what}`, async () => {
      const reply = await putOn(before, { location });
      if (typeof answer === 'number') expect(reply).toMatchObject({ status: answer });
      else expect(bare(reply)).toEqual(answer);
    });
  }

  it('is not asked for where no location is sent', async () => {
    expect(await putOn({ location: { zip: '1', countryCode: 'NZ' } }, { alias: 'a' })).toMatchObject({ status: 200 });
  });

  it('is dropped outside New Zealand, whatever its length', async () => {
    for (const [before, location] of [
      [{}, { zip: '1', countryCode: 'AU', subLocality: 'abc' }],
      [{}, { zip: '1', subLocality: 'x'.repeat(100) }],
      [{ location: { zip: '1', countryCode: 'US' } }, { zip: '1', subLocality: 'Ponsonby' }],
      [nz, { zip: '1', countryCode: 'AU' }],
      [nz, { zip: '1', countryCode: 'AU', subLocality: 'Ponsonby' }],
      [nz, { zip: '1', countryCode: '' }],
    ]) {
      const id = await newBusiness(before as object);
      expect(await put(id, { location })).toMatchObject({ status: 200 });
      expect(await stored(id)).not.toHaveProperty(['location.subLocality']);
    }
  });
});
