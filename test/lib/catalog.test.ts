import { describe, expect, it } from 'vitest';
import businessCategories from '../../lib/catalog/business-categories.json' with { type: 'json' };
import type { Category } from '../../lib/catalog/categories.ts';
import { findCategory, businessCategories as joined } from '../../lib/catalog/categories.ts';
import { countryName } from '../../lib/catalog/country-names.ts';
import mapsCategoriesFile from '../../lib/catalog/maps-categories.json' with { type: 'json' };
import type { MapsCategory } from '../../lib/catalog/maps-categories.ts';
import { actionLinksOf, findMapsCategory } from '../../lib/catalog/maps-categories.ts';
import reviewSourcesFile from '../../lib/catalog/review-sources.json' with { type: 'json' };
import type { ReviewSource } from '../../lib/catalog/review-sources.ts';
import { findReviewSource } from '../../lib/catalog/review-sources.ts';

const categories: readonly Category[] = businessCategories;
const mapsCategories: readonly MapsCategory[] = mapsCategoriesFile;
const reviewSources: readonly ReviewSource[] = reviewSourcesFile;

/** The entries that occur more than once when read as a look-up reads them. */
const repeated = (values: readonly string[]): string[] => {
  const keys = values.map((value) => value.trim().toLowerCase());
  return keys.filter((key, index) => keys.indexOf(key) !== index);
};

describe('business categories', () => {
  it('are, of both parts, what the file has', () => {
    expect(joined).toEqual(businessCategories);
  });

  it('have ids and names that are unique without case', () => {
    expect(repeated(categories.map(({ id }) => id))).toEqual([]);
    expect(repeated(categories.map(({ name }) => name))).toEqual([]);
  });

  it('have names that survive a comma-separated list', () => {
    expect(categories.filter(({ name }) => name !== name.trim() || name === '' || name.includes(','))).toEqual([]);
  });

  it('name only maps categories that the maps catalogue holds', () => {
    const unknown = categories.filter(
      ({ mapsCategoryId }) => mapsCategoryId !== undefined && actionLinksOf(mapsCategoryId) === undefined,
    );
    expect(unknown).toEqual([]);
  });

  it.each([
    ['Restaurant', true, 'restaurant'],
    ['Coffee shop', true, 'cafe'],
    ['Bar', true, 'bar'],
    ['Hotel', false, 'hotel'],
    ['Dentist', false, 'dentist'],
    ['Hair salon', false, 'beauty'],
    ['Parking garage', false, 'parking'],
  ])('hold %s', (name, servesFood, mapsCategoryId) => {
    const category = findCategory(name);
    expect(category?.name).toBe(name);
    expect(category?.servesFood ?? false).toBe(servesFood);
    expect(category?.mapsCategoryId).toBe(mapsCategoryId);
  });

  it('are found trimmed and without case', () => {
    expect(findCategory('  cOFFEE Shop\t')).toBe(findCategory('Coffee shop'));
    expect(findCategory('Coffee shop')?.id).toBe('coffee_shop');
  });

  it.each(['', 'Coffee', '__proto__', 'constructor', 'toString'])('do not hold %j', (name) => {
    expect(findCategory(name)).toBeUndefined();
  });
});

describe('maps categories', () => {
  it('have unique ids', () => {
    expect(repeated(mapsCategories.map(({ id }) => id))).toEqual([]);
  });

  it.each(mapsCategories)('$id has labelled links with dotted ids, each once', ({ id: category }) => {
    const actionLinks = actionLinksOf(category) ?? [];
    expect(actionLinks.length).toBeGreaterThan(0);
    expect(repeated(actionLinks.map(({ id }) => id))).toEqual([]);
    for (const { id, name } of actionLinks) {
      expect(id).toMatch(/^[a-z0-9_]+(\.[a-z0-9_]+)+$/);
      expect(name.trim()).not.toBe('');
    }
  });

  it.each(['restaurant', 'cafe', 'hotel', 'parking'])('hold %s', (id) => {
    expect(actionLinksOf(id)).toBe(mapsCategories.find((entry) => entry.id === id)?.actionLinks);
    expect(actionLinksOf(id)).toBeDefined();
  });

  it('are found by id, or by name without case', () => {
    expect(findMapsCategory('italian_restaurant')?.parent).toBe('restaurant');
    expect(findMapsCategory(' ITALIAN restaurant ')).toBe(findMapsCategory('italian_restaurant'));
    expect(actionLinksOf('italian_restaurant')).toBe(actionLinksOf('restaurant'));
    expect(['', 'Italian', 'x'.repeat(100_000), '__proto__'].map(findMapsCategory)).toEqual(Array(4).fill(undefined));
  });

  it.each(['', 'Restaurant', ' restaurant', '__proto__', 'constructor'])('do not hold %j', (id) => {
    expect(actionLinksOf(id)).toBeUndefined();
  });
});

describe('review sources', () => {
  it('have unique aliases and source ids', () => {
    expect(repeated(reviewSources.map(({ alias }) => alias))).toEqual([]);
    expect(repeated(reviewSources.map(({ sourceId }) => String(sourceId)))).toEqual([]);
  });

  it.each(reviewSources)('$alias has colours, https links and a safe id', (source) => {
    expect(source.backGroundColor).toMatch(/^#[0-9A-F]{6}$/i);
    expect(source.textColor).toMatch(/^#[0-9A-F]{6}$/i);
    expect(new URL(source.thumbnailUrl).protocol).toBe('https:');
    expect(new URL(source.reviewFormUrl).protocol).toBe('https:');
    expect(Number.isSafeInteger(source.sourceId)).toBe(true);
    expect(source.sourceName.trim()).not.toBe('');
  });

  it.each(['alpha', 'beta', 'gamma', 'maps'])('hold %s, found trimmed and without case', (alias) => {
    expect(findReviewSource(alias)?.alias).toBe(alias);
    expect(findReviewSource(` ${alias.toUpperCase()} `)).toBe(findReviewSource(alias));
  });

  it.each(['', 'alph', '__proto__', 'constructor'])('do not hold %j', (alias) => {
    expect(findReviewSource(alias)).toBeUndefined();
  });
});

describe('country names', () => {
  it('are there for every code that has one', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    const unnamed = codes.filter((code) => names.of(code) !== undefined && countryName(code) === '');
    // Names of no country: the outlying and the unknown region, pseudo-locales, the European Union and others.
    expect(unnamed).toEqual(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
    expect(['US', 'GB', 'DE', 'JP', 'xx', 'QQ', ''].map(countryName)).toEqual([
      'United States',
      'United Kingdom',
      'Germany',
      'Japan',
      '',
      '',
      '',
    ]);
  });
});
