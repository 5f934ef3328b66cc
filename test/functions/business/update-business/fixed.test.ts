import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, openWorld, put, stored } from './support.ts';

beforeAll(openWorld);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const A = '04/01/2026';
const B = '05/01/2026';
const PAST = '03/01/2026';
const soon = (openingSoonDate: string) => ({ businessStatus: 'Opening Soon', openingSoonDate });
const soonBy = (reopenDate: string) => ({ businessStatus: 'Opening Soon', reopenDate });
const closed = (reopenDate: string) => ({ businessStatus: 'Temporarily Closed', reopenDate });

/** What is stored, what is sent, and the code of the answer (0: accepted) of a fixed listing. */
const FIXED: readonly [object, object, number][] = [
  [{ businessStatus: 'Open' }, {}, 0],
  [{ businessStatus: 'Open' }, { businessStatus: 'Open' }, 0],
  [{ businessStatus: 'Open' }, { businessStatus: 'Open', openedOnDate: '01/01/2020' }, 0],
  [{ businessStatus: 'Open' }, { businessStatus: 'Open', reopenDate: A }, 0],
  [{ businessStatus: 'Open' }, { openingSoonDate: '', reopenDate: null }, 0],
  [{ businessStatus: 'Open' }, { businessStatus: 'Permanently Closed' }, 2511],
  [{ businessStatus: 'Open' }, { businessStatus: '' }, 2511],
  [{ businessStatus: 'Open' }, soon(A), 2511],
  [{}, { businessStatus: 'Open' }, 2511],
  [{}, { businessStatus: '' }, 0],
  [soon(A), soon(A), 0],
  [soon(A), {}, 0],
  [soon(A), soon(B), 2512],
  [soon(A), soonBy(A), 0],
  // A stored opening-soon date stays: a reopen date next to it is one of its own.
  [soon(A), soonBy(B), 0],
  [soon(A), { openingSoonDate: '' }, 2512],
  [soon(A), { openingSoonDate: '', reopenDate: A, businessStatus: 'Opening Soon' }, 0],
  [soon(A), { openingSoonDate: '', reopenDate: B, businessStatus: 'Opening Soon' }, 2512],
  [soon(A), { reopenDate: '' }, 0],
  [soon(A), { ...soon(PAST) }, 2517],
  [closed(A), closed(A), 0],
  [closed(A), closed(B), 0],
  [closed(A), { businessStatus: 'Temporarily Closed' }, 0],
  [closed(A), soonBy(A), 2511],
];

describe('a fixed listing keeps its status and its opening-soon date', () => {
  for (const [before, fields, code] of FIXED) {
    it(`answers ${JSON.stringify(fields)} on ${JSON.stringify(before)} with ${code || 200}`, async () => {
      const id = await newBusiness(before, { listingFixed: true });
      const kept = await stored(id);
      const answer = await put(id, { ...fields, alias: 'changed' });
      if (!code) return expect(answer).toMatchObject({ status: 200, body: { alias: 'changed' } });
      expect(bare(answer)).toEqual(refusal(code));
      expect(await stored(id)).toEqual(kept);
    });
  }

  it('lets the same updates through while the listing is not fixed', async () => {
    const statuses = [soon(A), soon(B), soonBy(B), closed(A), soonBy(B), { businessStatus: '' }];
    const id = await newBusiness(soon(A));
    for (const fields of statuses) expect(await put(id, fields)).toMatchObject({ status: 200 });
  });
});

const CATEGORIES: readonly [string, object, object, object][] = [
  [
    'gamma primary',
    { gammaListing: { primaryCategoryGamma: 'Bar' } },
    { gammaListing: { primaryCategoryGamma: 'BAR' } },
    { gammaListing: { primaryCategoryGamma: 'Pub' } },
  ],
  [
    'gamma',
    { gammaListing: { categories: 'Bar, Pub' } },
    { gammaListing: { categories: ['bar', 'pub'] } },
    { gammaListing: { categories: 'Bar' } },
  ],
  [
    'beta',
    { betaListing: { category: 'Bar' } },
    { betaListing: { category1: 'Bar' } },
    { betaListing: { category: '' } },
  ],
  [
    'alpha primary',
    { alphaListing: { primaryCategoryAlpha: 'Bar' } },
    { alphaListing: { primaryCategoryAlpha: ' bar ' } },
    { alphaListing: null },
  ],
  [
    'additional alpha',
    { alphaListing: { additionalCategory: 'Bar' } },
    { alphaListing: { additionalCategory: 'Bar' } },
    { alphaListing: { additionalCategory: 'Bar,Pub' } },
  ],
];

describe('third-party categories while the business is Opening Soon (2519)', () => {
  for (const [what, before, same, other] of CATEGORIES) {
    it(`keeps the ${what} categories that are stored`, async () => {
      const id = await newBusiness({ ...soon(A), ...before });
      expect(await put(id, same)).toMatchObject({ status: 200 });
      expect(await put(id, { ...soon(B), ...same })).toMatchObject({ status: 200 });
      expect(bare(await put(id, other))).toEqual(refusal(2519));
      expect(bare(await put(id, { ...soon(A), ...other }))).toEqual(refusal(2519));
    });

    it(`lets the ${what} categories change once the status does, and while none is stored`, async () => {
      const id = await newBusiness({ ...soon(A), ...before });
      expect(await put(id, { businessStatus: 'Open', ...other })).toMatchObject({ status: 200 });
      expect(await put(await newBusiness(soon(A)), before)).toMatchObject({ status: 200 });
    });

    it(`refuses to change the ${what} categories with the status Opening Soon itself`, async () => {
      const id = await newBusiness(before);
      expect(bare(await put(id, { ...soon(A), ...other }))).toEqual(refusal(2519));
      expect(await put(id, { ...soon(A), ...same })).toMatchObject({ status: 200 });
    });
  }

  it('does not hold for internal categories', async () => {
    const id = await newBusiness({ ...soon(A), internalListing: { category: 'Bar', subcategory: 'Pub' } });
    const { status, body } = await put(id, { internalListing: { category: 'Hotel', subcategory: 'Spa' } });
    expect([status, body.categoryList]).toEqual([200, ['Hotel', 'Spa']]);
  });
});
