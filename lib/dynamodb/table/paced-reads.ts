/** Reads that share a budget, some of them at once. */
import type { ReadBudget } from './read-units.ts';

/**
 * As many reads go on at once as the budget lasts for if each takes the most; then one after the other. So a budget is
 * exceeded by one read at most.
 *
 * @param most - the read units of one read, at most
 */
export const pacedReads = (budget: ReadBudget, most: number) => {
  let reading = 0;
  let ended = Promise.withResolvers<void>();
  return {
    /** Waits for its turn; `false` if the budget is spent. With `true`, `end` must follow. */
    begin: async (): Promise<boolean> => {
      while (reading > 0 && budget.left() < (reading + 1) * most) await ended.promise;
      if (budget.left() < 0) return false;
      reading++;
      return true;
    },
    /** @param units - what the read took */
    end: (units: number): void => {
      budget.spend(units);
      reading--;
      ended.resolve();
      ended = Promise.withResolvers();
    },
  };
};
