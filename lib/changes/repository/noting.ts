/**
 * Notes events in the feeds of their accounts. A reader takes the entries that are 10 seconds old for complete. So a put
 * whose response did not arrive within 5 seconds of the time in its key may land unseen, and is made again under a later
 * time (docs/bulk.md: changes).
 */
import { clock } from '../../dynamodb/client/clock.ts';
import { StoreUnavailable } from '../../dynamodb/client/outcomes.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { changeItem } from './change.ts';
import { entryOf, type IdentifiedEvent } from './entry.ts';

/** How old an entry is before it is shown. */
export const SHOWN_AFTER_MILLISECONDS = 10_000;
/** How long a put may take. The rest is for clocks that are apart, and for tries that are on their way. */
export const MOST_PUT_MILLISECONDS = 5000;

const DAY = 24 * 3600 * 1000;

/** How long entries are shown, in milliseconds: the context's `changeDays`. */
export const keptMilliseconds = (): number => Number(process.env.CHANGE_DAYS ?? 30) * DAY;

/** Puts an entry; `late` if it may land after the time at which readers take it for put. */
const putOnce = async (
  table: Table,
  event: IdentifiedEvent,
  feed: number,
  deadline: number,
): Promise<'noted' | 'late'> => {
  const noted = clock.now();
  const noting = { partnerId: event.partnerId, feed, noted, kept: keptMilliseconds() };
  const within = Math.min(deadline, noted + MOST_PUT_MILLISECONDS);
  try {
    await table.within({ deadline: within }).put({ Item: changeItem({ ...noting, change: entryOf(event, noting) }) });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return 'late';
  }
  // The clock is asked again: the function may have been frozen meanwhile.
  return clock.now() - noted <= MOST_PUT_MILLISECONDS ? 'noted' : 'late';
};

/**
 * Notes an event in the feed of an account.
 *
 * @param deadline - epoch milliseconds
 * @throws StoreUnavailable if it was not noted by the deadline: the record of the stream is then read again
 */
export const noteChange = async (
  table: Table,
  event: IdentifiedEvent,
  feed: number,
  deadline: number,
): Promise<void> => {
  while (clock.now() < deadline) {
    if ((await putOnce(table, event, feed, deadline)) === 'noted') return;
    await clock.pause(100);
  }
  throw new StoreUnavailable('an event was not noted in time');
};
