/** Writes of custom fields are judged again where another request came between. */
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import { pauseBefore } from '../dynamodb/pause.ts';

const ATTEMPTS = 12;
const MOST_DOUBLINGS = 5;

/** @throws StoreUnavailable where others are in the way each time */
export const untilDone = async <Done>(attempt: () => Promise<Done | 'changed'>): Promise<Done> => {
  for (let count = 0; count < ATTEMPTS; count++) {
    if (count > 0) await pauseBefore(Math.min(count, MOST_DOUBLINGS));
    const outcome = await attempt();
    if (outcome !== 'changed') return outcome as Done;
  }
  throw new StoreUnavailable('others were in the way each time');
};
