/**
 * What insight takes: `node test/bench/insight.ts`. A year of 100 locations with 100,000 responses and 10,000 reviews, and
 * usage of a survey in an account of 10,000 locations. Prints the table for docs/speed.md. Loading takes a minute.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { businessItem } from '../../lib/business/repository/business.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { entities } from '../../lib/entities.ts';
import { contributionsOf, countChanges } from '../../lib/insight/count.ts';
import { reviewItem } from '../../lib/reviews/repository/review.ts';
import { responseItem } from '../../lib/surveys/repository/response.ts';
import { surveyItem } from '../../lib/surveys/repository/survey.ts';
import { startCounter, startTable } from './engine.ts';
import { inProcess } from './lists-process.ts';
import { measured } from './statistics.ts';
import { accountItems, items, SECRET } from './world/items.ts';

const contributionOf = contributionsOf(entities);
const RESPONSES = Number(process.env.RESPONSES ?? 100_000);
const REVIEWS = RESPONSES / 10;
const LOCATIONS = Number(process.env.LOCATIONS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SURVEY = 500_000_000_000_001;
const YEAR = 365 * 24 * 3600 * 1000;
const BEGUN = Date.UTC(2025, 0, 1);
const ACCOUNT = 800;
const numberOf = (index: number): number => ACCOUNT * 100_000 + index;

/** Scattered over a year, and over the first 100 locations. */
const placeOf = (index: number, all: number) => ({
  businessNumber: numberOf((index * 37) % 100),
  at: BEGUN + Math.floor((((index * 7919) % all) / all) * YEAR),
});

function* records(): Generator<Item> {
  for (let index = 0; index < RESPONSES; index++) {
    const { businessNumber, at: created } = placeOf(index, RESPONSES);
    const [score, rating] = [(index * 7) % 11, 1 + ((index * 3) % 5)];
    yield responseItem(
      { partnerId: 'ours', accountNumber: ACCOUNT },
      {
        accountNumber: ACCOUNT,
        businessNumber,
        surveyId: SURVEY,
        responseId: index + 1,
        created,
        completed: index % 10 > 0,
        source: '',
        locale: 'en',
        answers: [],
        overallScore: index % 10 > 0 ? score * 5 + (rating - 1) * 12.5 : null,
        nps: [score],
        ratings: [rating],
      },
    );
  }
  for (let index = 0; index < REVIEWS; index++) {
    const { businessNumber, at } = placeOf(index, REVIEWS);
    yield reviewItem('ours', {
      accountNumber: ACCOUNT,
      businessNumber,
      reviewId: `review-${index}`,
      sourceAlias: ['alpha', 'beta', 'maps'][index % 3]!,
      rating: 1 + (index % 5),
      reviewDate: new Date(at).toISOString(),
      comments: `It was good at the ${index % 50}th table, and we will come back. `.repeat(4),
      reviewer: { firstName: 'Nora', lastName: 'Feld' },
    });
  }
}

/** Counts as the stream would have made them; the reviews next to them, as they are listed. */
function* counted(): Generator<Item> {
  const counts = new Map<string, Record<string, unknown>>();
  for (const item of records()) {
    for (const { key, sums } of countChanges(undefined, contributionOf(item))) {
      const name = keyText(key);
      const found = counts.get(name) ?? { ...key, type: 'count', v: 1 };
      for (const each in sums) found[each] = Number(found[each] ?? 0) + sums[each]!;
      counts.set(name, found);
    }
    if (item.type === 'review') yield item;
  }
  yield* counts.values() as Iterable<Item>;
}

function* locations(): Generator<Item> {
  for (let index = 0; index < LOCATIONS; index++)
    yield businessItem('ours', {
      businessNumber: numberOf(index),
      accountNumber: ACCOUNT,
      listingFixed: false,
      profile: {
        name: `Copper Kettle ${index}`,
        'location.city': 'Atascadero',
        'location.zip': '93422',
        services: 'food',
      },
    });
}

const table = await startTable();
const counter = await startCounter(table.endpoint);
const directory = await mkdtemp(join(tmpdir(), 'bench-insight-'));
try {
  await bundleFunctions(directory, [
    'functions/insight/experience-over-time.ts',
    'functions/surveys/usage-by-location.ts',
    'functions/reviews/get-reviews.ts',
    'functions/reviews/review-summary.ts',
    'functions/business/get-business.ts',
  ]);
  await table.write(items);
  await table.write(accountItems(ACCOUNT, 0));
  await table.write(locations());
  await table.write(counted());
  await table.write([
    surveyItem({ partnerId: 'ours', accountNumber: ACCOUNT }, {
      accountNumber: ACCOUNT,
      surveyId: SURVEY,
      name: 'Survey',
      surveyType: 'traditional',
      created: BEGUN,
      pages: [],
    } as never),
  ]);
  const header = { 'x-business-number': String(ACCOUNT) };
  const year = {
    businessNumbers: Array.from({ length: 100 }, (_, index) => numberOf(index)),
    startDate: '01/01/2025',
    endDate: '12/31/2025',
  };
  const survey = { surveyId: String(SURVEY) };
  const account = { businessId: String(ACCOUNT) };
  console.log('| request | ms | units | calls | peak MB |');
  console.log('|---|---:|---:|---:|---:|');
  for (const [what, entry, request] of [
    [
      'a year of 100 locations, by month',
      'experience-over-time',
      { headers: header, body: { ...year, groupByType: 'month' } },
    ],
    ['by week', 'experience-over-time', { headers: header, body: year }],
    ['by day', 'experience-over-time', { headers: header, body: { ...year, groupByType: 'day' } }],
    ['usage of 10,000 locations, the first 25', 'usage-by-location', { headers: header, path: survey, body: {} }],
    [
      'the last 100',
      'usage-by-location',
      { headers: header, path: survey, body: { page: Math.ceil(LOCATIONS / 100) - 1, size: 100 } },
    ],
    [
      'the first 100, of 200 days',
      'usage-by-location',
      { headers: header, path: survey, body: { size: 100, startDate: '02/10/2025', endDate: '08/28/2025' } },
    ],
    [
      'reviews of an account of 10,000, the first 25',
      'get-reviews',
      { path: account, query: { sindex: '0', count: '25' }, body: {} },
    ],
    ['the last 25', 'get-reviews', { path: account, query: { sindex: String(REVIEWS - 25), count: '25' }, body: {} }],
    [
      'with a word that every tenth has',
      'get-reviews',
      { path: account, query: { sindex: '0', count: '25' }, body: { searchStr: '7th' } },
    ],
    ['review summary of the account', 'review-summary', { path: account, query: {} }],
    ['get business, with its counts', 'get-business', { path: { businessId: String(numberOf(0)) }, query: {} }],
    [
      'get business, of its name alone',
      'get-business',
      { path: { businessId: String(numberOf(0)) }, query: { fields: 'name' } },
    ],
  ] as const) {
    const job = { file: join(directory, entry, 'index.mjs'), accountNumber: ACCOUNT, key: SECRET, ...request };
    counter.take();
    await inProcess(counter.endpoint, { ...job, rounds: 1 } as never);
    const { units, calls } = counter.take();
    const { times, rss } = await inProcess(table.endpoint, { ...job, rounds: ROUNDS } as never);
    console.log(`| ${[what, measured(times).median.toFixed(0), units, calls.length, rss.toFixed(0)].join(' | ')} |`);
  }
} finally {
  counter.stop();
  await table.stop();
  await rm(directory, { recursive: true });
}
