/** Get category list: what filters leave, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { categoryList as listOf } from '../../../lib/catalog/category-lists.ts';
import { CATALOGUE_COUNTRIES } from '../../../lib/catalog/countries.ts';
import { answerOf } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { categories, namesIn, openCatalogueWorld } from './catalogue-support.ts';

beforeAll(openCatalogueWorld);

interface Named {
  readonly id: string;
  readonly name: string;
}

describe('Get category list', () => {
  const everywhere = (sourceName: string) =>
    Promise.all(CATALOGUE_COUNTRIES.map((countryCode) => categories(101, { sourceName, countryCode })));

  it.each([
    ['ALPHA', 400],
    ['MAPS', 400],
    ['VENDOR', 400],
    ['BETA', 100],
    ['GAMMA', 100],
    ['HEALTHCARE', 100],
  ])('has %s with at least %i in every country, each once and in order', async (sourceName, least) => {
    for (const answer of await everywhere(sourceName)) {
      expect(answer.status).toBe(200);
      const rows: Named[] = answer.body;
      expect(rows.length).toBeGreaterThanOrEqual(least);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const names = rows.map(({ name }) => name.toLowerCase());
      expect(new Set(names).size).toBe(rows.length);
      expect(names).toEqual(names.toSorted());
      const isBoolean = (row: object) => 'primary' in row && typeof row.primary === 'boolean';
      expect(rows.filter((row) => isBoolean(row) !== (sourceName === 'VENDOR'))).toEqual([]);
    }
  });

  it('distinguishes primary categories of our own page from the others', async () => {
    const { body } = await categories(101, { sourceName: 'VENDOR', countryCode: 'US' });
    const primaryOf = (id: string) => body.find((row: Named) => row.id === id)?.primary;
    expect([primaryOf('restaurant'), primaryOf('steak_house')]).toEqual([true, false]);
  });

  it.each([
    ['Dhaba', 'IN'],
    ['Bottle shop', 'AU,NZ'],
    ['Bail bonds service', 'US,PR'],
    ['Casino', 'US,CA,AU,PR,NZ,MX,UK,FR,IT'],
    ['Bakery', CATALOGUE_COUNTRIES.join(',')],
  ])('offers %s in %s', async (name, countries) => {
    const answers = await everywhere('ALPHA');
    const offered = CATALOGUE_COUNTRIES.filter((_, index) => namesIn(answers[index]!).includes(name));
    expect(offered.join(',')).toBe(countries);
  });

  it('reads source and country without case, and GB as UK', async () => {
    const { body } = await categories(101, { sourceName: 'GAMMA', countryCode: 'UK' });
    for (const countryCode of ['uk', ' GB ', 'gb']) {
      expect((await categories(101, { sourceName: ' gamma', countryCode })).body).toEqual(body);
    }
  });

  it('searches names without case and accents, and pages what is found', async () => {
    const query = { sourceName: 'ALPHA', countryCode: 'US' };
    const found = namesIn(await categories(101, { ...query, searchStr: ' PIZZÁ ' }));
    expect(found).toEqual(['Pizza delivery service', 'Pizza restaurant']);
    expect(namesIn(await categories(101, { ...query, searchStr: 'pizza', sindex: '1' }))).toEqual(found.slice(1));
    expect(namesIn(await categories(101, { ...query, searchStr: 'pizza', count: '1' }))).toEqual(found.slice(0, 1));
    for (const searchStr of ['no such trade', '\u0301'])
      expect(namesIn(await categories(101, { ...query, searchStr }))).toEqual([]);
    const all = namesIn(await categories(101, query));
    expect(namesIn(await categories(101, { ...query, searchStr: '' }))).toEqual(all);
    expect(namesIn(await categories(101, { ...query, sindex: '10', count: '5' }))).toEqual(all.slice(10, 15));
    // Without a count, all that are left.
    expect(namesIn(await categories(101, { ...query, sindex: '10' }))).toEqual(all.slice(10));
    expect(namesIn(await categories(101, { ...query, sindex: '90000' }))).toEqual([]);
  });

  const SOURCES = 'sourceName must be one of ALPHA, BETA, GAMMA, MAPS, VENDOR, HEALTHCARE';
  const COUNTRIES = 'countryCode must be one of US, CA, AU, PR, NZ, MX, IN, UK, FR, IT, GB';
  it.each([
    [{}, 'sourceName is required'],
    [{ countryCode: 'US' }, 'sourceName is required'],
    [{ sourceName: ' ', countryCode: 'US' }, 'sourceName is required'],
    [{ sourceName: 'ALPHA' }, 'countryCode is required'],
    [{ sourceName: 'DELTA', countryCode: 'US' }, SOURCES],
    [{ sourceName: 'ALPHA', countryCode: 'DE' }, COUNTRIES],
    [{ sourceName: 'ALPHA', countryCode: 'constructor' }, COUNTRIES],
    [{ sourceName: 'ALPHA', countryCode: 'US', sindex: '-1' }, 'sindex must be a whole number from 0'],
    [{ sourceName: 'ALPHA', countryCode: 'US', count: '0' }, 'count must be a whole number from 1'],
  ])('refuses %j', async (query, message) => {
    expect(await answerOf(categories(101, query as Record<string, string>))).toEqual(refused(400, 400, message));
    // Ahead of what is addressed.
    expect(await answerOf(categories(999, query as Record<string, string>))).toEqual(refused(400, 400, message));
  });

  it('refuses a window that is too deep', async () => {
    const { status, body } = await categories(101, {
      sourceName: 'BETA',
      countryCode: 'US',
      sindex: '99999',
      count: '2',
    });
    expect([status, body.code]).toEqual([400, 2348]);
  });

  it('makes an answer once, and keeps it', () => {
    expect(listOf('MAPS', 'IT')).toBe(listOf('MAPS', 'IT'));
    expect(listOf('MAPS', 'IT')).not.toBe(listOf('MAPS', 'IN'));
  });
});
