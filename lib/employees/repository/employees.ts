/** The employees of a partner's accounts: found, listed and written. */
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { unchangedAction, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { amountIn, countOneMore } from '../../dynamodb/writes/limited-count.ts';
import { markAbove, newestMark, versionOf } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, requireShown, takeKey, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { named } from '../../partners/repository/account.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import {
  EMPLOYEE,
  type Employee,
  type EmployeeOwner,
  employeeChanges,
  employeeCount,
  employeeFrom,
  employeeId,
  employeeItem,
  employeeKey,
  employeesPartition,
  type StoredEmployee,
} from './employee.ts';

export interface EmployeeContext {
  readonly stored: StoredEmployee | undefined;
  /** The number of employees of the account. */
  readonly amount: number;
}

/** All new employees of an account update its count, so conflicts are certain if many come at once. */
const MOST_TRANSACTIONS = 25;

export const employees = ((store) => {
  const { table, partnerId } = store;
  const resultOf = (owner: EmployeeOwner, email: string) => ({
    employee: employeeId(owner, email),
    accountNumber: owner.accountNumber,
  });
  return {
    /** The context of an email on an account. One call. */
    context: async (owner: EmployeeOwner, email: string): Promise<EmployeeContext> => {
      const keys = { own: employeeKey(owner, email), count: employeeCount(owner).key };
      const { own, count } = named(await table.batchGet(Object.values(keys)), keys);
      return { stored: own && employeeFrom(own), amount: amountIn(count) };
    },

    /** One call. */
    find: async (owner: EmployeeOwner, email: string): Promise<StoredEmployee | undefined> => {
      const item = await table.get(employeeKey(owner, email));
      return item && employeeFrom(item);
    },

    /** The employee as an executed request has left it. One call. @throws StoreUnavailable if it does not show that yet */
    executed: async (owner: EmployeeOwner, email: string, mark: string): Promise<StoredEmployee | undefined> => {
      const item = await table.get(employeeKey(owner, email));
      if (item) requireShown(mark, item);
      return item && employeeFrom(item);
    },

    /** All of an account, in no order; may be a second old. One call for each MB. */
    all: async (accountNumber: number): Promise<readonly Employee[]> => {
      const found: Employee[] = [];
      const pages = table.query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': employeesPartition(partnerId, accountNumber) },
      });
      for await (const page of pages) found.push(...page.filter(({ type }) => type === EMPLOYEE).map(employeeFrom));
      return found;
    },

    /** Writes an employee on what was read: a new one in an account that takes something new. One call. */
    write: (owner: EmployeeOwner, before: Item | undefined, employee: Employee): Promise<Written> => {
      const mark = markAbove(before);
      const result = resultOf(owner, employee.emailId);
      if (before) {
        const actions = [updateAction(before, employeeChanges(employee), { mark })];
        return write(store, { strategy: withDependents, actions, basedOn: [versionOf(before)], mark, result });
      }
      const createdAt = new Date(clock.now()).toISOString();
      const item: Item = { ...employeeItem(owner, employee, createdAt), p0: mark };
      checkRecordBytes(Number(item.bytes));
      const account = stillOpen(partnerId, owner.accountNumber);
      const put: Action = { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
      const actions = [put, countOneMore(employeeCount(owner)), account];
      const patience = { attempts: MOST_TRANSACTIONS };
      return write(store, { strategy: creation(), actions, basedOn: [0], mark, result, patience });
    },

    /** Takes the idempotency key for an employee who stays as they are. */
    keep: (owner: EmployeeOwner, { item, emailId }: StoredEmployee): Promise<Written> =>
      takeKey(store, [unchangedAction(item)], { mark: newestMark(item), result: resultOf(owner, emailId) }),
  };
}) satisfies Opened<unknown>;
