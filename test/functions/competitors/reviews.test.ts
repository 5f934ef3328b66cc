/** What customers say of competitors: which reviews, in which order, and what they come to. */
import { beforeAll, expect, it } from 'vitest';
import { bring, openWorld } from '../../support/opened-world.ts';
import { deleting, itemsWith, listing, metrics, newAccount, reviews, streamed } from './competitor-requests.ts';

beforeAll(async () => {
  await openWorld();
});

/** A brand with two locations, and one without a brand, with reviews. */
const reviewed = async () => {
  const account = await newAccount();
  const n = account * 10;
  const at = (compAccountId: number, more: object) => ({
    type: 'competitor',
    compAccountId,
    accountNumber: account,
    ...more,
  });
  const review = (compAccountId: number, reviewId: string, rating: number, reviewDate: string, more: object = {}) => ({
    ...{ type: 'competitorReview', compAccountId, reviewId, sourceAlias: 'maps', rating, reviewDate },
    ...more,
  });
  await bring([
    { type: 'competitorBrand', competitorId: n, accountNumber: account, name: 'Brand' },
    at(n + 1, { name: 'One', competitorId: n, businessNumbers: [account + 1] }),
    at(n + 2, { name: 'Two', competitorId: n }),
    at(n + 3, { name: 'Three' }),
    at(n + 4, { name: 'Silent' }),
    review(n + 2, 'b', 4, '2026-03-02', {
      sourceAlias: 'alpha',
      response: 'Thanks',
      reviewer: { firstName: 'Ada', lastName: 'Lovelace' },
    }),
    review(n + 1, 'z', 5, '2026-03-02'),
    review(n + 1, 'a', 2, '2026-03-02', { responseDate: '2026-03-03' }),
    review(n + 3, 'c', 3.5, '2026-01-31T23:59:59Z'),
    review(n + 3, 'd', 4, '2026-02-01', { reviewer: { lastName: 'Xu' } }),
  ]);
  await streamed(
    (await itemsWith(({ type, accountNumber }) => type === 'competitorReview' && accountNumber === account)).map(
      (after) => ({ after }),
    ),
  );
  return { account, n };
};
const ids = ({ body }: { body: { reviewId: string }[] }) => body.map(({ reviewId }) => reviewId).join('');

it('reviews by date in both orders, ties by competitor location and id', async () => {
  const { account, n } = await reviewed();
  expect(ids(await reviews(account))).toBe('azbdc');
  expect(ids(await reviews(account, {}, { sortOrder: '0' }))).toBe('cdazb');
  expect(ids(await reviews(account, {}, { startIndex: '1', pageSize: '2' }))).toBe('zb');
  expect(ids(await reviews(account + 2))).toBe('bdc');
  expect(ids(await reviews(account, { businessNumbers: [account + 2] }))).toBe('bdc');
  expect(ids(await reviews(account, { fromDate: '02/01/2026', toDate: '03/02/2026' }))).toBe('d');
  expect(ids(await reviews(account, { toDate: '02/01/2026' }))).toBe('c');
  expect(ids(await reviews(account, { brandIds: [n, n], sources: ['ALPHA'] }))).toBe('b');
  expect(ids(await reviews(account, { brandIds: [n + 3], competitorLocationIds: [n + 2] }))).toBe('bdc');
  expect(ids(await reviews(account, { competitorLocationIds: [n + 4] }))).toBe('');
  const { body } = await reviews(account, { competitorLocationIds: [n + 2] });
  expect(body).toEqual([
    {
      reviewId: 'b',
      compAccountId: n + 2,
      competitorLocation: 'Two',
      competitorId: n,
      competitorBrand: 'Brand',
      businessLocations: [],
      source: 'alpha',
      rating: 4,
      reviewTitle: '',
      reviewComment: '',
      reviewerName: 'Ada L.',
      reviewDate: '2026-03-02',
      reply: 'Thanks',
      sentiment: 0.22,
    },
  ]);
  const stored = await itemsWith(({ type, accountNumber }) => type === 'competitorReview' && accountNumber === account);
  expect(JSON.stringify(stored)).not.toContain('Lovelace');
});

