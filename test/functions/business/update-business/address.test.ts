import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { REQUIRED } from '../../../support/world.ts';
import { found, newBusiness, openWorld, put, putOn, putRaw } from './support.ts';

beforeAll(openWorld);

const inCountry = (countryCode?: string) => ({ location: { zip: '1', ...(countryCode && { countryCode }) } });
const US_FORM = '(650) 555-0100';
/** The answer to an international number where the country has none. */
const usOnly = (code: 1055 | 1056) =>
  refusal(
    code,
    `Not a valid US ${code === 1055 ? 'phone' : 'fax'} number: where the country is US, CA, PR, VI or not given, use (xxx) xxx-xxxx`,
  );
/** By the form of the number. */
const badNumber = (code: 1055 | 1056, number: string) =>
  /^\+[0-9]{7,15}$/.test(number) ? usOnly(code) : refusal(code);
const NUMBERS: readonly [string, readonly string[], readonly string[]][] = [
  [
    'US',
    [US_FORM],
    [
      '+16505550100',
      '650-555-0100',
      '(650)555-0100',
      '6505550100',
      '(650) 555-01000',
      '(65O) 555-0100',
      '(650) 555-0100 x1',
    ],
  ],
  ['CA', [US_FORM], ['+14165550100']],
  ['PR', [US_FORM], ['+17875550100']],
  ['VI', [US_FORM], ['+13405550100']],
  [
    'GB',
    [US_FORM, '+442079460000', '+44 20 7946 0000', '+44-20-7946-0000', '+1234567', '+123456789012345'],
    [
      '02079460000',
      '+123456',
      '+1234567890123456',
      '+44 (20) 7946 0000',
      '44 20 7946 0000',
      '++442079460000',
      '+44.20.7946',
    ],
  ],
  ['AU', ['+61 412 345 678'], ['0412 345 678']],
];

describe('phone and fax by country', () => {
  for (const [country, good, bad] of NUMBERS) {
    for (const [field, code] of [
      ['phone', 1055],
      ['fax', 1056],
    ] as const) {
      it(`takes a ${field} of ${country}, be the country sent or stored`, async () => {
        const id = await newBusiness(inCountry(country));
        for (const number of good) {
          for (const fields of [{}, inCountry(country)]) {
            expect((await put(id, { ...fields, [field]: ` ${number} ` })).body[field]).toBe(number);
          }
        }
        for (const number of bad) {
          expect(bare(await put(id, { [field]: number }))).toEqual(badNumber(code, number));
          expect(bare(await put(id, { ...inCountry(country), [field]: number }))).toEqual(badNumber(code, number));
        }
      });
    }
  }

  it('takes no international number where no country is known', async () => {
    expect(bare(await putOn({}, { phone: '+442079460000' }))).toEqual(usOnly(1055));
    expect(
      bare(
        await putOn(inCountry('GB'), {
          ...inCountry(),
          location: { zip: '1', countryCode: '' },
          phone: '+442079460000',
        }),
      ),
    ).toEqual(usOnly(1055));
  });

  it('checks by the country that is sent before the one that is stored', async () => {
    expect(bare(await putOn(inCountry('GB'), { ...inCountry('US'), phone: '+442079460000' }))).toEqual(usOnly(1055));
    const inUk = { ...inCountry('UK'), phone: '+442079460000' };
    const read = { status: 200, body: { location: { countryCode: 'GB' } } };
    expect(await putOn(inCountry('US'), inUk)).toMatchObject(read);
  });
});

describe('the state by country', () => {
  const two = refusal(400, 'location.state must have exactly 2 characters where the country is US, CA or not given');
  const fifty = refusal(400, 'location.state must have at most 50 characters');
  for (const [before, country, state, answer] of [
    [undefined, 'US', 'TX', 200],
    [undefined, 'US', 'Texas', two],
    [undefined, 'US', 'T', two],
    [undefined, 'CA', 'Ontario', two],
    [undefined, undefined, 'ON', 200],
    [undefined, undefined, 'Texas', two],
    [undefined, undefined, '\u{1F600}\u{1F600}', 200],
    ['DE', undefined, 'Bavaria', 200],
    ['US', undefined, 'Bavaria', two],
    ['US', 'DE', 'Bavaria', 200],
    ['DE', 'US', 'Bavaria', two],
    [undefined, 'DE', 'B', 200],
    [undefined, 'DE', 'x'.repeat(50), 200],
    [undefined, 'DE', 'x'.repeat(51), fifty],
    [undefined, 'PR', 'San Juan', 200],
  ] as const) {
    it(`answers ${state} in ${country ?? before} with ${typeof answer === 'number' ? answer : answer.body.message}`, async () => {
      const { location } = inCountry(country);
      const reply = await putOn(before ? inCountry(before) : {}, { location: { ...location, state } });
      if (typeof answer === 'number') expect(reply).toMatchObject({ status: 200, body: { location: { state } } });
      else expect(bare(reply)).toEqual(answer);
    });
  }
});

describe('a change of country', () => {
  const number = '+44 20 7946 0000';
  const state = refusal(400, 'location.state must have exactly 2 characters where the country is US, CA or not given');
  for (const [what, before, location, answer] of [
    ['a state', { location: { zip: '1', countryCode: 'DE', state: 'Bavaria' } }, { countryCode: 'US' }, state],
    ['a state', { location: { zip: '1', countryCode: 'DE', state: 'Bavaria' } }, { countryCode: '' }, state],
    ['a fax', { ...inCountry('GB'), fax: number }, { countryCode: 'US' }, usOnly(1056)],
    ['a fax', { ...inCountry('GB'), fax: number }, { countryCode: null }, usOnly(1056)],
  ] as const) {
    it(`to ${location.countryCode || 'none'} is refused where ${what} is stored that does not fit it`, async () => {
      const id = await newBusiness(before);
      const kept = await found(id);
      expect(bare(await put(id, { location: { zip: '1', ...location } }))).toEqual(answer);
      expect(await found(id)).toEqual(kept);
    });
  }

  it('is refused by a stored phone where the request leaves it out, sent back with If-Match', async () => {
    const id = await newBusiness({ ...REQUIRED, ...inCountry('GB'), phone: number });
    const body = { ...REQUIRED, phone: number, ...inCountry('US') };
    expect(bare(await putRaw(id, body, { headers: { 'If-Match': '*' } }))).toEqual(usOnly(1055));
  });

  it('passes with what fits it, and where nothing is stored that it could refuse', async () => {
    const location = { zip: '1', countryCode: 'DE', state: 'Bavaria' };
    const id = await newBusiness({ location, fax: number });
    expect((await put(id, { location: { zip: '1', countryCode: 'US', state: 'TX' }, fax: '' })).status).toBe(200);
    expect((await put(id, { location: { zip: '1', countryCode: 'GB' } })).status).toBe(200);
    expect((await put(id, { location: { zip: '1', countryCode: 'CA' } })).status).toBe(200);
  });
});
