/** Reports against a plain model that looks at each record. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { handler as insights } from '../../../functions/insight/listing-insights.ts';
import { handler as nps } from '../../../functions/insight/nps-over-time.ts';
import { handler as categories } from '../../../functions/insight/review-categories.ts';
import { handler as keywords } from '../../../functions/insight/review-keywords.ts';
import { handler as byLocation } from '../../../functions/insight/reviews-by-location.ts';
import { handler as overTime } from '../../../functions/insight/reviews-over-time.ts';
import { handler as citations } from '../../../functions/insight/search-ai-citations.ts';
import { termKeywords } from '../../../lib/catalog/term-files.ts';
import { AI_MODELS, answerItem } from '../../../lib/insight/repository/answer.ts';
import { insightItem } from '../../../lib/insight/repository/insight.ts';
import { surveyItem } from '../../../lib/surveys/repository/survey.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { openWorld } from '../../support/opened-world.ts';
import { putItems } from '../../support/put-items.ts';
import { recount, responseOf, reviewOf } from './support.ts';

const LOCATIONS = [101, 102, 103];
const DAY = 24 * 3600 * 1000;
const START = Date.UTC(2024, 0, 20);
const DAYS = 300;
const SOURCES = ['alpha', 'beta', 'maps'];

let seed = 11;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const some = <T>(of: readonly T[]): T => of[random(of.length)]!;
const iso = (time: number) => new Date(time).toISOString();

const NAMED = termKeywords.slice(0, 12);

const reviews = Array.from({ length: runs(600, 10_000) }, (_, index) => {
  const at = START + random(DAYS) * DAY + random(DAY);
  const terms = NAMED.filter(() => random(4) === 0).map(({ id }) => `${id}${some(['+', '=', '-'])}`);
  return {
    reviewId: `r${index}`,
    businessNumber: some(LOCATIONS),
    sourceAlias: some(SOURCES),
    rating: some([0, 1, 3, 4.5, 5]),
    reviewDate: iso(at),
    response: some([undefined, 'Thank you.']),
    responseDate: some([undefined, iso(at - 1), iso(at), iso(at + random(40 * DAY))]),
    // One in five was not analysed yet.
    ...(random(5) > 0 && { sentiment: some([-1, -0.06, -0.05, 0, 0.05, 0.06, 1]), terms, analyzer: 'test' }),
  };
});

const SURVEYS = [7, 500_000_000_000_001];
const responses = Array.from({ length: runs(300, 3000) }, (_, index) => ({
  responseId: index + 1,
  businessNumber: some(LOCATIONS),
  surveyId: some(SURVEYS),
  created: START + random(DAYS) * DAY + random(DAY),
  completed: random(5) > 0,
  nps: some([[], [0, 9], [6], [7], [8, 10], [9]]),
}));
const survey = surveyItem({ partnerId: 'ours', accountNumber: 100 }, {
  ...{ accountNumber: 100, surveyId: SURVEYS[0], name: 'Survey', surveyType: 'traditional', created: START, pages: [] },
} as never);

const listed = LOCATIONS.flatMap((businessNumber) =>
  Array.from({ length: DAYS }, (_, day) => ({
    ...{ accountNumber: 100, businessNumber, date: iso(START + day * DAY).slice(0, 10) },
    alpha: { mapViews: { mobile: random(50), desktop: random(50) }, calls: random(9) },
    gamma: { impressions: random(1000) },
  })),
).filter(() => random(3) > 0);

const answers = Array.from({ length: 90 }, (_, index) => ({
  ...{ accountNumber: 100, businessNumber: some(LOCATIONS), date: iso(START + random(DAYS) * DAY).slice(0, 10) },
  ...{ aiModel: some(AI_MODELS), theme: some(['Dinner', 'Lunch']), prompt: `Question ${index}` },
  brandPresent: random(2) > 0,
}));

let table: OpenTable;
beforeAll(async () => {
  table = await openWorld();
  await putItems(table, [...reviews.map(reviewOf), ...responses.map(responseOf), survey]);
  await putItems(table, [
    ...listed.map((each) => insightItem('ours', each)),
    ...answers.map((each) => answerItem('ours', each)),
  ]);
  await recount(table);
}, 300_000);

const shown = (time: number) => `${iso(time).slice(5, 7)}/${iso(time).slice(8, 10)}/${iso(time).slice(0, 4)}`;
/** Halves up, and what is a half but for a fraction that no double holds. */
const rounded = (number: number) => Math.round(number * 10 + 5e-5) / 10 || 0;
const meanOf = (numbers: readonly number[]) =>
  numbers.length === 0 ? null : rounded(numbers.reduce((sum, each) => sum + each, 0) / numbers.length);

