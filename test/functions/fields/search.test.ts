/** Search businesses by custom fields: which values are found, how a search is refused, and what it takes. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { handler } from '../../../functions/business/search-businesses.ts';
import { startCounter } from '../../bench/engine.ts';
import { type Call, call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { bare, refusal } from '../../support/expected.ts';
import { KEYS } from '../../support/world.ts';
import { deleting, newAccount, newField, openWorld, putRows, setting, sweep, updating } from './support.ts';

let counter: Awaited<ReturnType<typeof startCounter>>;
beforeAll(async () => {
  await openWorld();
  counter = await startCounter(inject('endpoint'));
  process.env.DYNAMODB_ENDPOINT = counter.endpoint;
});
afterAll(() => counter.stop());

const search = (account: number, body: unknown, more: Call = {}) =>
  call(handler, { path: { businessId: String(account) }, body, ...more });

/** What a search finds, by distance from the account's number. */
const found = async (account: number, customFields: unknown, more: object = {}) => {
  const answer = await search(account, { customFields, sortOrder: 'ASC', ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { totalCount, accounts } = answer.body;
  const numbers = accounts.map(({ businessNumber }: { businessNumber: number }) => businessNumber - account);
  return { totalCount, numbers: numbers.toSorted((a: number, b: number) => a - b) };
};

const LOCATIONS = 60;

const VALUES = {
  Area: ['Nord', 'NORD', 'nörd', 'Süd', 'Nord-Ost', 'ΣΑΣ', '7'],
  Seats: ['7', '7.0', '+7', '70', '0.7e1', '-7', '9007199254740993', '9007199254740992', '0', '-0.0'],
  Offer: ['a', 'a,b', 'b, a', 'c', 'a,b,c', 'b'],
} as const;
type Name = keyof typeof VALUES;
type Values = { readonly [name in Name]?: string };

/** Three of four locations have a value, each of another order. */
const pick = (list: readonly string[], seed: number): string | undefined =>
  seed % 4 === 0 ? undefined : list[(seed * 7 + (seed >> 2)) % list.length];

/** An account of which locations have values of three fields that can be searched by, and of one that can't. */
const filled = async (locations: number) => {
  const account = await newAccount(locations);
  const ids = {
    Area: await newField(account, 'Area', { filterable: true }),
    Seats: await newField(account, 'Seats', { type: 'NUMBER', filterable: true }),
    Offer: await newField(account, 'Offer', {
      type: 'DROPDOWN_MULTI',
      dropDownOptions: ['a', 'b', 'c'],
      filterable: true,
    }),
    plain: await newField(account, 'plain'),
  };
  const values = new Map<number, Values>();
  for (let n = 1; n <= locations; n++) {
    const own = { Area: pick(VALUES.Area, n), Seats: pick(VALUES.Seats, n + 1), Offer: pick(VALUES.Offer, n * 3 + 2) };
    values.set(n, own as Values);
    const rows = Object.entries({ ...own, plain: 'x' }).map(([fieldName, fieldValue]) => ({
      fieldName,
      id: 0,
      ...(fieldValue !== undefined && { fieldValue }),
    }));
    expect((await putRows(account + n, rows)).status).toBe(200);
  }
  return { account, ids, values };
};

const plain = (text: string) =>
  [...text.trim().toLowerCase().normalize('NFD')]
    .filter((each) => !/\p{M}/u.test(each))
    .join('')
    .replaceAll('ς', 'σ');

/** Whether a value is the one that is wanted. */
const has = (name: Name, value: string | undefined, wanted: string): boolean => {
  if (wanted.trim() === '') return true;
  if (value === undefined) return false;
  const listed = (text: string) =>
    text
      .split(',')
      .map(plain)
      .filter((each) => each !== '');
  const asked = listed(wanted);
  if (name === 'Offer') return asked.length > 0 && asked.every((each) => listed(value).includes(each));
  const isNumber = name === 'Seats' && wanted.trim() !== '' && Number.isFinite(Number(wanted));
  if (!isNumber) return plain(value) === plain(wanted);
  const whole = [value, wanted].every((each) => /^[0-9]+$/.test(each.trim()));
  return whole ? BigInt(value) === BigInt(wanted) : Number(value) === Number(wanted);
};

const wantedOf = (name: Name) =>
  fc.option(
    fc.oneof(
      fc.constantFrom(...VALUES[name]),
      fc.constantFrom(...VALUES[name]).map((each) => ` ${each.toUpperCase()} `),
      fc.constantFrom('', 'none of them', 'c, A', '7e0', '.7', 'nord'),
    ),
    { nil: undefined },
  );

it('finds the locations that have all values, as a plain model does', async () => {
  const { account, ids, values } = await filled(LOCATIONS);
  const search = fc.record({ Area: wantedOf('Area'), Seats: wantedOf('Seats'), Offer: wantedOf('Offer') });
  const change = fc.record({
    at: fc.integer({ min: 1, max: LOCATIONS }),
    name: fc.constantFrom<Name>('Area', 'Seats', 'Offer'),
    value: fc.nat(),
  });
  let nonEmpty = 0;
  await fc.assert(
    fc.asyncProperty(search, change, fc.boolean(), async (wanted, { at, name, value }, changes) => {
      if (changes) {
        const fieldValue = VALUES[name][value % VALUES[name].length]!;
        values.set(at, { ...values.get(at), [name]: fieldValue });
        const answer = await setting(account, { businessNumber: account + at, fieldId: ids[name], fieldValue });
        expect(answer.status).toBe(200);
      }
      const sent = Object.entries(wanted).filter(([, each]) => each !== undefined) as [Name, string][];
      const expected = [...values].filter(([, own]) => sent.every(([field, each]) => has(field, own[field], each)));
      const body = Object.fromEntries(sent.map(([field, each]) => [changes ? field : field.toUpperCase(), each]));
      const numbers = expected.map(([n]) => n).toSorted((a, b) => a - b);
      if (sent.length > 1 && numbers.length > 0) nonEmpty++;
      expect(await found(account, body, { pageSize: 1000 })).toEqual({ totalCount: numbers.length, numbers });
    }),
    {
      numRuns: runs(40, 240),
      seed: 17,
      examples: [
        [{ Area: 'ΣΑς', Seats: undefined, Offer: undefined }, { at: 1, name: 'Area', value: 5 }, true],
        [{ Area: undefined, Seats: undefined, Offer: ' , ' }, { at: 1, name: 'Offer', value: 1 }, true],
      ],
    },
  );
  expect(nonEmpty).toBeGreaterThan(10);
});

it('pages through what it finds, next to the other fields of a search', async () => {
  const account = await newAccount(7);
  const id = await newField(account, 'Area', { filterable: true });
  for (const n of [1, 2, 4, 5, 7])
    await setting(account, { businessNumber: account + n, fieldId: id, fieldValue: n === 4 ? 'South' : 'North' });
  const pages = [];
  for (let startIndex = 0; startIndex < 4; startIndex += 2) {
    const body = { customFields: { area: 'north' }, sortBy: 'name', sortOrder: 'DESC', startIndex, pageSize: 2 };
    const { totalCount, accounts } = (await search(account, body)).body;
    expect(totalCount).toBe(4);
    pages.push(accounts.map(({ businessNumber }: { businessNumber: number }) => businessNumber - account));
  }
  expect(pages).toEqual([
    [7, 5],
    [2, 1],
  ]);
  expect(await found(account, { Area: 'North' }, { searchStr: 'Location 2' })).toEqual({ totalCount: 1, numbers: [2] });
  expect(await found(account, { Area: 'North' }, { status: ['inactive'] })).toEqual({ totalCount: 0, numbers: [] });
  // Of a location of the account, and for the other partner.
  expect(await found(account + 1, { Area: 'South' })).toEqual({ totalCount: 1, numbers: [3] });
  expect((await search(account, { customFields: { Area: 'North' } }, { key: KEYS.theirs })).status).toBe(404);
});

const noFilter = (name: string) =>
  refusal(400, `customFields must name fields that can be filtered by, and ${name} is none`);

it('refuses what is no field, or not filterable, whatever its value', async () => {
  const account = await newAccount(2);
  const id = await newField(account, 'Area', { filterable: true });
  const other = await newField(account, 'Other');
  for (const value of ['x', '', null, 7]) {
    expect(bare(await search(account, { customFields: { Other: value } }))).toEqual(noFilter('Other'));
    expect(bare(await search(account, { customFields: { Area: 'x', unknown: value } }))).toEqual(noFilter('unknown'));
  }
  expect(bare(await search(account, { customFields: JSON.parse('{"__proto__": "x"}') }))).toEqual(
    noFilter('__proto__'),
  );
  await updating(account, other, { filterable: true });
  await setting(account, { businessNumber: account + 2, fieldId: other, fieldValue: '7' });
  expect(await found(account, { Other: 7 })).toEqual({ totalCount: 1, numbers: [2] });
  expect(await found(account, { other: null, Area: '' })).toEqual({ totalCount: 2, numbers: [1, 2] });
  await updating(account, id, { filterable: false });
  expect(bare(await search(account, { customFields: { Area: 'x' } }))).toEqual(noFilter('Area'));
  await deleting(account, other);
  expect(bare(await search(account, { customFields: { Other: '7' } }))).toEqual(noFilter('Other'));
  await sweep(account, other);
  await newField(account, 'OTHER', { filterable: true });
  expect(await found(account, { Other: '7' })).toEqual({ totalCount: 0, numbers: [] });
});

it.each([[{ Area: ['x'] }], [{ Area: {} }], [{ Area: 'x', Seats: [7] }]])(
  '%j is refused before the account is looked for',
  async (customFields) => {
    const name = Array.isArray((customFields as { Seats?: unknown }).Seats) ? 'Seats' : 'Area';
    expect(bare(await search(999_999, { customFields }))).toEqual(
      refusal(400, `customFields.${name} must be a string`),
    );
  },
);

it('takes the units of the values next to those of a search, and less where few locations have them', async () => {
  const account = await newAccount(80);
  const ids = [];
  for (const name of ['Area', 'Floor']) ids.push(await newField(account, name, { filterable: true }));
  for (let n = 1; n <= 80; n++)
    await putRows(account + n, [
      { fieldName: 'Area', id: 0, fieldValue: n === 33 ? 'rare' : 'common' },
      { fieldName: 'Floor', id: 0, fieldValue: String(n % 2) },
    ]);
  const taken = async (customFields: unknown) => {
    await found(account, customFields);
    counter.take();
    const { totalCount } = await found(account, customFields, { pageSize: 1000 });
    return { totalCount, ...counter.take() };
  };
  const bareSearch = await taken({});
  expect(bareSearch.calls).toEqual(['BatchGetItem', 'Query']);
  const common = await taken({ Area: 'common', Floor: '1' });
  expect(common.totalCount).toBe(39);
  // The account, its fields, the values of both, the list.
  expect(common.calls).toEqual(['BatchGetItem', 'Query', 'Query', 'Query', 'Query']);
  const rare = await taken({ Area: 'rare', Floor: '1' });
  expect(rare.totalCount).toBe(1);
  // The second value, and the row of the list, of that location alone.
  expect(rare.calls).toEqual(['BatchGetItem', 'Query', 'Query', 'BatchGetItem', 'Query']);
  expect(rare.units).toBeLessThan(common.units - 2);
  const none = await taken({ Area: 'nowhere', Floor: '1' });
  expect(none.calls).toEqual(['BatchGetItem', 'Query', 'Query']);
  expect(none.totalCount).toBe(0);
});
