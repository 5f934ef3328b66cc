/** Counts against a recount, over random histories, batches that overlap and come again, and failures at any step. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { NUMBER_WIDTH, packed } from '../../../lib/contacts/repository/packed-text.ts';
import { type Call, CallError } from '../../../lib/dynamodb/client/call.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { countedOnce } from '../../../lib/insight/repository/counts.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { runs } from '../../support/chosen.ts';
import { openWorld, scan, through } from '../../support/opened-world.ts';
import type { TestQueue } from '../events/queue.ts';
import {
  context,
  deliver,
  openGivenUp,
  recordOf,
  recount,
  responseOf,
  reviewOf,
  type StreamRecord,
} from './support.ts';

let table: OpenTable;
let givenUp: TestQueue;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  table = await openWorld();
  givenUp = await openGivenUp();
});
afterAll(() => givenUp.close());

const DAYS = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-01-31T12:00:00.000Z'];
const day = fc.constantFrom(...DAYS);
const businessNumber = fc.constantFrom(101, 102);
const customerId = fc.constantFrom(1, 2, undefined);

const review = fc.record({
  reviewId: fc.constantFrom('r1', 'r2', 'r#3'),
  businessNumber,
  sourceAlias: fc.constantFrom('alpha', 'beta'),
  rating: fc.constantFrom(0, 1, 4.5, 5),
  reviewDate: day,
  customerId,
  response: fc.constantFrom(undefined, 'Thank you.'),
  responseDate: fc.constantFrom(undefined, ...DAYS),
  ...{ sentiment: fc.constantFrom(undefined, -1, 0.05, 0.06), terms: fc.subarray(['1+', '1-', '1=', '99+']) },
});
const response = fc
  .record({
    responseId: fc.constantFrom(1, 2, 3),
    surveyId: fc.constantFrom(7, 999_999_999_999_999),
    created: day.map(Date.parse),
    completed: fc.boolean(),
    overallScore: fc.constantFrom(null, 0, 100 / 3, 99.9),
    nps: fc.array(fc.nat(10), { maxLength: 2 }),
    ratings: fc.array(fc.constantFrom(1, 2.777777777, 5), { maxLength: 2 }),
    customerId,
  })
  // A response stays at its location.
  .map((each) => ({ ...each, businessNumber: 101 + (each.responseId % 2) }));

const act = fc.oneof(
  fc.record({ put: review.map(reviewOf) }),
  fc.record({ put: response.map(responseOf) }),
  fc.record({ gone: fc.nat() }),
);

/** Which calls of the function fail, and whether they had an effect. */
const fault = fc.record({ at: fc.nat(12), kind: fc.constantFrom('before' as const, 'after' as const) });

const failing =
  (faults: readonly { readonly at: number; readonly kind: 'before' | 'after' }[]) =>
  (next: Call): Call => {
    let calls = 0;
    return async (operation, input, options) => {
      const strike = faults.find(({ at }) => at === calls);
      calls++;
      if (strike?.kind === 'before') throw Object.assign(new Error('lost'), { name: 'TimeoutError', uncertain: true });
      const answer = await next(operation, input, options);
      if (strike) throw Object.assign(new Error('lost'), { name: 'TimeoutError', uncertain: true });
      return answer;
    };
  };

interface Analysed {
  readonly sentiment?: number;
  readonly terms: readonly string[];
  readonly reviewDate: string;
  readonly sourceAlias: string;
  readonly businessNumber: number;
}

