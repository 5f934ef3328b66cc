/** Writes that are judged again where another request came between. */
import { StoreUnavailable } from './outcomes.ts';
import { pauseBefore } from './pause.ts';

const ATTEMPTS = 12;
const MOST_DOUBLINGS = 5;

/**
 * Repeats an attempt at a write until it says something else than `changed`.
 *
 * @throws StoreUnavailable where others are in the way each time
 */
export const untilDone = async <Done>(attempt: () => Promise<Done | 'changed'>): Promise<Done> => {
  for (let count = 0; count < ATTEMPTS; count++) {
    if (count > 0) await pauseBefore(Math.min(count, MOST_DOUBLINGS));
    const outcome = await attempt();
    if (outcome !== 'changed') return outcome as Done;
  }
  throw new StoreUnavailable('others were in the way each time');
};
