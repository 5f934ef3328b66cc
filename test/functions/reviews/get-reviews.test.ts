/** Get reviews and review summary: what narrows, the order, pages, and what is refused. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler as getReviews } from '../../../functions/reviews/get-reviews.ts';
import { handler as reviewSummary } from '../../../functions/reviews/review-summary.ts';
import { chunksOf, withConcurrency } from '../../../lib/dynamodb/client/concurrency.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { reviewItem } from '../../../lib/reviews/repository/review.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { bring, openWorld } from '../../support/opened-world.ts';
import { recount } from '../insight/support.ts';

let table: OpenTable;

const DAY = 24 * 3600 * 1000;
const SOURCES = ['alpha', 'beta', 'maps'];
const WORDS = ['Great', 'coffee', 'ÉCLAIR', 'slow', 'service'];
const START = Date.UTC(2025, 0, 1);

/** So many reviews of three locations, none of two moments alike. */
const all = Array.from({ length: 90 }, (_, index) => ({
  type: 'review',
  businessNumber: 101 + (index % 3),
  reviewId: `r${index}`,
  sourceAlias: SOURCES[index % SOURCES.length === 0 ? 0 : index % 2]!,
  rating: [5, 4.5, 3, 0, 1][index % 5]!,
  comments: `${WORDS[index % 5]} ${WORDS[(index * 3) % 5]}`,
  title: index % 4 === 0 ? `Title ${WORDS[index % 3]}` : undefined,
  reviewer: { firstName: `First${index}`, lastName: 'Last' },
  reviewDate: new Date(START + index * 17 * 3600 * 1000).toISOString(),
  tags: index % 6 === 0 ? ['Lunch', 'patio'] : undefined,
}));

beforeAll(async () => {
  table = await openWorld();
  await bring(all);
  await bring([
    {
      type: 'review',
      businessNumber: 151,
      reviewId: 'other',
      sourceAlias: 'alpha',
      rating: 1,
      reviewDate: '2025-01-01',
    },
    {
      type: 'review',
      businessNumber: 201,
      reviewId: 'theirs',
      sourceAlias: 'alpha',
      rating: 1,
      reviewDate: '2025-01-01',
    },
  ]);
  await recount(table);
});

const ask = (businessId: number | string, body: object = {}, query: Record<string, string> = {}) =>
  call(getReviews, { path: { businessId: String(businessId) }, query: { sindex: '0', count: '1000', ...query }, body });
const idsOf = async (businessId: number, body: object = {}, query: Record<string, string> = {}) => {
  const answer = await ask(businessId, body, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { reviewId: string }[]).map(({ reviewId }) => reviewId);
};

const shown = (at: number) => {
  const [month, day, year] = [...new Date(at).toISOString().slice(0, 10).split('-')].map(
    (_, index, parts) => parts[[1, 2, 0][index]!],
  );
  return `${month}/${day}/${year}`;
};
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

