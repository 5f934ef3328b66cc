/** What the tests of counts share: records as the stream shows them, the function that counts them, and a plain recount. */
import { inject } from 'vitest';
import { handler as processStream } from '../../../functions/events/process-stream.ts';
import { type Item, toAttributes } from '../../../lib/dynamodb/table/attributes.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { type Review, reviewItem } from '../../../lib/reviews/repository/review.ts';
import { responseItem, type SurveyResponse } from '../../../lib/surveys/repository/response.ts';
import { rebuildCounts } from '../../../tools/data/rebuild-counts.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { openQueue, type TestQueue } from '../events/queue.ts';

export type StreamRecord = Parameters<typeof processStream>[0]['Records'][number];

let records = 0;

/** A change as the stream shows it; each has an id of its own. */
export const recordOf = (oldImage: Item | undefined, newImage: Item | undefined): StreamRecord => ({
  eventID: `e-${inject('endpoint').length}-${++records}`,
  eventName: oldImage ? (newImage ? 'MODIFY' : 'REMOVE') : 'INSERT',
  dynamodb: {
    SequenceNumber: String(records).padStart(9, '0'),
    Keys: toAttributes(keyOf(newImage ?? oldImage ?? {})) as never,
    ...(oldImage && { OldImage: toAttributes(oldImage) as never }),
    ...(newImage && { NewImage: toAttributes(newImage) as never }),
  },
});

export const context = (milliseconds = 25_000) =>
  ({ getRemainingTimeInMillis: () => milliseconds }) as Parameters<typeof processStream>[1];

/** Hands records over as Lambda does: again from the first that failed on, until none does. */
export const deliver = async (batch: readonly StreamRecord[]): Promise<void> => {
  let left = batch;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries > 50) throw new Error('the batch never passes');
    const { batchItemFailures } = await processStream({ Records: [...left] }, context());
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const first = left.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
    left = first === -1 ? [] : left.slice(first);
  }
};

/** For `beforeAll`: where the function puts aside what it can't do. */
export const openGivenUp = async (): Promise<TestQueue> => {
  const queue = await openQueue();
  process.env.GIVEN_UP_QUEUE_URL = queue.url;
  return queue;
};

/** Reviews and responses of the account 100 of ours. */
export const reviewOf = (review: Partial<Review> & Pick<Review, 'reviewId'>): Item =>
  reviewItem('ours', {
    accountNumber: 100,
    businessNumber: 101,
    sourceAlias: 'alpha',
    rating: 5,
    reviewDate: '2026-01-02T03:04:05.000Z',
    ...review,
  });

export const responseOf = (response: Partial<SurveyResponse> & Pick<SurveyResponse, 'responseId'>): Item =>
  responseItem(
    { partnerId: 'ours', accountNumber: 100 },
    {
      accountNumber: 100,
      businessNumber: 101,
      surveyId: 500_000_000_000_001,
      created: Date.UTC(2026, 0, 2, 3),
      completed: true,
      source: '',
      locale: 'en',
      answers: [],
      overallScore: 100,
      nps: [10],
      ratings: [],
      ...response,
    },
  );

/** Brings counts to what the records come to, for tests of what reads them. */
export const recount = (table: OpenTable) => rebuildCounts(table, { wait: async () => {} });
