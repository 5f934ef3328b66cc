/** Reads of any size, in any order of their ends: the budget is exceeded by one at most, and nothing is refused before. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withConcurrency } from '../../../../lib/dynamodb/client/concurrency.ts';
import { pacedReads } from '../../../../lib/dynamodb/table/paced-reads.ts';
import { readBudget } from '../../../../lib/dynamodb/table/read-units.ts';

const MOST = 20;

it('reads as far as the budget goes, and one read further at most', async () => {
  const plan = fc.record({
    budget: fc.nat(200),
    atOnce: fc.integer({ min: 1, max: 6 }),
    sizes: fc.array(fc.integer({ min: 1, max: MOST }), { maxLength: 60 }),
    scheduler: fc.scheduler(),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ budget: units, atOnce, sizes, scheduler }) => {
      const budget = readBudget(units);
      const paced = pacedReads(budget, MOST);
      let [done, refused, taken] = [0, 0, 0];
      const all = withConcurrency(sizes, atOnce, async (size) => {
        if (!(await paced.begin())) {
          refused++;
          return;
        }
        await scheduler.schedule(Promise.resolve());
        taken += size;
        done++;
        paced.end(size);
      });
      await scheduler.waitFor(all);
      expect(done + refused).toBe(sizes.length);
      expect(taken).toBeLessThanOrEqual(units + MOST);
      if (refused > 0) expect(taken).toBeGreaterThan(units);
    }),
  );
});
