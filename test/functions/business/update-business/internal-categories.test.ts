import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);

describe('the internal categories as clients send them', () => {
  const before = {
    internalListing: { category: 'Bar', subcategory: 'Pub', description: 'Old', displayCategory: 'Pub' },
  };

  for (const blank of [
    { category: '', subcategory: '' },
    { category: null, subcategory: [] },
    { subcategory1: '', subcategory2: '' },
    { category: 'null' },
  ]) {
    it(`keeps them where ${JSON.stringify(blank)} is sent, and clears other blank fields`, async () => {
      const id = await newBusiness(before);
      const { body } = await put(id, { internalListing: { ...blank, description: '', displayCategory: '' } });
      expect(body).toMatchObject({ categoryList: ['Bar', 'Pub'], description: '' });
      expect(await stored(id)).not.toHaveProperty(['internalListing.displayCategory']);
    });
  }

  for (const blank of [null, '', 'null']) {
    it(`clears them where the whole listing is sent as ${JSON.stringify(blank)}`, async () => {
      const id = await newBusiness(before);
      expect((await put(id, { internalListing: blank })).body).toMatchObject({ categoryList: [], description: '' });
      expect(Object.keys(await stored(id)).filter((path) => path.startsWith('internalListing'))).toEqual([]);
    });
  }

  it('remove a stored display category that is none of them any more', async () => {
    const change = { category: 'Hotel', subcategory: 'Spa' };
    const id = await newBusiness(before);
    expect((await put(id, { internalListing: change })).status).toBe(200);
    expect(await stored(id)).not.toHaveProperty(['internalListing.displayCategory']);
    const other = await newBusiness(before);
    expect((await put(other, { internalListing: { category: 'Hotel', subcategory: 'Pub' } })).status).toBe(200);
    expect(await stored(other)).toMatchObject({ 'internalListing.displayCategory': 'Pub' });
  });

  for (const [listing, answer] of [
    [{ category: 'Bar' }, refusal(400, 'internalListing.subcategory is required')],
    [{ category: 'Bar', subcategory: '' }, refusal(400, 'internalListing.subcategory is required')],
    [{ subcategory: 'Pub' }, refusal(400, 'internalListing.category is required')],
    [{ category: 'Dragon keeper' }, refusal(1190)],
    [{ subcategory: 'Dragon keeper' }, refusal(1190)],
    [
      { category: 'Bar', subcategory: 'Pub', displayCategory: 'Cafe' },
      refusal(400, 'internalListing.displayCategory must be the category or a subcategory'),
    ],
    [
      { displayCategory: 'Cafe' },
      refusal(400, 'internalListing.displayCategory must be the category or a subcategory'),
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(listing)}`, async () => {
      expect(bare(await put(await newBusiness(before), { internalListing: listing }))).toEqual(answer);
    });
  }

  it.each([
    [{ category: '', subcategory: 'Pub', description: '' }, '/internalListing/category'],
    [{ category: 'Bar' }, '/internalListing/subcategory'],
  ])('names which of the two is missing: %j', async (internalListing, pointer) => {
    const headers = { accept: 'application/problem+json' };
    const { body } = await put(await newBusiness(before), { internalListing }, { headers });
    expect(body.errors.map((each: { pointer: string }) => each.pointer)).toEqual([pointer]);
  });

  it('takes a display category that is among them, without case', async () => {
    const id = await newBusiness(before);
    for (const displayCategory of ['bar', 'PUB']) {
      expect((await put(id, { internalListing: { displayCategory } })).status).toBe(200);
    }
  });
});
