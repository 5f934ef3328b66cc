/**
 * What reports take at 10, 1,000 and 100,000 reviews of 100 locations in 1,830 days, with as many responses to surveys:
 * `node test/bench/reports.ts`. Prints the table for docs/speed.md. Loading takes some minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { businessItem } from '../../lib/business/repository/business.ts';
import { termKeywords } from '../../lib/catalog/term-files.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { entities } from '../../lib/entities.ts';
import { contributionsOf, countChanges } from '../../lib/insight/count.ts';
import { AI_MODELS, answerItem } from '../../lib/insight/repository/answer.ts';
import { insightItem } from '../../lib/insight/repository/insight.ts';
import { periodStarts } from '../../lib/insight/rules/periods.ts';
import { reviewItem } from '../../lib/reviews/repository/review.ts';
import { responseItem } from '../../lib/surveys/repository/response.ts';
import { startCounter, startTable } from './engine.ts';
import { inProcess } from './lists-process.ts';
import { measured } from './statistics.ts';
import { accountItems, items, SECRET } from './world/items.ts';

const SIZES = (process.env.SIZES ?? '10,1000,100000').split(',').map(Number);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const contributionOf = contributionsOf(entities);
const [FIRST, LAST, DAYS] = ['2020-01-01', '2025-01-03', 1830];
const LOCATIONS = 100;
const ACCOUNTS = [800, 801, 802];
const numberOf = (account: number, index: number): number => account * 100_000 + index;

/** Scattered over the days and the locations. */
const placeOf = (account: number, index: number, all: number) => ({
  accountNumber: account,
  businessNumber: numberOf(account, (index * 37) % LOCATIONS),
  at: Date.parse(FIRST) + Math.floor((((index * 7919) % all) / all) * DAYS * 24 * 3600 * 1000),
});

function* records(account: number, size: number): Generator<Item> {
  for (let index = 0; index < size; index++) {
    const { at, ...place } = placeOf(account, index, size);
    const terms = [0, 1, 2].map((more) => {
      const { id } = termKeywords[(index * 13 + more * 101) % termKeywords.length]!;
      return `${id}${['+', '=', '-'][(index + more) % 3]}`;
    });
    yield reviewItem('ours', {
      ...place,
      reviewId: `review-${index}`,
      sourceAlias: ['alpha', 'beta', 'maps'][index % 3]!,
      rating: 1 + (index % 5),
      reviewDate: new Date(at).toISOString(),
      ...(index % 2 === 0 && { responseDate: new Date(at + 3_600_000).toISOString() }),
      ...{ sentiment: [0.5, 0, -0.5][index % 3]!, terms, analyzer: 'bench' },
    });
    yield responseItem(
      { partnerId: 'ours', accountNumber: account },
      {
        ...place,
        ...{ surveyId: 500_000_000_000_001, responseId: index + 1, created: at, completed: true, source: '' },
        ...{ locale: 'en', answers: [], overallScore: 50, nps: [index % 11], ratings: [] },
      },
    );
  }
  // Insights of each location and month, whatever the number of reviews.
  for (const date of periodStarts(FIRST, LAST, 'month'))
    for (let index = 0; index < LOCATIONS; index++)
      yield insightItem('ours', {
        ...{ accountNumber: account, businessNumber: numberOf(account, index), date },
        alpha: { mapViews: { mobile: 10, desktop: 5 }, searchViews: { mobile: 20, desktop: 7 }, calls: 3 },
      });
}

