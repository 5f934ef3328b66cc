/** What comes of media, each once: whatever is written is written on the condition that the medium is pending. */
import { clock } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { type Medium, type MediumName, mediumFrom, mediumKey } from './medium.ts';

type Result =
  | { readonly status: 'FAILED'; readonly failureReason: string }
  | ({ readonly status: 'DONE' } & Required<Pick<Medium, 'object' | 'format' | 'width' | 'height' | 'fileBytes'>>);

const IF_PENDING = '#status = :pending';

export const completing = (table: Table) => ({
  /** The medium as it stands. One call. */
  find: async (name: MediumName): Promise<Medium | undefined> => {
    const item = await table.get(mediumKey(name));
    return item && mediumFrom(item);
  },

  /** Ends a medium that is pending; `false` where it is not any more, by another one than this. One call. */
  end: async (name: MediumName, result: Result): Promise<boolean> => {
    const written = { ...result, endedAt: new Date(clock.now()).toISOString() };
    const names = Object.keys(written);
    const outcome = await table.update({
      Key: mediumKey(name),
      UpdateExpression: `SET ${names.map((each) => `#${each} = :${each}`).join(', ')}`,
      ConditionExpression: IF_PENDING,
      ExpressionAttributeNames: Object.fromEntries(names.map((each) => [`#${each}`, each])),
      ExpressionAttributeValues: {
        ':pending': 'PENDING',
        ...Object.fromEntries(Object.entries(written).map(([each, value]) => [`:${each}`, value])),
      },
    });
    if (!isRefused(outcome)) return true;
    // A first try of the call may have landed without an answer: the object is this one's alone.
    return result.status === 'DONE' && outcome.item?.object === result.object;
  },

  /** Counts a try that failed; `false` where another one has, or the medium has ended. One call. */
  countTry: async (name: MediumName, tries: number): Promise<boolean> => {
    const outcome = await table.update({
      Key: mediumKey(name),
      UpdateExpression: 'SET tries = :next',
      ConditionExpression: `${IF_PENDING} AND tries = :tries`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':pending': 'PENDING', ':tries': tries, ':next': tries + 1 },
    });
    return !isRefused(outcome) || outcome.item?.tries === tries + 1;
  },
});
