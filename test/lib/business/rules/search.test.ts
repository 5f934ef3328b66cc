/** Search against a plain model: filter everything, sort everything, cut the page out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matcherOf, type Search, type Searched, searching } from '../../../../lib/business/rules/search.ts';
import { runs } from '../../../support/chosen.ts';

const row = (number: number, more: Partial<Searched> = {}): Searched => ({
  number,
  name: '',
  alias: '',
  status: 'active',
  businessType: 'Business',
  createdAt: '2025-01-01T00:00:00.000Z',
  createdBy: '',
  phone: '',
  externalReferenceId: undefined,
  location: { zip: '' },
  ...more,
});

const plain = (text: string) =>
  [...text.normalize('NFD')]
    .filter((each) => !/\p{M}/u.test(each))
    .join('')
    .toLowerCase();

const modelMatches = (search: Search, each: Searched): boolean => {
  const { searchStr, status = [], type = [], externalReferenceId } = search;
  const digits = [String(each.number), each.phone.replace(/\D/g, ''), each.location.zip];
  const isHit =
    searchStr === undefined ||
    [each.name, each.alias].some((text) => plain(text).indexOf(plain(searchStr)) !== -1) ||
    (/^\d+$/.test(searchStr) && digits.some((text) => text.slice(0, searchStr.length) === searchStr)) ||
    each.externalReferenceId === searchStr;
  return (
    isHit &&
    (status.length === 0 || status.includes(each.status)) &&
    (type.length === 0 || type.includes(each.businessType)) &&
    (externalReferenceId === undefined || each.externalReferenceId === externalReferenceId)
  );
};

const model = (search: Search, rows: readonly Searched[]) => {
  const { sortBy = 'createdAt', sortOrder = 'DESC', startIndex = 0, pageSize = 25 } = search;
  const key = (each: Searched) => (sortBy === 'createdAt' ? each.createdAt : plain(each[sortBy]));
  const found = rows.filter((each) => modelMatches(search, each));
  const byNumber = found.toSorted((a, b) => a.number - b.number);
  // A stable sort of what is in order of number leaves equals so.
  const sorted = byNumber.toSorted((a, b) => {
    const [x, y] = sortOrder === 'ASC' ? [key(a), key(b)] : [key(b), key(a)];
    if (x === y) return 0;
    return x < y ? -1 : 1;
  });
  return {
    totalCount: found.length,
    numbers: sorted.slice(startIndex, startIndex + pageSize).map(({ number }) => number),
  };
};

const searched = (search: Search, rows: readonly Searched[]) => {
  const { add, found } = searching(search, ({ number }: Searched) => number);
  for (const each of rows) add(each);
  const { totalCount, rows: numbers } = found();
  return { totalCount, numbers };
};

const word = fc.stringMatching(/^[aAéÉbñ1 ]{0,6}$/);
const digits = fc.stringMatching(/^[12]{0,4}$/);
const someRow = fc.record({
  name: word,
  alias: word,
  status: fc.constantFrom('active', 'inactive', 'demo'),
  businessType: fc.constantFrom('Business', 'Product'),
  createdAt: fc.constantFrom('', '2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z', '2024-12-31T23:59:59.999Z'),
  createdBy: word,
  phone: fc.stringMatching(/^\(?[12]{0,3}\)? ?[12]{0,2}$/),
  externalReferenceId: fc.option(digits, { nil: undefined }),
  location: fc.record({ zip: fc.stringMatching(/^[12a]{0,4}$/) }),
});
const someRows = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 2500 }), someRow), { selector: ([number]) => number, maxLength: 60 })
  .map((pairs) => pairs.map(([number, each]) => ({ ...each, number })));
const option = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const someSearch: fc.Arbitrary<Search> = fc.record({
  searchStr: option(fc.oneof(fc.stringMatching(/^[aéñB1]{1,2}$/), fc.stringMatching(/^[12]{1,3}$/))),
  sortBy: option(fc.constantFrom('name', 'createdAt', 'createdBy')),
  sortOrder: option(fc.constantFrom('ASC', 'DESC')),
  startIndex: option(fc.integer({ min: 0, max: 40 })),
  pageSize: option(fc.integer({ min: 1, max: 40 })),
  status: option(fc.subarray(['active', 'inactive', 'demo'])),
  type: option(fc.subarray(['Business', 'Product'])),
  externalReferenceId: option(digits),
});

describe('a search', () => {
  it('finds what the model finds, in its order, page by page', () => {
    fc.assert(
      fc.property(someRows, someSearch, (rows, search) => {
        expect(searched(search, rows)).toEqual(model(search, rows));
      }),
      { numRuns: runs(150, 500) },
    );
  });

  it('does so where there is more than is kept, for any page', () => {
    const rows = Array.from({ length: 5000 }, (_, index) => {
      const number = (index * 2711) % 5003;
      return row(number, { name: `Shop ${number % 700}`, createdAt: String((number * 31) % 900).padStart(4, '0') });
    });
    for (const sortBy of ['name', 'createdAt'] as const) {
      for (const startIndex of [0, 24, 990, 2400, 4990]) {
        for (const sortOrder of ['ASC', 'DESC'] as const) {
          const search = { sortBy, sortOrder, startIndex, pageSize: 20 };
          expect(searched(search, rows)).toEqual(model(search, rows));
        }
      }
    }
  });

  it('gives every location once, over all pages', () => {
    fc.assert(
      fc.property(someRows, someSearch, fc.integer({ min: 1, max: 7 }), (rows, search, pageSize) => {
        const pages = Array.from({ length: Math.ceil(rows.length / pageSize) }, (_, page) =>
          searched({ ...search, startIndex: page * pageSize, pageSize }, rows),
        );
        const numbers = pages.flatMap((page) => page.numbers);
        expect(numbers).toEqual(model({ ...search, startIndex: 0, pageSize: 1000 }, rows).numbers);
      }),
    );
  });
});

describe('the text that is searched for', () => {
  const finds = (searchStr: string, more: Partial<Searched>) => matcherOf({ searchStr })(row(700101, more));

  it.each([
    ['café', { name: 'CAFE de la Paix' }],
    ['CAFE', { name: 'Cafe\u0301' }],
    ['istanbul', { alias: 'İstanbul' }],
    ['ΟΔΟΣ', { name: 'οδος' }],
    ['οδοσ', { name: 'ΟΔΟΣ 1' }],
    ['strasse', { name: 'Lange Straße' }],
    ['ттл', { alias: 'КОТТЛ' }],
    ['7001', {}],
    ['503', { phone: '(503) 555-0102' }],
    ['5035550102', { phone: '(503) 555-0102' }],
    ['613', { phone: '+61 3 5550 0112' }],
    ['972', { location: { zip: '97205' } }],
    ['CK-101', { externalReferenceId: 'CK-101' }],
  ])('%s finds %j', (text, more) => {
    expect(finds(text, more)).toBe(true);
  });

  it.each([
    ['0101', {}],
    ['555', { phone: '(503) 555-0102' }],
    ['205', { location: { zip: '97205' } }],
    ['ck-101', { externalReferenceId: 'CK-101' }],
    ['CK-1', { externalReferenceId: 'CK-101' }],
    ['(503)', { phone: '(503) 555-0102' }],
    ['shop', { createdBy: 'shop' }],
    ['\u0301', { name: 'Café', alias: 'Cafe\u0301' }],
  ])('%s does not find %j', (text, more) => {
    expect(finds(text, more)).toBe(false);
  });
});