/** What the records come to, counted one by one. */
const expectedOf = (records: readonly Item[]): Map<string, Record<string, number>> => {
  const counts = new Map<string, Record<string, number>>();
  const add = (number: unknown, sk: string, name: string, amount: number) => {
    const key = keyText({ pk: `P#ours#COUNTS#${number}`, sk });
    const sums = counts.get(key) ?? {};
    sums[name] = (sums[name] ?? 0) + amount;
    counts.set(key, sums);
  };
  for (const each of records) {
    const date = new Date((each.created as number) ?? each.reviewDate).toISOString();
    const places = [`D#${date.slice(0, 10)}`, `M#${date.slice(0, 7)}`, 'TOTAL'].map((sk) => [each.businessNumber, sk]);
    if (each.type === 'review') places.push([100, 'TOTAL']);
    for (const [number, sk] of places as [unknown, string][]) {
      add(number, sk, 'records', 1);
      if (each.type === 'review') {
        add(number, sk, `${each.sourceAlias} ${each.rating}`, 1);
        if (each.response !== undefined || each.responseDate !== undefined) add(number, sk, `A${each.sourceAlias}`, 1);
        const waited = Date.parse(String(each.responseDate)) - Date.parse(String(each.reviewDate));
        if (waited >= 0) {
          add(number, sk, `H${each.sourceAlias}`, 1);
          add(number, sk, `W${each.sourceAlias}`, waited);
        }
      } else if (!each.completed) add(number, sk, `${each.surveyId} incomplete`, 1);
      else {
        const {
          overallScore = null,
          nps,
          ratings,
        } = each as { overallScore?: number; nps: number[]; ratings: number[] };
        add(number, sk, `${each.surveyId} complete`, 1);
        if (overallScore !== null) add(number, sk, `${each.surveyId} score`, Math.round(overallScore * 1e6));
        else add(number, sk, `${each.surveyId} unscored`, 1);
        for (const answer of nps) {
          const kind = answer >= 9 ? 'promoters' : answer >= 7 ? 'passives' : 'detractors';
          add(number, sk, `${each.surveyId} ${kind}`, 1);
        }
        for (const _ of ratings) add(number, sk, `${each.surveyId} ratings`, 1);
        const points = ratings.reduce((sum, rating) => sum + (rating - 1) * 25, 0);
        add(number, sk, `${each.surveyId} points`, Math.round(points * 1e6));
      }
    }
  }
  for (const { sentiment, terms, reviewDate, sourceAlias, businessNumber: number } of records as never as Analysed[]) {
    if (sentiment === undefined) continue;
    const sign = sentiment > 0.05 ? '+' : sentiment < 0 ? '-' : '=';
    for (const sk of [`T#${reviewDate.slice(0, 10)}#${sourceAlias}`, `U#${reviewDate.slice(0, 7)}#${sourceAlias}`])
      for (const name of ['records', `V${sign}`, ...terms.map((term) => `K${term}`)]) add(number, sk, name, 1);
  }
  for (const sums of counts.values()) for (const name in sums) if (sums[name] === 0) delete sums[name];
  return counts;
};

const LETTERS: Readonly<Record<string, string>> = {
  ...{ i: 'incomplete', c: 'complete', u: 'unscored', t: 'score' },
  ...{ p: 'promoters', v: 'passives', d: 'detractors', k: 'ratings', q: 'points' },
};
const SURVEYS = Object.fromEntries([7, 999_999_999_999_999].map((id) => [packed(id, NUMBER_WIDTH), id]));

/** The counts of the table, in the words of `expectedOf`. */
const countsIn = (items: readonly Item[]) =>
  new Map(
    items
      .filter(({ type }) => type === 'count')
      .map(({ pk, sk, type: _, v: __, ...sums }) => [
        keyText({ pk, sk }),
        Object.fromEntries(
          Object.entries(sums).flatMap(([name, amount]) => {
            if (amount === 0) return [];
            if (name === 'n') return [['records', amount]];
            if (/^[AHKVW]/.test(name)) return [[name, amount]];
            if (name.startsWith('R')) return [[name.slice(1).replace(':', ' '), amount]];
            return [[`${SURVEYS[name.slice(1, -1)]} ${LETTERS[name.at(-1)!]}`, amount]];
          }),
        ),
      ]),
  );