type Some = readonly (typeof reviews)[number][];

const modelOf = (chosen: Some) => {
  const responded = chosen.filter(({ response, responseDate }) => response ?? responseDate).length;
  const waits = chosen
    .map(({ reviewDate, responseDate }) => (Date.parse(responseDate ?? '') - Date.parse(reviewDate)) / 3_600_000)
    .filter((hours) => hours >= 0);
  return {
    reviews: chosen.length,
    averageRating: meanOf(chosen.map(({ rating }) => rating)),
    ratings: [5, 4.5, 3, 1, 0]
      .map((rating) => ({ rating, reviewCount: chosen.filter((each) => each.rating === rating).length }))
      .filter(({ reviewCount }) => reviewCount > 0),
    responded,
    responseRate: chosen.length === 0 ? null : rounded((100 * responded) / chosen.length),
    averageResponseHours: meanOf(waits),
  };
};

const chosenBy = (numbers: readonly number[], sources: readonly string[], from: number, until: number): Some =>
  reviews.filter(
    ({ businessNumber, sourceAlias, reviewDate }) =>
      numbers.includes(businessNumber) &&
      (sources.length === 0 || sources.includes(sourceAlias)) &&
      Date.parse(reviewDate) >= from &&
      Date.parse(reviewDate) < until,
  );

/** First moments of the periods, and the moment after the last one. */
const cutsOf = (from: number, until: number, groupBy: string): readonly number[] => {
  const cuts = [from];
  for (let day = from + DAY; day < until; day += DAY) {
    const date = new Date(day);
    if (groupBy === 'day' || (groupBy === 'week' ? date.getUTCDay() === 1 : date.getUTCDate() === 1)) cuts.push(day);
  }
  return [...cuts, until];
};

const query = fc.record({
  businessNumbers: fc.subarray(LOCATIONS, { minLength: 1 }),
  from: fc.nat(DAYS),
  length: fc.nat(DAYS),
  sources: fc.subarray(SOURCES),
  groupByType: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
});

it('reports reviews over time and by location as a plain model does', async () => {
  const headers = { 'x-business-number': '100' };
  await fc.assert(
    fc.asyncProperty(query, async ({ from, length, groupByType, businessNumbers, sources }) => {
      const [first, until] = [START + from * DAY, START + (from + length + 1) * DAY];
      const dates = { startDate: shown(first), endDate: shown(until - DAY) };
      const body = { ...dates, businessNumbers, sources };
      const cuts = cutsOf(first, until, groupByType);
      expect((await call(overTime, { headers, body: { ...body, groupByType } })).body).toEqual({
        total: modelOf(chosenBy(businessNumbers, sources, first, until)),
        dataPoints: cuts.slice(0, -1).map((cut, index) => ({
          label: shown(cut),
          ...modelOf(chosenBy(businessNumbers, sources, cut, cuts[index + 1]!)),
        })),
      });
      expect((await call(byLocation, { headers, body })).body).toMatchObject({
        totalCount: businessNumbers.length,
        dataPoints: businessNumbers.map((businessNumber) => ({
          businessNumber,
          ...modelOf(chosenBy([businessNumber], sources, first, until)),
        })),
      });
    }),
    { numRuns: runs(8, 100) },
  );
}, 300_000);

