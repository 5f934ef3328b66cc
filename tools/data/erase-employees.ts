/** Removes employees of an account for good, with all of their data in the table (docs/erasing.md). */
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { tracedDeletion } from '../../lib/dynamodb/writes/dependent-items.ts';
import { countOneLess } from '../../lib/dynamodb/writes/limited-count.ts';
import { employeeCount, employeesPartition } from '../../lib/employees/repository/employee.ts';
import { type ErasedEmployee, employeeErasureItem } from '../../lib/employees/repository/erasure.ts';
import type { OpenTable } from '../open-table.ts';
import {
  type ErasingOptions,
  eraseTracesOfEmployees,
  type Removed,
  removedIn,
  removeRecords,
  tally,
} from './erase-traces.ts';
import { type Run, startRun } from './run/run.ts';

const ATTEMPTS = 10;

/** Removes the record, unless it is gone already. */
const removeRecord = async (
  table: OpenTable,
  erased: ErasedEmployee,
  removed: Removed,
  { isAgain = false }: ErasingOptions,
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
  options: ErasingOptions = {},
): Promise<Removed> => {
  const removed = removedIn(run);
  // The list comes first: if the run is interrupted later, the list still names the employee.
  await removeRecords(run, { what: 'employees', all, wait: options.wait }, async (each) => {
    // Of who was saved again and is erased again, the list has the later time: a repetition removes them up to it.
    await table.put({
      Item: employeeErasureItem(each),
      ConditionExpression: 'attribute_not_exists(pk) OR erasedAt < :erasedAt',
      ExpressionAttributeValues: { ':erasedAt': each.erasedAt },
    });
    await removeRecord(table, each, removed, options);
  });
  await eraseTracesOfEmployees(table, all, run);
  return removed;
};
