import { beforeAll, describe, expect, it } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);

const each = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const DISJOINT: readonly object[] = [
  { name: 'Name' },
  { alias: 'Alias' },
  { fax: '(650) 555-0199' },
  { websiteUrl: 'shop.example' },
  { establishedYear: 1999 },
  { languages: ['Dutch'] },
  { working24x7: 1 },
  { businessStatus: 'Open' },
  { keywords: 'k' },
  { products: 'p' },
  { payment: 'Cash' },
  { covidInfo: { postDescription: 'd' } },
  { covidInfo: { virtualCareLink: 'v.example' } },
  { gammaListing: { gammaDescription: 'g' } },
  { betaListing: { betaDescription: 'b' } },
  { alphaListing: { alphaDescription: 'a' } },
  { alphaListing: { alphaStoreId: 's' } },
  { socialProfileURLs: { betaUrl: 'b.example' } },
  { socialProfileURLs: { videoUrl: 'v.example' } },
  { isSEOEnabled: false },
];

describe('updates of one business at once', () => {
  it('all land where they change different fields', async () => {
    const id = await newBusiness();
    const answers = await Promise.all(DISJOINT.map((fields) => put(id, fields)));
    expect(answers.map(({ status }) => status)).toEqual(DISJOINT.map(() => 200));
    expect(await stored(id)).toMatchObject({
      name: 'Name',
      payment: 'Cash',
      'covidInfo.postDescription': 'd',
      'covidInfo.virtualCareLink': 'v.example',
      'alphaListing.alphaDescription': 'a',
      'alphaListing.alphaStoreId': 's',
      'socialProfileURLs.betaUrl': 'b.example',
      'socialProfileURLs.videoUrl': 'v.example',
      isSEOEnabled: false,
    });
    expect(Object.keys(await stored(id))).toHaveLength(DISJOINT.length + 3);
  });

  it('land whole or answer 409 where their rules read the record', async () => {
    const id = await newBusiness();
    const answers = await Promise.all(
      each(24, (index) =>
        put(id, {
          alias: `${index}`,
          alphaListing: {
            primaryCategoryAlpha: `P${index}`,
            additionalCategory: [`A${index}`],
            attributes: { last: index, [`of${index}`]: 1 },
          },
        }),
      ),
    );
    const landed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(landed.length).toBeGreaterThan(0);
    for (const answer of refused) expect(bare(answer)).toEqual(refusal(409));
    const last = await stored(id);
    const { alias } = last;
    expect(last).toMatchObject({
      'alphaListing.primaryCategoryAlpha': `P${alias}`,
      'alphaListing.additionalCategory': [`A${alias}`],
    });
    // Attributes merge: each update that landed is in them, and none that was refused.
    const { last: lastOne, ...marks } = last['alphaListing.attributes'] as Record<string, number>;
    expect(String(lastOne)).toBe(alias);
    expect(Object.keys(marks).sort()).toEqual(landed.map(({ body }) => `of${body.alias}`).sort());
  });

  it('never leave the primary category among the additional ones', async () => {
    const id = await newBusiness();
    for (let round = 0; round < 10; round++) {
      const before = await put(id, { alphaListing: { primaryCategoryAlpha: 'Spa', additionalCategory: 'Gym' } });
      expect(before.status).toBe(200);
      const answers = await Promise.all([
        put(id, { alphaListing: { primaryCategoryAlpha: 'Hotel' } }),
        put(id, { alphaListing: { additionalCategory: 'Hotel' } }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it('never change a status and a category that exclude each other', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await newBusiness({ businessStatus: 'Open', gammaListing: { categories: 'Bar' } });
      const day = new Date(Date.now() + 30 * 86_400_000).toISOString();
      const openingSoonDate = `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;
      const [soon, category] = await Promise.all([
        put(id, { businessStatus: 'Opening Soon', openingSoonDate }),
        put(id, { gammaListing: { categories: 'Pub' } }),
      ]);
      expect(soon.status).toBe(200);
      expect([200, 400]).toContain(category.status);
      expect((await stored(id))['gammaListing.categories']).toEqual(category.status === 200 ? ['Pub'] : ['Bar']);
    }
  });

  it('still land plainly next to others whose rules read the record', async () => {
    const id = await newBusiness();
    const answers = await Promise.all(
      each(20, (index) =>
        put(id, index % 2 ? { alphaListing: { additionalCategory: [`A${index}`] } } : (DISJOINT[index] as object)),
      ),
    );
    for (const [index, { status }] of answers.entries()) expect(index % 2 ? [200, 409] : [200]).toContain(status);
  });
});
