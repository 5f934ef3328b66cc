/** Each minute: ends jobs that are open under a deadline that has passed, even if their workers have died. */
import { clock } from '../dynamodb/client/clock.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { endWithout } from './complete.ts';
import { jobsDueBy, shards } from './repository/job-due.ts';
import type { JobKinds } from './repository/kinds.ts';

/** Of each shard. */
const AT_ONCE = 4;
const IN_TIME = 'no answer in time';

interface Ways {
  readonly table: Table;
  readonly kinds: JobKinds;
  readonly hasTime: () => boolean;
}

/** Ends what is due. A due item goes once its job has ended: what is cut off is done by the next run. */
export const endLate = async ({ table, kinds, hasTime }: Ways): Promise<void> => {
  const now = clock.now();
  const endShard = async (shard: number): Promise<void> => {
    for await (const page of jobsDueBy(table, shard, now)) {
      await withConcurrency(page, AT_ONCE, async ({ key, partnerId, id, deadline }) => {
        if (!hasTime()) return;
        // One that others write all the time delays no other.
        try {
          await endWithout({ table: table.withOwnBudget(), partnerId }, id, kinds, {
            reason: IN_TIME,
            only: (job) => job.deadline === deadline && job.status !== 'waiting',
          });
          await table.remove({ Key: key });
        } catch (error) {
          console.error({ message: 'a job that is late was not ended', id, error: (error as Error).message });
        }
      });
      if (!hasTime()) return;
    }
  };
  await withConcurrency(shards, shards.length, endShard);
};