describe('Reviews', () => {
  it('of a location and of an account, the newest first', async () => {
    const newest = all.toReversed();
    expect(await idsOf(100)).toEqual(newest.map(({ reviewId }) => reviewId));
    const of = (number: number) =>
      newest.filter((each) => each.businessNumber === number).map(({ reviewId }) => reviewId);
    expect(await idsOf(102)).toEqual(of(102));
    expect(await idsOf(104)).toEqual([]);
    expect(await idsOf(150)).toEqual(['other']);
  });

  it('are what a plain model has, whatever narrows', async () => {
    const choice = fc.record(
      {
        fromDate: fc.nat(70).map((day) => START + day * DAY),
        length: fc.nat(60),
        sources: fc.subarray(['ALPHA', ' beta ', 'maps', 'gamma']),
        ratings: fc.subarray([5, 4.5, 3, 0, 2]),
        words: fc.array(fc.constantFrom(...WORDS, 'eclair', 'first7', 'xyz', 'tit'), { maxLength: 3 }),
        subBusinessIds: fc.subarray([101, 102, 103, 104]),
        tags: fc.subarray(['lunch', 'PATIO', 'none']),
        place: fc.constantFrom(100, 101, 103),
        sindex: fc.nat(20),
        count: fc.integer({ min: 1, max: 40 }),
      },
      { requiredKeys: ['place', 'sindex', 'count'] },
    );
    await fc.assert(
      fc.asyncProperty(choice, async ({ place, sindex, count, fromDate, length, words, ...body }) => {
        const until = fromDate !== undefined && length !== undefined ? fromDate + length * DAY : undefined;
        const { sources = [], ratings = [], subBusinessIds = [], tags = [] } = body;
        const isIn = <T>(some: readonly T[], value: T) => some.length === 0 || some.includes(value);
        const expected = all
          .toReversed()
          .filter((each) => place === 100 || each.businessNumber === place)
          .filter((each) => isIn(subBusinessIds, each.businessNumber) && isIn(ratings, each.rating))
          .filter((each) =>
            isIn(
              sources.map((alias) => alias.trim().toLowerCase()),
              each.sourceAlias,
            ),
          )
          .filter((each) => fromDate === undefined || Date.parse(each.reviewDate) >= fromDate)
          .filter((each) => until === undefined || Date.parse(each.reviewDate) < until)
          .filter(({ title = '', comments, reviewer: { firstName, lastName } }) =>
            (words ?? []).every((word) => fold(`${title} ${comments} ${firstName} ${lastName}`).includes(fold(word))),
          )
          .filter(
            (each) => tags.length === 0 || (each.tags ?? []).some((tag) => tags.some((one) => fold(one) === fold(tag))),
          )
          .slice(sindex, sindex + count)
          .map(({ reviewId }) => reviewId);
        const sent = {
          ...body,
          ...(fromDate !== undefined && { fromDate: shown(fromDate) }),
          ...(until !== undefined && { toDate: shown(until) }),
          ...(words && { searchStr: words.join('  ') }),
        };
        expect(await idsOf(place, sent, { sindex: String(sindex), count: String(count) })).toEqual(expected);
      }),
      { numRuns: runs(30, 600) },
    );
  }, 300_000);

  it('are answered whole, with empty texts where nothing is known', async () => {
    const [first] = (await ask(101, {}, { count: '1', sindex: '29' })).body;
    expect(first).toEqual({
      reviewId: 'r0',
      rating: 5,
      sentiment: 0.95,
      comments: 'Great Great',
      title: 'Title Great',
      reviewer: { firstName: 'First0', lastName: 'Last' },
      sourceType: 'alpha',
      reviewUrl: '',
      reviewDate: 'Jan 01, 2025',
      response: '',
      responseDate: '',
      customerId: null,
      businessId: 101,
    });
  });

  it.each([
    ['no sindex', 101, {}, { sindex: '' }, 400, 400],
    ['no count', 101, {}, { count: '' }, 400, 400],
    ['a sindex below 0', 101, {}, { sindex: '-1' }, 400, 400],
    ['a count of 0', 101, {}, { count: '0' }, 400, 400],
    ['a count over 1000', 101, {}, { count: '1001' }, 400, 400],
    ['a window over 100,000', 101, {}, { sindex: '99001' }, 400, 2348],
    ['a from date of another form', 101, { fromDate: '2025-01-01' }, {}, 400, 1186],
    ['a from date that does not exist', 101, { fromDate: '02/29/2025' }, {}, 400, 1186],
    ['a to date of another form', 101, { toDate: '1/1/2025' }, {}, 400, 1187],
    ['a to date that does not exist', 101, { toDate: '13/01/2025' }, {}, 400, 1187],
    ['days backwards', 101, { fromDate: '01/02/2025', toDate: '01/01/2025' }, {}, 400, 20083],
    ['six words', 101, { searchStr: 'a b c d e  f' }, {}, 400, 1244],
    ['a rating over 5', 101, { ratings: [6] }, {}, 400, 400],
    ['an unknown source', 101, { sources: ['nowhere'] }, {}, 400, 400],
    ['nothing that is there', 999, {}, {}, 404, 1011],
    ['another partner’s location', 201, {}, {}, 404, 1011],
    ['what is no number', 'x', {}, {}, 404, 1011],
    ['a location of another account', 100, { subBusinessIds: [101, 151] }, {}, 404, 1011],
    ['another partner’s next to it', 100, { subBusinessIds: [201] }, {}, 404, 1011],
  ] as const)('are refused: %s', async (_, businessId, body, query, status, code) => {
    const answer = await ask(businessId, body, query);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('five words are few enough, and the first violation answers in the order of the fields', async () => {
    expect((await ask(101, { searchStr: ' a b c d  e ' })).status).toBe(200);
    expect((await ask(101, { searchStr: '\u0301' })).body).toEqual([]);
    const both = { searchStr: 'a b c d e f', toDate: 'x', fromDate: 'y' };
    expect((await ask(999, both)).body.code).toBe(1186);
    expect((await ask(100, { subBusinessIds: [101, 151] })).body.message).toContain('151');
  });

  it('of too many to look through are a 400 that says what to do', async () => {
    const many = Array.from({ length: 1900 }, (_, index) =>
      reviewItem('ours', {
        accountNumber: 150,
        businessNumber: 151,
        reviewId: `many-${index}`,
        sourceAlias: 'beta',
        rating: 3,
        reviewDate: new Date(START - index * 60_000).toISOString(),
        comments: index === 1890 ? 'needle' : 'hay',
      }),
    );
    const puts = many.map((Item) => ({ Put: { Item } }));
    await withConcurrency(chunksOf(puts, 100), 4, async (actions) => void (await table.transact(actions)));
    const wide = await ask(151, { searchStr: 'needle' });
    expect([wide.status, wide.body.code]).toEqual([400, 400]);
    expect(wide.body.message).toContain('fromDate');
    expect(await idsOf(151, { searchStr: 'needle', toDate: '12/31/2024' })).toEqual(['many-1890']);
    // Without a word to look for, any page is found.
    expect(await idsOf(151, {}, { sindex: '1890', count: '2' })).toHaveLength(2);
    const deletions = many.map((item) => ({ Delete: { Key: keyOf(item) } }));
    await withConcurrency(chunksOf(deletions, 100), 4, async (actions) => void (await table.transact(actions)));
  });
});

describe('Summaries', () => {
  const summarize = async (businessId: number) =>
    (await call(reviewSummary, { path: { businessId: String(businessId) } })).body;

  it('count by source and by rating, of a location and of an account', async () => {
    for (const number of [100, 102]) {
      const own = all.filter(({ businessNumber }) => number === 100 || businessNumber === number);
      const mean = (some: typeof own) =>
        Math.round((some.reduce((sum, { rating }) => sum + rating, 0) / some.length) * 10) / 10;
      const sources = ['alpha', 'beta', 'maps'].flatMap((alias) => {
        const some = own.filter(({ sourceAlias }) => sourceAlias === alias);
        const sourceName = `${alias[0]!.toUpperCase()}${alias.slice(1)}`;
        return some.length === 0
          ? []
          : [{ sourceName, sourceAlias: alias, avgRating: mean(some), reviewCount: some.length }];
      });
      const ratings = [5, 4.5, 3, 1, 0].map((rating) => ({
        rating,
        reviewCount: own.filter((each) => each.rating === rating).length,
      }));
      expect(await summarize(number)).toEqual({ sources, ratings });
    }
    expect(await summarize(104)).toEqual({ sources: [], ratings: [] });
  });

  it('of what is not there, or not ours, are 1011', async () => {
    for (const number of [999, 201, 0]) expect((await summarize(number)).code).toBe(1011);
  });

  it('are in get business, and in neither its ETag nor its time', async () => {
    const get = (number: number, fields?: string) =>
      call(getBusiness, { path: { businessId: String(number) }, ...(fields && { query: { fields } }) });
    const before = await get(101);
    expect(before.body).toMatchObject({ reviewCount: 30, avgRating: 2.7 });
    expect((await get(100)).body).toMatchObject({ reviewCount: 90, avgRating: 2.7 });
    expect((await get(104)).body).toMatchObject({ reviewCount: 0, avgRating: 0 });
    expect((await get(101, 'name,reviewCount')).body).toEqual({ name: '', reviewCount: 30 });
    await bring([{ ...all[0]!, reviewId: 'more', rating: 5 }]);
    await recount(table);
    const after = await get(101);
    expect(after.body).toEqual({ ...before.body, reviewCount: 31, avgRating: 2.8 });
    expect(after.headers.ETag).toBe(before.headers.ETag);
  });
});
