/** Experience over time and usage by location against a plain model, and what they refuse. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as experience } from '../../../functions/insight/experience-over-time.ts';
import { handler as usage } from '../../../functions/surveys/usage-by-location.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { bring, openWorld, scan, through } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { recount, responseOf, reviewOf } from './support.ts';

const SURVEYS = [500_000_000_000_001, 7];
const LOCATIONS = [101, 102, 103];
const DAY = 24 * 3600 * 1000;
const START = Date.UTC(2024, 0, 20);

let seed = 7;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const some = <T>(of: readonly T[]): T => of[random(of.length)]!;

/** A year of both, closer together at its begin. */
const at = (index: number) => START + Math.floor((index * index) / 100) * DAY + random(DAY);
const reviews = Array.from({ length: 120 }, (_, index) => ({
  reviewId: `r${index}`,
  businessNumber: some(LOCATIONS),
  sourceAlias: some(['alpha', 'beta', 'maps']),
  rating: some([0, 1, 3, 4.5, 5]),
  reviewDate: new Date(at(index * 1.6)).toISOString(),
}));
const responses = Array.from({ length: 180 }, (_, index) => ({
  responseId: index + 1,
  surveyId: some(SURVEYS),
  businessNumber: some(LOCATIONS),
  created: at(index),
  completed: random(5) > 0,
  overallScore: some([null, 0, 33.333_333_333, 50, 87.5, 100]),
  nps: some([[], [10], [9, 3], [7], [0]]),
  ratings: some([[], [], [5], [2.777_777_778, 1]]),
}));

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  const question = { id: 1, title: 'How likely?', type: 'nps' };
  await bring(
    SURVEYS.map((surveyId) => ({
      type: 'survey',
      accountNumber: 100,
      surveyId,
      surveyName: `Survey ${surveyId}`,
      pages: [{ id: 1, title: 'One', questions: [question] }],
      created: '2024-01-01T00:00:00.000Z',
    })),
  );
  await bring([
    { type: 'business', businessNumber: 105, accountNumber: 100, business: FULL },
    { type: 'account', accountNumber: 170, partnerId: 'ours', name: 'Below', parent: 100 },
  ]);
  await putItems(table, [...reviews.map(reviewOf), ...responses.map(responseOf)]);
  await recount(table);
});

/** Nineteen of the twenty fields. */
const FULL = {
  name: 'Whole shop',
  phone: '(650) 555-0100',
  emailId: 'owner@shop.example',
  websiteUrl: 'https://shop.example',
  location: { address1: '1 Main St', city: 'Springfield', state: 'IL', zip: '62701', countryCode: 'US' },
  description: 'A shop',
  services: 'repair',
  keywords: 'shop',
  timezone: 'America/Chicago',
  hoursOfOperations: [{ day: 1, isOpen: 0 }],
  payment: 'Visa',
  logoUrl: 'https://shop.example/logo.png',
  internalListing: { category: 'Hotel', subcategory: 'Resort' },
  alphaListing: { primaryCategoryAlpha: 'Hotel' },
  socialProfileURLs: { betaUrl: 'https://beta.example/shop' },
};

const shown = (time: number) => {
  const [year, month, day] = new Date(time).toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
};
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
/** Halves up, and what is a half but for a fraction that no double holds. */
const rounded = (score: number | null) => (score === null ? null : Math.round(score * 10 + 5e-5) / 10);
const isIn = (time: number, from: number, to: number) => time >= from && time < to;

/** First moments of the periods, and the moment after the last one. */
const cutsOf = (from: number, to: number, groupBy: string): number[] => {
  const cuts = [from];
  for (let day = from + DAY; day < to + DAY; day += DAY) {
    const date = new Date(day);
    if (groupBy === 'day' || (groupBy === 'week' ? date.getUTCDay() === 1 : date.getUTCDate() === 1)) cuts.push(day);
  }
  return [...cuts, to + DAY];
};

const ask = (body: object, number = 100) =>
  call(experience, { headers: { 'x-business-number': String(number) }, body });

