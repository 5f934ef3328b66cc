/** `reviews analyze`: every review gets the analysis of this release's catalogue, and nothing else of it changes. */
import { beforeEach, expect, it } from 'vitest';
import { competitorReviewItem, type StoredCompetitorReview } from '../../../lib/competitors/repository/review.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { reviewEvents } from '../../../lib/reviews/events.ts';
import { REVIEW, reviewItem, type StoredReview, withheldMarks } from '../../../lib/reviews/repository/review.ts';
import { analyzeAll } from '../../../tools/admin/reviews-analyze.ts';
import { analysisOf } from '../../../tools/data/analysis/review-analysis.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { createTestTable } from '../../support/store.ts';

const base = { accountNumber: 100, sourceAlias: 'alpha', rating: 4, reviewDate: '2026-01-02T03:04:05.000Z' };
const praise = 'The staff was friendly.';
const stale = { sentiment: -1, terms: ['1-'], analyzer: 'another' };

const ofOurs = (review: Partial<StoredReview>): Item =>
  reviewItem('ours', { ...base, businessNumber: 101, reviewId: 'r', ...review });
const items = [
  ofOurs({ reviewId: 'new', comments: praise }),
  ofOurs({ reviewId: 'stale', comments: praise, ...stale }),
  { ...ofOurs({ reviewId: 'erased', ...stale }), ...withheldMarks({}) },
  competitorReviewItem('ours', {
    ...base,
    compAccountId: 1,
    reviewId: 'theirs',
    comments: praise,
  } as StoredCompetitorReview),
];

let table: OpenTable;
beforeEach(async () => {
  table = await createTestTable();
  for (const item of items) await table.put({ Item: item });
});

const said: string[] = [];
const io = { log: () => {}, out: (text: string) => said.push(text), now: Date.now } as unknown as Parameters<
  typeof analyzeAll
>[1];
const stored = (item: Item) => table.get(keyOf(item), { consistent: true });

it('analyses what was not, or with another catalogue, and leaves the reviews of erased persons', async () => {
  expect(await analyzeAll({ table }, io, { dryRun: true })).toBe(true);
  expect(said.at(-1)).toBe('4 reviews, 3 to be analysed, 1 of erased persons keep their analysis.');
  expect(await stored(items[1]!)).toEqual(items[1]);
  expect(await analyzeAll({ table }, io, {})).toBe(true);
  expect(said.at(-1)).toBe('4 reviews, 3 analysed, 1 of erased persons keep their analysis.');
  const analysis = analysisOf({ comments: praise, rating: 4 });
  for (const item of [items[0]!, items[1]!, items[3]!])
    expect(await stored(item)).toMatchObject({ ...item, bytes: expect.any(Number), ...analysis });
  expect(await stored(items[2]!)).toEqual(items[2]);
  await analyzeAll({ table }, io, {});
  expect(said.at(-1)).toBe('4 reviews, 0 analysed, 1 of erased persons keep their analysis.');
});

it('sends no event', async () => {
  await analyzeAll({ table }, io, {});
  const change = { oldImage: items[1]!, newImage: (await stored(items[1]!))! };
  expect(change.newImage).toMatchObject({ type: REVIEW, analyzer: expect.not.stringContaining('another') });
  expect(reviewEvents(change)).toEqual([]);
});