const saidBy = (chosen: Some) => {
  const analysed = chosen.filter(({ sentiment }) => sentiment !== undefined);
  const ofSign = (sign: number) =>
    analysed.filter(({ sentiment = 0 }) => (Math.abs(sentiment) > 0.05 ? Math.sign(sentiment) : 0) === sign).length;
  const [reviewCount, positive, negative] = [analysed.length, ofSign(1), ofSign(-1)];
  const mentions = NAMED.map(({ id, keyword, catId }) => {
    const of = (sign: string) => analysed.filter(({ terms = [] }) => terms.includes(`${id}${sign}`)).length;
    const [pCt, nCt] = [of('+'), of('-')];
    return { keyword, catId, ct: pCt + nCt + of('='), pCt, nCt };
  });
  return { reviewCount, positive, negative, mentions };
};

it('reports what reviews say as a plain model does', async () => {
  const path = { businessNumber: '100' };
  await fc.assert(
    fc.asyncProperty(query, async ({ from, length, businessNumbers, sources }) => {
      const [first, until] = [START + from * DAY, START + (from + length + 1) * DAY];
      const body = { startDate: shown(first), endDate: shown(until - DAY), businessNumbers, sources };
      const { reviewCount, positive, negative, mentions } = saidBy(chosenBy(businessNumbers, sources, first, until));
      const report = (await call(categories, { path, body })).body;
      const { entities, cats } = report;
      expect(entities).toMatchObject([
        {
          entId: 100,
          competitor: false,
          reviews: reviewCount,
          positive,
          negative,
          neutral: reviewCount - positive - negative,
        },
      ]);
      for (const { catId, catStats } of cats) {
        const own = mentions.filter((each) => each.catId === catId);
        const sum = (of: 'ct' | 'pCt' | 'nCt') => own.reduce((all, each) => all + each[of], 0);
        const [ct, pCt, nCt] = [sum('ct'), sum('pCt'), sum('nCt')];
        const avgScr = ct === 0 ? null : rounded(50 + (50 * (pCt - nCt)) / ct);
        expect(catStats).toMatchObject([{ entId: 100, ct, pCt, nCt, avgScr }]);
      }
      const listed = (await call(keywords, { path, body: { ...body, topKW: 100, orderBy: 'atoz', sentiment: -1 } }))
        .body;
      expect(listed.keywords).toEqual(
        mentions
          .filter(({ pCt, nCt }) => pCt < nCt)
          .toSorted((a, b) => (a.keyword < b.keyword ? -1 : 1))
          .map((each) => ({
            ...each,
            prct: rounded((100 * each.ct) / reviewCount),
            avgScr: rounded(50 + (50 * (each.pCt - each.nCt)) / each.ct),
          })),
      );
    }),
    { numRuns: runs(8, 100) },
  );
}, 300_000);

const within = (at: number | string, from: number, until: number) => {
  const time = typeof at === 'number' ? at : Date.parse(at);
  return time >= from && time < until;
};

