/** Removes employees of an account for good, with all of their data in the table (docs/erasing.md). */
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { tracedDeletion } from '../../lib/dynamodb/writes/dependent-items.ts';
import { countOneLess } from '../../lib/dynamodb/writes/limited-count.ts';
import { employeeCount, employeesPartition } from '../../lib/employees/repository/employee.ts';
import { type ErasedEmployee, employeeErasureItem } from '../../lib/employees/repository/erasure.ts';
import type { OpenTable } from '../open-table.ts';
import { eraseTracesOfEmployees, type Removed, removedIn, tally } from './erase-traces.ts';
import { type Run, startRun } from './run/run.ts';

const ATTEMPTS = 10;

interface Repetition {
  /** Whether earlier erasures are repeated: who was saved again since then stays. */
  readonly isAgain?: boolean;
  /** Until requests have ended that have read an employee before: what they write is found then. */
  readonly wait?: () => Promise<unknown>;
}

/** Removes the record, unless it is gone already. */
const removeRecord = async (
  table: OpenTable,
  erased: ErasedEmployee,
  removed: Removed,
  { isAgain = false }: Repetition,
): Promise<void> => {
  const { partnerId, accountNumber, employee, erasedAt } = erased;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = await table.get({ pk: employeesPartition(partnerId, accountNumber), sk: employee });
    if (!item || (isAgain && String(item.createdAt) > erasedAt)) return;
    const condition = {
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': item.version },
    };
    const deletion = tracedDeletion(item, item.p0, condition);
    const { key } = employeeCount(erased);
    const refused = await table.transact([deletion, countOneLess(key)]);
    // A table that was restored in the middle of a write may lack the count.
    const isDone = !refused || (refused.failed.has(1) && !(await table.transact([deletion])));
    if (!isDone) continue;
    tally(removed, 'employees');
    return;
  }
  throw new StoreUnavailable('other writers keep changing the employee');
};

/**
 * Removes employees, and enters them in the list of erasures. It skips what is gone already, so that an interrupted run
 * can be repeated. Reads the complete table once.
 */
export const eraseEmployees = async (
  table: OpenTable,
  all: readonly ErasedEmployee[],
  run: Run = startRun(),
  repetition: Repetition = {},
): Promise<Removed> => {
  const removed = removedIn(run);
  // The list comes first: if the run is interrupted later, the list still names the employee.
  await run.step('employees', () =>
    run.each(all, async (each) => {
      await table.put({ Item: employeeErasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' });
      await removeRecord(table, each, removed, repetition);
    }),
  );
  await run.step('wait for requests', async () => void (await repetition.wait?.()));
  await eraseTracesOfEmployees(table, all, run);
  return removed;
};