/** Counts as the stream would have made them. */
function* counted(account: number, size: number): Generator<Item> {
  const counts = new Map<string, Record<string, unknown>>();
  for (const item of records(account, size))
    for (const { key, sums } of countChanges(undefined, contributionOf(item))) {
      const name = keyText(key);
      const found = counts.get(name) ?? { ...key, type: 'count', v: 1 };
      for (const each in sums) found[each] = Number(found[each] ?? 0) + sums[each]!;
      counts.set(name, found);
    }
  yield* counts.values() as Iterable<Item>;
  for (let index = 0; index < size / 10; index++) {
    const { at, ...place } = placeOf(account, index, size / 10);
    yield answerItem('ours', {
      ...place,
      date: new Date(at).toISOString().slice(0, 10),
      aiModel: AI_MODELS[index % AI_MODELS.length]!,
      theme: 'Dinner',
      prompt: `Question ${index}`,
      brandPresent: index % 2 === 0,
      citations: [{ url: 'https://guide.example/dinner', title: 'Dinner', description: 'A guide to the town.' }],
    });
  }
}

function* locations(account: number): Generator<Item> {
  for (let index = 0; index < LOCATIONS; index++)
    yield businessItem('ours', {
      businessNumber: numberOf(account, index),
      accountNumber: account,
      listingFixed: false,
      profile: { name: `Copper Kettle ${index}`, 'location.city': 'Atascadero' },
    });
}

const time = { startDate: '01/01/2020', endDate: '01/03/2025' };
const days = { startDate: FIRST, endDate: LAST };
const year = { startDate: '01/01/2024', endDate: '12/31/2024', groupByType: 'day' };

const requestsOf = (account: number) => {
  const common = {
    headers: { 'x-business-number': String(account) },
    path: { businessNumber: String(account) },
    query: { businessId: String(account), businessNumber: String(numberOf(account, 0)) },
  };
  const of = (what: string, entry: string, body?: object) => ({ what, entry, request: { ...common, body } });
  return [
    of('location status', 'listing/location-status'),
    of('listing insights, by month', 'insight/listing-insights', { ...days, groupByType: 'month' }),
    of('reviews over time, by month', 'insight/reviews-over-time', { ...time, groupByType: 'month' }),
    of('reviews over time, a year by day', 'insight/reviews-over-time', year),
    of('reviews by location, the first 100', 'insight/reviews-by-location', { ...time, size: 100 }),
    of('NPS over time, by month', 'insight/nps-over-time', { ...time, groupByType: 'month' }),
    of('categories of reviews', 'insight/review-categories', time),
    of('keywords of reviews', 'insight/review-keywords', time),
    of('search AI citations', 'insight/search-ai-citations', time),
  ];
};

const table = await startTable();
const counter = await startCounter(table.endpoint);
const directory = await mkdtemp(join(tmpdir(), 'bench-reports-'));
try {
  const entries = [...new Set(requestsOf(0).map(({ entry }) => entry))];
  await bundleFunctions(
    directory,
    entries.map((entry) => `functions/${entry}.ts`),
  );
  await table.write(items);
  const cells = new Map<string, string[]>();
  for (const [index, size] of SIZES.entries()) {
    const account = ACCOUNTS[index]!;
    await table.write(accountItems(account, 0));
    await table.write(locations(account));
    await table.write(counted(account, size));
    for (const { what, entry, request } of requestsOf(account)) {
      const name = entry.split('/')[1]!;
      const job = { file: join(directory, name, 'index.mjs'), accountNumber: account, key: SECRET, ...request };
      counter.take();
      await inProcess(counter.endpoint, { ...job, rounds: 1 });
      const { units } = counter.take();
      // The first request of a process is cold.
      const { times } = await inProcess(table.endpoint, { ...job, rounds: ROUNDS + 1 });
      const cell = `${measured(times.slice(1)).median.toFixed(0)} ms, ${units}`;
      cells.set(what, [...(cells.get(what) ?? []), cell]);
    }
  }
  console.log(
    `| 100 locations, 1,830 days | ${SIZES.map((size) => `${size.toLocaleString('en')} reviews`).join(' | ')} |`,
  );
  console.log(`|---|${SIZES.map(() => '---:|').join('')}`);
  for (const [what, row] of cells) console.log(`| ${what} | ${row.join(' | ')} |`);
} finally {
  counter.stop();
  await table.stop();
  await rm(directory, { recursive: true });
}
