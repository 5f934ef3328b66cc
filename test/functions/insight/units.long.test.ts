/** What reports read, in units: under 900, however much there is of 100 locations in 1,830 days. Short: `test/lib/dynamodb/table/paced-reads.test.ts`. */
import { beforeAll, expect, it } from 'vitest';
import { handler as insights } from '../../../functions/insight/listing-insights.ts';
import { handler as nps } from '../../../functions/insight/nps-over-time.ts';
import { handler as categories } from '../../../functions/insight/review-categories.ts';
import { handler as keywords } from '../../../functions/insight/review-keywords.ts';
import { handler as byLocation } from '../../../functions/insight/reviews-by-location.ts';
import { handler as overTime } from '../../../functions/insight/reviews-over-time.ts';
import { handler as citations } from '../../../functions/insight/search-ai-citations.ts';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { termKeywords } from '../../../lib/catalog/term-files.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { LambdaHandler } from '../../../lib/http/endpoint.ts';
import {
  countsPartition,
  daySortKey,
  monthInsightsSortKey,
  monthSortKey,
  monthTermsSortKey,
} from '../../../lib/insight/repository/counts.ts';
import { daysAfter, periodStarts } from '../../../lib/insight/rules/periods.ts';
import { type Call, call } from '../../support/call.ts';
import { openWorld, through } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';

const MOST = 900;
const [FIRST, LAST] = ['2020-01-01', '2025-01-03'];
const DAYS = { startDate: '01/01/2020', endDate: '01/03/2025' };
const months = periodStarts(FIRST, LAST, 'month').map((day) => day.slice(0, 7));

/** Locations of which every month is counted; of the others some are. */
const [USUAL, DENSE_TERMS, DENSE_FIGURES] = [1001, 2001, 3001];
const range = (first: number, amount: number) => Array.from({ length: amount }, (_, index) => first + index);
const usual = range(USUAL, 100);
const some = range(DENSE_TERMS, 7);
const busy = range(DENSE_FIGURES, 9);

const countItem = (businessNumber: number, sk: string, sums: object): Item => ({
  pk: countsPartition('ours', businessNumber),
  sk,
  type: 'count',
  v: 1,
  n: 999_999,
  ...sums,
});
const figures = { 'Ralpha:5': 12, 'Ralpha:1': 3, 'Rbeta:4': 7, Aalpha: 4, Halpha: 4, Walpha: 123_456_789 };
const manyFigures = Object.fromEntries(
  range(0, 220).map((index) => [`R${['alpha', 'beta', 'gamma', 'maps', 'x'][index % 5]}:${index}`, 99]),
);
const fewTerms = { 'V+': 9, 'V-': 2, 'K101+': 4, 'K102=': 1, 'K301-': 2 };
const allTerms = Object.fromEntries(
  termKeywords.flatMap(({ id }) => ['+', '=', '-'].map((sign) => [`K${id}${sign}`, 999_999])),
);

beforeAll(async () => {
  const table = await openWorld();
  await putItems(table, [
    ...[...usual, ...some, ...busy].map((businessNumber) =>
      businessItem('ours', {
        businessNumber,
        accountNumber: 100,
        listingFixed: false,
        profile: { name: 'A location' },
      }),
    ),
    ...usual.flatMap((number) =>
      months.flatMap((month) => [
        countItem(number, monthSortKey(month), figures),
        countItem(number, monthTermsSortKey(month, 'alpha'), fewTerms),
        countItem(number, monthInsightsSortKey(month), { Ia: 100, Ib: 200, Ih: 7 }),
      ]),
    ),
    ...some.flatMap((number) =>
      months.flatMap((month) =>
        ['alpha', 'beta'].map((source) => countItem(number, monthTermsSortKey(month, source), allTerms)),
      ),
    ),
    ...busy.flatMap((number) =>
      range(0, 400).map((day) => countItem(number, daySortKey(daysAfter(FIRST, day)), manyFigures)),
    ),
  ]);
});

/** The answer's status, and the read units that it took. */
const taken = async (handler: LambdaHandler, request: Call) => {
  let units = 0;
  const { status, body } = await through(
    (next) => async (operation, input, options) => {
      const asked = { ...(input as object), ReturnConsumedCapacity: 'TOTAL' };
      const reply = await next(operation, asked as never, options);
      const { ConsumedCapacity = [] } = reply as { ConsumedCapacity?: { CapacityUnits: number } };
      for (const { CapacityUnits } of [ConsumedCapacity].flat()) units += CapacityUnits;
      return reply;
    },
    () => call(handler, request),
  );
  return { status, message: body.message, units };
};

const of = (businessNumbers: readonly number[], more: object = {}): Call => ({
  headers: { 'x-business-number': '100' },
  path: { businessNumber: '100' },
  query: { businessId: '100' },
  body: { ...DAYS, businessNumbers, ...more },
});
const isoDays = { startDate: FIRST, endDate: LAST };

it.each([
  ['reviews over time', overTime, of(usual, { groupByType: 'month' })],
  ['reviews by location', byLocation, of(usual, { size: 100 })],
  ['NPS over time', nps, of(usual, { groupByType: 'month' })],
  ['categories', categories, of(usual)],
  ['keywords', keywords, of(usual)],
  ['listing insights', insights, of(usual, { ...isoDays, groupByType: 'month' })],
  ['citations', citations, of(usual)],
] as const)('%s of 100 locations and 1,830 days', async (_, handler, request) => {
  const { status, units } = await taken(handler as LambdaHandler, request);
  expect(status).toBe(200);
  expect(units).toBeLessThan(MOST);
  expect(units).toBeGreaterThan(0);
});

it.each([
  ['categories, where each month mentions every keyword', categories, of(some)],
  ['keywords, where each month mentions every keyword', keywords, of(some)],
  ['reviews over time, of days with every rating', overTime, of(busy)],
  ['NPS over time, of days with every rating', nps, of(busy)],
] as const)('%s: no more is read than is allowed', async (_, handler, request) => {
  const { status, message, units } = await taken(handler as LambdaHandler, request);
  expect([status, message]).toEqual([400, 'The report covers too much: ask for fewer locations or days']);
  expect(units).toBeLessThan(MOST);
  // It has read as far as it may: its estimate of large numbers is higher.
  expect(units).toBeGreaterThan(650);
});