it('what is wrong, in its order: query, fields, the header, numbers of the body', async () => {
  const { account, n } = await reviewed();
  const codeOf = async (...asked: Parameters<typeof reviews>) => {
    const { body } = await reviews(...asked);
    return `${body.code} ${body.message}`;
  };
  const bad = { fromDate: 'x', businessNumbers: [1], brandIds: [1] };
  expect(await codeOf(9, bad, { pageSize: '0' })).toBe('2347 Page size must be 1 to 1000');
  expect(await codeOf(9, bad, { pageSize: 'x' })).toBe('2347 Page size must be 1 to 1000');
  expect(await codeOf(9, bad)).toBe('1186 From date must be MM/DD/YYYY');
  expect(await codeOf(9, { ...bad, fromDate: '' })).toBe('1011 Business id is invalid');
  expect(await codeOf(account, { ...bad, fromDate: null })).toBe('1011 Business id is invalid: 1');
  expect(await codeOf(account, { brandIds: [n + 1], competitorLocationIds: [1] })).toBe(
    `1011 Business id is invalid: ${n + 1}`,
  );
  expect(await codeOf(account, { competitorLocationIds: [n] })).toBe(`1011 Business id is invalid: ${n}`);
  expect(await codeOf(account, { brandIds: [1.5] })).toBe('1011 Business id is invalid: 1.5');
  const numbers = Array.from({ length: 101 }, (_, index) => index + 1);
  expect(await codeOf(account, { competitorLocationIds: numbers })).toBe(
    '400 competitorLocationIds must have at most 100 numbers',
  );
});

it('metrics weigh each location, those without reviews last', async () => {
  const { account, n } = await reviewed();
  const shape = async (body: object, query: Record<string, string> = {}) =>
    (await metrics(account, body, query)).body.map((each: Record<string, number>) => [
      each.compAccountId! - n,
      each.overallRating,
      each.reviewCount,
      each.responseRate,
    ]);
  expect(await shape({})).toEqual([
    [1, 3.5, 2, 50],
    [3, 3.8, 2, 0],
    [2, 4, 1, 100],
    [4, null, 0, null],
  ]);
  expect((await shape({}, { sortOrder: '1' })).map(([id]: number[]) => id)).toEqual([2, 3, 1, 4]);
  expect(await shape({ fromDate: '02/01/2026', sources: ['maps'] })).toEqual([
    [1, 3.5, 2, 50],
    [3, 4, 1, 0],
    [2, null, 0, null],
    [4, null, 0, null],
  ]);
  expect(await shape({ toDate: '02/01/2026', competitorLocationIds: [n + 3] })).toEqual([[3, 3.5, 1, 0]]);
  const { body } = await metrics(account, { fromDate: '01/01/2020', toDate: '02/01/2025' });
  expect(body).toEqual({ code: 400, message: 'toDate must be at most 1830 days after fromDate' });
  expect((await metrics(account, { fromDate: '01/01/2020', toDate: '01/04/2025' })).status).toBe(200);
  expect((await metrics(account, { brandIds: [1, 2, 3, 4, 5, 6] })).body.message).toBe(
    'brandIds must have at most 5 numbers',
  );
  expect((await listing(account)).body[1].businessCompetitors[0]).toMatchObject({ reviewCount: 0, avgRating: 0 });
});

it('a deleted competitor is gone from every answer at once', async () => {
  const { account, n } = await reviewed();
  expect((await deleting(account, n + 1)).status).toBe(200);
  expect(ids(await reviews(account))).toBe('bdc');
  expect(
    (await metrics(account)).body.map(({ compAccountId }: { compAccountId: number }) => compAccountId - n),
  ).toEqual([3, 2, 4]);
  expect((await reviews(account, { competitorLocationIds: [n + 1] })).body.code).toBe(1011);
});

it('more than 100 locations are not weighed at once', async () => {
  const account = await newAccount();
  const n = account * 1000;
  await bring(
    Array.from({ length: 101 }, (_, index) => ({
      ...{ type: 'competitor', compAccountId: n + index, accountNumber: account, name: `Rival ${index}` },
    })),
  );
  expect((await metrics(account)).body.message).toBe(
    'More than 100 competitor locations: name some with brandIds or competitorLocationIds',
  );
  expect((await metrics(account, { competitorLocationIds: [n, n + 1] })).body).toHaveLength(2);
});
