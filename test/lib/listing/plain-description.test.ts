/** What counts as a URL and as a telephone number in the description of a business, and what does not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDescription } from '../../../lib/listing/rules/plain-description.ts';

const PATH = 'businessInfo.mainBusinessDescription';
const problems = (text: string) =>
  plainDescription({ [PATH]: text }).map(({ error }) => error.message.replace(`${PATH} must not contain a `, ''));

const URLS = [
  ...['ftp://foo.bar/x', 'https://a.test', 'WEBCAL://cal.test', 'www.grill.test', 'x.com', 'GRILL.COM', 'Grill.Com'],
  ...['foo.co.uk', 'Foo.Co.Uk', 'FOO.CO.UK', 'foo.com.mx', 'foo.co.in', 'foo.ac.in', 'foo.co.nz', 'foo.com.au'],
  ...['foo.us', 'foo.ca', 'foo.au', 'foo.pr', 'foo.nz', 'foo.mx', 'foo.in', 'foo.uk', 'foo.fr', 'foo.it', 'FOO.IT'],
  ...[
    'foo.de',
    'x.dev',
    'x.shop',
    'foo.io',
    'foo.ai',
    'foo.eu',
    'café.fr',
    'MyGrill.it',
    'grill2024.in',
    'foo.it/menu',
  ],
  ...["foo.uk's menu", '(foo.it)', 'foo.us.', 'info@grill.fr', 'grill.com.We cook'],
];

const PROSE = [
  ...['We open at 9.in summer', 'it.in', 'St.in town', 'come in.us too', 'great food.It is', 'come in.In summer'],
  ...["food.it's good", 'menú.frío', 'packing house.Shop here', 'shipping.UK customers', 'Oakland.CA', '10.us dollars'],
  ...['9 p.m.in summer', 'the U.S.it', 'e.g.it', 'a.k.a. the grill', 'great.Wednesday', 'buono.Io sono', 'No. 1.5'],
];

const NUMBERS = [
  ...['(650) 555-0100', '650-555-0100', '650.555.0100', '650 555 0100', '6505550100', '1 (650) 555-0100', '555-0100'],
  ...['+1 650 555 0100', '1-650-555-0100', '650-555-2010', '+44 20 7946 0122', '+44 (0)20 7946 0122', '020 7946 0122'],
  ...['(020) 7946 0122', '(01632) 960123', '0161 496 0123', '020 1998 2005', '+44 20 1998 2005', '07700 900123'],
  ...['01 23 45 67 89', '01.23.45.67.89', '06-12-34-56-78', '06 1234 5678', '02 1234567', '333 123 4567', '055 123456'],
  ...['55 1234 5678', '(55) 1234 5678', '98765 43210', '011-23456789', '022 2345 6789', '(02) 9123 4567'],
  ...['0412 345 678', '1300 123 456', '09 123 4567', '021 123 456', '0800 123 456', '2019-2024 020 7946 0122'],
];

const FIGURES = [
  ...['since 1998-2005', '2019-2024', 'from 2010 2011 2012', 'the top 10 1998 2005', 'May 12 2010-2012', '1998.2005'],
  ...['2019-2024 100 seats', '12.05.2024-15.05.2024', 'since 01.05.1998 9 rooms', 'since 1998 9-17 10-14'],
  ...['9:00-17:30', '9.00-12.30 14.00-18.30', '9-12 14-18 20-22', '0900-1400 1600-2000', '10.50 12.50 15.00'],
  ...['$500-2000', '€ 12.50 in 2010 2011', '10,000 feet', '100-2000 guests', '1000-2000 guests', 'CA 94103-1234'],
];

describe('A description of a business', () => {
  it.each([
    ['a URL', URLS, ['URL']],
    ['no URL', PROSE, []],
    ['a phone number', NUMBERS, ['phone number']],
    ['no phone number', FIGURES, []],
  ])('has %s in each of these', (_, texts, expected) => {
    for (const text of texts) {
      expect([text, problems(`word ${text}`)]).toEqual([text, expected]);
      expect([text, problems(`word ${text} word`)]).toEqual([text, expected]);
    }
  });

  const digits = (least: number, most = least) => fc.stringMatching(new RegExp(`^[0-9]{${least},${most}}$`));
  const word = fc.stringMatching(/^[A-Z]?[a-z]{1,9}$/);
  const year = fc.integer({ min: 1500, max: 2099 }).map(String);
  const rangeOf = (each: fc.Arbitrary<string>) => fc.tuple(each, each).map((pair) => pair.join('-'));
  const hour = fc.tuple(fc.nat(24), fc.nat(59)).map(([hours, minutes]) => [hours, `${minutes}`.padStart(2, '0')]);
  const colons = hour.map((parts) => parts.join(':'));
  const dots = hour.map((parts) => parts.join('.'));
  const price = fc.tuple(fc.nat(9999), digits(2)).map((parts) => parts.join('.'));
  const amount = fc.nat(999_999).map((each) => `$${each}`);

  it('is not refused for years, hours, prices and words', () => {
    const years = fc.array(year, { minLength: 1, maxLength: 4 }).map((each) => each.join(' '));
    const figures = [rangeOf(year), colons, rangeOf(colons), dots, rangeOf(dots), price, rangeOf(price), amount];
    const parts = fc.oneof(
      word,
      fc.tuple(fc.oneof(years, ...figures), word).map((each) => each.join(' ')),
    );
    const clauses = fc.array(parts, { minLength: 1, maxLength: 8 }).map((each) => each.join(' '));
    // A sentence begins with a capital, with or without a blank before it.
    const sentences = fc.array(fc.tuple(fc.constantFrom('. A', '.A', ', ', '; '), clauses), { maxLength: 4 });
    fc.assert(
      fc.property(sentences, (each) => {
        expect(problems(each.flat().join('').slice(0, 750))).toEqual([]);
      }),
    );
  });

  it('is refused for each number in a usual form, within words', () => {
    const grouped = (head: string, ...sizes: readonly number[]) =>
      fc
        .tuple(fc.constantFrom(' ', '-', '.'), ...sizes.map((size) => digits(size)))
        .map(([gap, ...groups]) => [head, ...groups].filter((group) => group !== '').join(gap));
    const forms = [
      ...[grouped('', 3, 3, 4), grouped('1', 3, 3, 4), grouped('+1', 3, 3, 4), grouped('', 10)],
      ...[grouped('020', 4, 4), grouped('0161', 3, 4), grouped('01632', 6), grouped('+44', 2, 4, 4)],
      ...[grouped('02', 4, 4), grouped('0412', 3, 3), grouped('09', 3, 4), grouped('06', 7), grouped('055', 6)],
      ...[grouped('', 5, 5), grouped('011', 8), grouped('+52', 2, 4, 4), grouped('01', 2, 2, 2, 2)],
      digits(4).map((each) => `555-${each}`),
    ];
    fc.assert(
      fc.property(word, fc.oneof(...forms), word, (before, number, after) => {
        expect(problems(`${before} ${number} ${after}`)).toContain('phone number');
      }),
    );
  });

  it('is searched in a time that grows with its length', () => {
    // The processor's time: others may have it meanwhile.
    const start = process.threadCpuUsage();
    for (const part of ['a', '0', '1 ', '1.', '1-', '(', 'a.', 'A-', '9.30-', '2010 ', '0900-1700 ', '$1', '+1', '.in'])
      for (let times = 0; times < 10; times++) problems(part.repeat(750 / part.length));
    expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
  });
});