describe('Experience over time', () => {
  const query = fc.record(
    {
      businessNumbers: fc.subarray([...LOCATIONS, 104], { minLength: 1 }),
      from: fc.nat(330),
      length: fc.nat(300),
      reviewSources: fc.subarray(['alpha', 'beta', 'MAPS', 'delta']),
      ratings: fc.subarray(['5', '4.5', '0', '2']),
      groupByType: fc.constantFrom('day', 'week', 'month'),
    },
    { requiredKeys: ['businessNumbers', 'from', 'length'] },
  );

  it('is what a plain model has of each period', async () => {
    const profiles = Object.fromEntries(
      (await scan()).filter(({ type }) => type === 'business').map((item) => [item.businessNumber, item]),
    );
    const filled = (number: number) =>
      // The world's locations have texts and lists alone, and no list is empty.
      [
        ...['name', 'phone', 'emailId', 'websiteUrl', 'location.address1', 'location.city', 'location.state'],
        ...['location.zip', 'location.countryCode', 'description', 'services', 'keywords', 'timezone', 'payment'],
        ...['hoursOfOperations', 'logoUrl', 'coverImageUrl', 'internalListing.category'],
        ...['alphaListing.primaryCategoryAlpha', 'socialProfileURLs.betaUrl'],
      ].filter((path) => profiles[number]![path] !== undefined).length * 5;
    await fc.assert(
      fc.asyncProperty(query, async ({ from, length, ...body }) => {
        const { businessNumbers, reviewSources = [], ratings = [], groupByType = 'week' } = body;
        const [first, last] = [START + from * DAY, START + (from + length) * DAY];
        const cuts = cutsOf(first, last, groupByType);
        const expected = cuts.slice(0, -1).map((start, index) => {
          const isHere = (number: number, time: number) =>
            businessNumbers.includes(number) && isIn(time, start, cuts[index + 1]!);
          const complete = responses.filter((each) => each.completed && isHere(each.businessNumber, each.created));
          const chosen = reviews.filter(
            (each) =>
              isHere(each.businessNumber, Date.parse(each.reviewDate)) &&
              (reviewSources.length === 0 || reviewSources.some((one) => one.toLowerCase() === each.sourceAlias)) &&
              (ratings.length === 0 || ratings.map(Number).includes(each.rating)),
          );
          const nps = complete.flatMap((each) => each.nps as number[]);
          const stars = [
            ...complete.flatMap((each) => each.ratings as number[]),
            ...chosen.map(({ rating }) => Math.max(rating, 1)),
          ];
          const sentiment =
            nps.length === 0
              ? null
              : 50 + (50 * (nps.filter((one) => one >= 9).length - nps.filter((one) => one <= 6).length)) / nps.length;
          const reputation =
            stars.length === 0
              ? null
              : (stars.reduce((sum, one) => sum + (one - 1) * 25, 0) + 250) / (stars.length + 5);
          const listing = mean(businessNumbers.map(filled));
          const weighed = [
            [0.4, reputation],
            [0.4, sentiment],
            [0.2, listing],
          ].filter((each): each is [number, number] => each[1] !== null);
          const all =
            weighed.length === 1
              ? null
              : weighed.reduce((sum, [weight, score]) => sum + weight * score, 0) /
                weighed.reduce((sum, [weight]) => sum + weight, 0);
          return {
            label: shown(start),
            experienceScore: rounded(all),
            sentimentScore: rounded(sentiment),
            reputationScore: rounded(reputation),
            listingScore: rounded(listing),
            responses: complete.length,
            reviews: chosen.length,
          };
        });
        const answer = await ask({ ...body, startDate: shown(first), endDate: shown(last) });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect(answer.body.dataPoints).toEqual(expected);
      }),
      { numRuns: runs(20, 400) },
    );
  }, 300_000);

  it('has the whole profile of a location as 95, and twice a location once', async () => {
    const days = { startDate: '01/01/2024', endDate: '01/01/2024' };
    const { dataPoints } = (await ask({ ...days, businessNumbers: [105, 105] }, 105)).body;
    expect(dataPoints).toEqual([
      {
        label: '01/01/2024',
        experienceScore: null,
        sentimentScore: null,
        reputationScore: null,
        listingScore: 95,
        responses: 0,
        reviews: 0,
      },
    ]);
  });

  const week = { businessNumbers: [101], startDate: '01/01/2024', endDate: '01/07/2024' };
  it.each([
    ['no locations', { businessNumbers: undefined }, 400, 2003],
    ['an empty list', { businessNumbers: [] }, 400, 2003],
    ['101 locations', { businessNumbers: Array.from({ length: 101 }, (_, index) => index + 1) }, 400, 2003],
    ['no start', { startDate: undefined }, 400, 1523],
    ['no end', { endDate: '' }, 400, 1523],
    ['a start of another form', { startDate: '1/1/2024' }, 400, 1523],
    ['an end that does not exist', { endDate: '02/30/2024' }, 400, 1524],
    ['a year that does not exist', { startDate: '01/01/0000', endDate: '01/01/0000' }, 400, 1524],
    ['an end before the start', { endDate: '12/31/2023' }, 400, 20083],
    ['401 days, one by one', { endDate: '02/04/2025', groupByType: 'day' }, 400, 400],
    ['1,831 days', { endDate: '01/04/2029', groupByType: 'month' }, 400, 400],
    ['another grouping', { groupByType: 'year' }, 400, 400],
    ['an unknown source', { reviewSources: ['nowhere'] }, 400, 400],
    ['a rating over 5', { ratings: ['6'] }, 400, 400],
    ['a location of another account', { businessNumbers: [101, 151] }, 404, 1011],
    ['another partner’s location', { businessNumbers: [201] }, 404, 1011],
    ['an account in place of a location', { businessNumbers: [100] }, 404, 1011],
  ] as const)('refuses %s', async (_, change, status, code) => {
    const answer = await ask({ ...week, ...change });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('finds a location that a copy of the table does not show yet', async () => {
    const lagging = (inner: Call): Call => {
      const way = async (...sent: Parameters<Call>) => {
        const [operation, input] = sent;
        const [read] = Object.values(
          (input as { RequestItems?: Record<string, { ConsistentRead?: boolean }> }).RequestItems ?? {},
        );
        return operation === 'BatchGetItem' && read?.ConsistentRead === false ? { Responses: {} } : inner(...sent);
      };
      return way as Call;
    };
    expect((await through(lagging, () => ask(week))).status).toBe(200);
    expect((await through(lagging, () => ask({ ...week, businessNumbers: [201] }))).body.code).toBe(1011);
  });

  it('takes 400 days, 1,830 days, and a location for its account; names what it refuses', async () => {
    const points = async (body: object) => (await ask({ ...week, ...body })).body.dataPoints.length;
    expect(await points({ endDate: '02/03/2025', groupByType: 'day' })).toBe(400);
    expect(await points({ endDate: '01/03/2029', groupByType: 'month' })).toBe(61);
    expect((await ask(week, 103)).status).toBe(200);
    expect((await ask({ ...week, businessNumbers: [101, 151] })).body.message).toContain('151');
    expect((await ask({ ...week, endDate: '01/04/2029' })).body.message).toMatch(/^endDate /);
    for (const number of [201, 999, 0]) expect((await ask(week, number)).body.code).toBe(1011);
    expect((await ask({ businessNumbers: [] }, 999)).body.code).toBe(2003);
  });
});

describe('Usage by location', () => {
  const use = (body: object | undefined, { number = '100', survey = String(SURVEYS[0]) } = {}) =>
    call(usage, { path: { surveyId: survey }, headers: { 'x-business-number': number }, body });

  it('is what a plain model has', async () => {
    const query = fc.record(
      {
        businessNumbers: fc.subarray([101, 102, 103, 104]),
        from: fc.nat(330),
        length: fc.nat(200),
        page: fc.nat(2),
        size: fc.integer({ min: 1, max: 6 }),
        survey: fc.constantFrom(...SURVEYS),
      },
      { requiredKeys: ['survey'] },
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ from, length, survey, ...body }) => {
        const first = from === undefined ? undefined : START + from * DAY;
        const last = length === undefined ? undefined : (first ?? START) + length * DAY;
        const { businessNumbers = [], page = 0, size = 25 } = body;
        const all = businessNumbers.length === 0 ? [101, 102, 103, 104, 105] : businessNumbers;
        const dataPoints = all.slice(page * size, (page + 1) * size).map((businessNumber) => {
          const own = responses.filter(
            (each) =>
              each.surveyId === survey &&
              each.businessNumber === businessNumber &&
              (first === undefined || each.created >= first) &&
              (last === undefined || each.created < last + DAY),
          );
          const complete = own.filter(({ completed }) => completed);
          const scores = complete.flatMap(({ overallScore }) => (overallScore === null ? [] : [overallScore]));
          return {
            businessNumber,
            name: businessNumber === 105 ? 'Whole shop' : '',
            responses: own.length,
            completed: complete.length,
            averageScore: scores.length === 0 ? null : rounded(mean(scores)),
          };
        });
        const days = { ...(first && { startDate: shown(first) }), ...(last && { endDate: shown(last) }) };
        const answer = await use({ ...body, ...days }, { survey: String(survey) });
        expect(answer.body).toEqual({ totalCount: all.length, dataPoints });
      }),
      { numRuns: runs(20, 400) },
    );
  }, 300_000);

  it.each([
    ['a size of 0', { size: 0 }, {}, 400, 2347],
    ['a size of 101', { size: 101 }, {}, 400, 2347],
    ['a size that is no number', { size: 'x' }, {}, 400, 2347],
    ['a page below 0', { page: -1 }, {}, 400, 400],
    ['a window over 100,000', { page: 1000, size: 100 }, {}, 400, 2348],
    ['a start of another form', { startDate: '2024-01-01' }, {}, 400, 1523],
    ['a start that does not exist', { startDate: '04/31/2024' }, {}, 400, 1524],
    ['an end before the start', { startDate: '01/02/2024', endDate: '01/01/2024' }, {}, 400, 20083],
    ['a location of another account', { businessNumbers: [101, 151] }, {}, 404, 1011],
    ['an unknown account', {}, { number: '999' }, 404, 1011],
    ['another partner’s account, whatever the survey', {}, { number: '200', survey: 'x' }, 404, 1011],
    ['a survey that is no number', {}, { survey: 'x' }, 400, 1315],
    ['an unknown survey', {}, { survey: '9' }, 400, 1315],
    ['another account’s survey', {}, { number: '150' }, 400, 1315],
    ['an unknown survey, before unknown locations', { businessNumbers: [999] }, { survey: '9' }, 400, 1315],
  ] as const)('refuses %s', async (_, body, asked, status, code) => {
    const answer = await use(body, asked);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('needs no body, and takes a location for its account', async () => {
    const whole = await use(undefined);
    expect(whole.body.totalCount).toBe(5);
    expect((await use({}, { number: '103' })).body).toEqual(whole.body);
  });
});
