/** `employee erase`: removes an employee of an account for good. */
import { employeeId } from '../../lib/employees/repository/employee.ts';
import { ownerKey } from '../../lib/partners/repository/account.ts';
import { eraseEmployees } from '../data/erase-employees.ts';
import { AdminError, type Io } from '../io.ts';
import { confirmedBefore } from './confirm.ts';
import { type AgainOptions, eraseAgain, erasingRun, summaryOf, untilWritten } from './erase-again.ts';
import type { Target } from './target.ts';

export interface EraseEmployeeOptions extends AgainOptions {
  readonly account?: number | undefined;
  readonly email?: string | undefined;
}

/** @throws AdminError if the options name no account */
export const eraseEmployee = async (target: Target, io: Io, options: EraseEmployeeOptions): Promise<void> => {
  if (options.again) return eraseAgain(target, io, options);
  const { account, email } = options;
  if (account === undefined || email === undefined) throw new AdminError('Pass --account and --email; or --again.');
  const found = await target.table.get(ownerKey(account));
  if (found?.kind !== 'account') throw new AdminError(`Account ${account} does not exist.`, 'not found');
  const owner = { partnerId: String(found.partnerId), accountNumber: account };
  // Who was removed before may still be named by tickets: no record is needed.
  const erased = { ...owner, employee: employeeId(owner, email), erasedAt: new Date(io.now()).toISOString() };
  const { confirm = confirmedBefore } = options;
  if (!(await confirm(`erase an employee of account ${account} for good, with all their data in ${target.table.name}`)))
    return;
  io.log(`Searching the entire table ${target.table.name} for data of the employee ...`);
  const run = erasingRun(target, io, options, `employee erase of ${erased.employee} of account ${account}`);
  const removed = await eraseEmployees(target.table, [erased], run, { wait: untilWritten(io, options) });
  run.end();
  io.result?.({ account, removed: Object.fromEntries(removed) });
  io.out(`Employee of account ${account}: ${summaryOf(removed)}`);
  io.out('They are in the erasure list: apply the list to each table that you restore (employee erase --again).');
};