const scoresOf = (records: readonly Item[]) =>
  records
    .flatMap((each) => {
      if (each.customerId === undefined) return [];
      if (each.type === 'review')
        return [`${each.customerId} ${Date.parse(String(each.reviewDate))} ${Number(each.rating) * 2}`];
      const { completed, nps, ratings } = each as unknown as { completed: boolean; nps: number[]; ratings: number[] };
      const score = nps.at(-1) ?? (ratings.length > 0 ? ratings.at(-1)! * 2 : undefined);
      return completed && score !== undefined ? [`${each.customerId} ${each.created} ${score}`] : [];
    })
    .toSorted();

const storedScores = (items: readonly Item[]) =>
  items
    .filter(({ type }) => type === 'contactScore')
    .map(({ contactId, sk, score }) => `${contactId} ${Number(String(sk).split('#')[1])} ${score}`)
    .toSorted();

const isRecord = ({ type }: Item) => type === 'review' || type === 'surveyResponse';

it('equal a recount after any history, whatever comes twice or is cut off', async () => {
  const plan = fc.record({
    acts: fc.array(act, { maxLength: 12 }),
    // Where a batch begins behind the last one, or before its end, and how long it is.
    batches: fc.array(fc.record({ back: fc.nat(3), length: fc.integer({ min: 1, max: 5 }) }), { maxLength: 12 }),
    faults: fc.array(fault, { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ acts, batches, faults }) => {
      for (const item of (await scan()).filter(
        (each) => isRecord(each) || /^(count|contactScore)/.test(String(each.type)),
      ))
        await table.remove({ Key: keyOf(item) });
      const records = new Map<string, Item>();
      const shown: StreamRecord[] = [];
      for (const each of acts) {
        const old =
          'put' in each ? records.get(keyText(each.put)) : [...records.values()][each.gone % (records.size || 1)];
        if ('put' in each) {
          shown.push(recordOf(old, each.put));
          records.set(keyText(each.put), each.put);
          await table.put({ Item: each.put });
        } else if (old) {
          shown.push(recordOf(old, undefined));
          records.delete(keyText(old));
          await table.remove({ Key: keyOf(old) });
        }
      }
      await through(failing(faults), async () => {
        let next = 0;
        for (const { back, length } of batches) {
          const start = Math.max(0, next - back);
          await deliver(shown.slice(start, start + length));
          next = Math.max(next, Math.min(shown.length, start + length));
        }
        await deliver(shown.slice(next));
      });
      const items = await scan();
      expect(countsIn(items)).toEqual(expectedOf([...records.values()]));
      expect(storedScores(items)).toEqual(scoresOf([...records.values()]));
      expect(await recount(table)).toMatchObject({ wrong: 0 });
      expect(givenUp.messages).toEqual([]);
    }),
    { numRuns: runs(25, 600) },
  );
}, 600_000);

it('are left alone where a transaction holds one that may be empty: no record of the stream fails for it', async () => {
  const review = reviewOf({ reviewId: 'held' });
  await deliver([recordOf(undefined, review)]);
  let held = 0;
  const holding = (next: Call) =>
    (async (operation, ...rest) => {
      if (operation !== 'DeleteItem') return next(operation, ...rest);
      held++;
      throw new CallError('held', { name: 'TransactionConflictException', attempts: 3, uncertain: false });
    }) as Call;
  const gone = { Records: [recordOf(review, undefined)] };
  expect(await through(holding, () => processStream(gone, context()))).toEqual({ batchItemFailures: [] });
  expect(held).toBeGreaterThan(0);
});

it('know a change for longer than the stream may show it again', () => {
  const DAY_SECONDS = 24 * 3600;
  const { Put } = countedOnce('ours', 'a change') as { Put: { Item: { expiresAtSeconds: number } } };
  expect(Put.Item.expiresAtSeconds).toBeGreaterThan(clock.now() / 1000 + DAY_SECONDS + 3600);
});