it('reports answers to NPS questions, insights and citations as plain models do', async () => {
  const headers = { 'x-business-number': '100' };
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), async ({ from, length, groupByType, businessNumbers }, isFiltered) => {
      const [first, until] = [START + from * DAY, START + (from + length + 1) * DAY];
      const dates = { startDate: shown(first), endDate: shown(until - DAY) };
      const cuts = cutsOf(first, until, groupByType);
      const periods = cuts.slice(0, -1).map((cut, index) => [cut, cuts[index + 1]!] as const);

      const answersIn = (begin: number, end: number) => {
        const given = responses
          .filter((each) => each.completed && businessNumbers.includes(each.businessNumber))
          .filter(({ created, surveyId }) => within(created, begin, end) && (!isFiltered || surveyId === SURVEYS[0]))
          .flatMap((each) => each.nps);
        const of = (least: number, most: number) => given.filter((each) => each >= least && each <= most).length;
        const [promoters, passives, detractors] = [of(9, 10), of(7, 8), of(0, 6)];
        const score = given.length === 0 ? null : rounded((100 * (promoters - detractors)) / given.length);
        return { promoters, passives, detractors, answers: given.length, nps: score };
      };
      const surveyId = isFiltered ? SURVEYS[0] : undefined;
      expect((await call(nps, { headers, body: { ...dates, businessNumbers, groupByType, surveyId } })).body).toEqual({
        total: answersIn(first, until),
        dataPoints: periods.map(([begin, end]) => ({ label: shown(begin), ...answersIn(begin, end) })),
      });

      const seenIn = (begin: number, end: number) => {
        const found = listed.filter(
          ({ businessNumber, date }) => businessNumbers.includes(businessNumber) && within(date, begin, end),
        );
        const sum = (of: (each: (typeof listed)[number]) => number) => found.reduce((all, each) => all + of(each), 0);
        return {
          mapViewTotalCount: sum(({ alpha: { mapViews } }) => (isFiltered ? 0 : mapViews.mobile) + mapViews.desktop),
          callsTotalCount: sum(({ alpha }) => alpha.calls),
          impressionCountTotalCount: sum(({ gamma }) => gamma.impressions),
        };
      };
      const isoDates = { startDate: iso(first).slice(0, 10), endDate: iso(until - DAY).slice(0, 10) };
      const viewMode = isFiltered ? ['Desktop'] : [];
      const asked = { ...isoDates, businessNumbers, groupByType, viewMode };
      expect((await call(insights, { query: { businessId: '100' }, body: asked })).body).toMatchObject({
        ...seenIn(first, until),
        dataPoints: periods.map(([begin, end]) => ({ label: iso(begin).slice(0, 10), ...seenIn(begin, end) })),
      });

      const chosen = answers.filter(
        ({ businessNumber, date, theme }) =>
          businessNumbers.includes(businessNumber) && within(date, first, until) && (!isFiltered || theme === 'Lunch'),
      );
      const body = { ...dates, businessNumbers, pageSize: 100, ...(isFiltered && { theme: 'LÚNCH' }) };
      const cited = (await call(citations, { headers, body })).body;
      expect(cited.total).toBe(chosen.length);
      expect(cited.visibility).toEqual(
        AI_MODELS.flatMap((aiModel) => {
          const own = chosen.filter((each) => each.aiModel === aiModel);
          const present = own.filter(({ brandPresent }) => brandPresent).length;
          const share = rounded((100 * present) / own.length);
          return own.length === 0 ? [] : [{ aiModel, answers: own.length, present, share }];
        }),
      );
      const prompts = cited.citations.map(({ prompt }: { prompt: string }) => prompt);
      expect(prompts.toSorted()).toEqual(
        chosen
          .map(({ prompt }) => prompt)
          .toSorted()
          .slice(0, 100),
      );
    }),
    { numRuns: runs(8, 100) },
  );
}, 300_000);

it('checks fields, then the account, then how many locations are named', async () => {
  const many = Array.from({ length: 101 }, (_, index) => index + 1);
  const days = { startDate: '01/01/2024', endDate: '01/02/2024' };
  const ask = (number: number, body: object, accept = 'application/json') =>
    call(overTime, {
      headers: { 'X-Business-Number': String(number), accept },
      body: { businessNumbers: many, ...body },
    });
  expect((await ask(100, { ...days, startDate: 'x' })).body.code).toBe(1523);
  expect((await ask(999, days)).body.code).toBe(1011);
  expect((await ask(100, days)).body.code).toBe(2003);
  const path = { businessNumber: '999' };
  expect((await call(keywords, { path, body: { businessNumbers: many } })).body.code).toBe(1011);
  // A client that wants every violation also gets the late one.
  const { body } = await ask(100, { ...days, startDate: 'x' }, 'application/problem+json');
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/startDate', '/businessNumbers']);
});

it('each unknown view mode is named to a client that asks for all violations', async () => {
  const headers = { accept: 'application/problem+json' };
  const body = { viewMode: ['Mobile', 'TV', 'Watch'] };
  const { body: problem } = await call(insights, { query: { businessId: '100' }, headers, body });
  expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/viewMode/1', '/viewMode/2']);
});
