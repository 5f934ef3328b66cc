/** The line of an employee of an account. */
import { email, trueOrFalse } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { countOneMore } from '../../../lib/dynamodb/writes/limited-count.ts';
import * as fields from '../../../lib/employees/contracts/shared-schemas.ts';
import {
  type Employee,
  type EmployeeOwner,
  employeeCount,
  employeeFrom,
  employeeId,
  employeeItem,
  employeeKey,
  employeesPartition,
  MOST_EMPLOYEES,
} from '../../../lib/employees/repository/employee.ts';
import { employeeEntity } from '../../../lib/employees/repository/employee-entities.ts';
import { employeeErasureKey } from '../../../lib/employees/repository/erasure.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface EmployeeLine extends Omit<Employee, 'locations' | 'active'> {
  readonly accountNumber: number;
  readonly businessNumbers?: readonly number[];
  readonly active?: boolean;
  /** Whether all of the employee's locations were deleted. */
  readonly locationsDeleted?: boolean;
  /** ISO 8601: when the employee was saved first; by default when the line is loaded first. */
  readonly createdAt?: string;
}

const employeeOf = ({ businessNumbers = [], active = true, locationsDeleted, ...line }: EmployeeLine): Employee => {
  const { accountNumber: _, createdAt: __, ...rest } = line;
  const numbers = [...new Set(businessNumbers)];
  return { ...rest, locations: numbers.length === 0 && !locationsDeleted ? 'all' : numbers, active };
};

/** Whether the employee was erased: an old file must not bring them back. One who was saved again since then stays. */
const isErased = async ({ table }: LoadContext, owner: EmployeeOwner, emailId: string): Promise<boolean> =>
  (await table.get(employeeErasureKey({ ...owner, employee: employeeId(owner, emailId) }))) !== undefined &&
  (await table.get(employeeKey(owner, emailId))) === undefined;

export const employeeLine: LineKind = {
  entity: employeeEntity,
  pass: 3,
  schema: lineOf(
    { accountNumber: positive, emailId: email(254), firstName: fields.firstName },
    {
      lastName: fields.lastName,
      phone: fields.phoneNumber,
      imageUrl: fields.imageUrl,
      businessNumbers: { type: 'array', items: positive, maxItems: fields.businessNumbers.maxItems },
      active: trueOrFalse,
      locationsDeleted: trueOrFalse,
      createdAt: pointInTime,
    },
  ),
  read(sent) {
    const line = inUtc(sent as unknown as EmployeeLine, ['createdAt']);
    if ('refused' in line) return line;
    const { accountNumber, emailId, businessNumbers = [] } = line;
    return {
      about: `employee ${emailId.toLowerCase()} of account ${accountNumber}`,
      locks: [`employees of account ${accountNumber}`],
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        for (const number of businessNumbers) {
          if ((await context.owners.ofBusiness(number))?.accountNumber !== accountNumber)
            return refused(`business ${number} does not belong to account ${accountNumber}`);
        }
        const owner = { partnerId, accountNumber };
        if (await isErased(context, owner, emailId)) return refused('the employee was erased for good');
        const fresh = employeeItem(owner, employeeOf(line), line.createdAt ?? new Date().toISOString());
        const alongside = {
          action: countOneMore(employeeCount(owner)),
          otherwise: () => `account ${accountNumber} has ${MOST_EMPLOYEES} employees, the most it can have`,
        };
        // The spelling of an email, and when the employee came, stay.
        const over = ({ emailId: known, createdAt }: Item) => ({ ...fresh, emailId: known, createdAt });
        return upsert(context, { fresh, alongside, over });
      },
    };
  },
  lineOf(item) {
    const { item: _, locations, active, ...employee } = employeeFrom(item);
    return {
      type: 'employee',
      accountNumber: Number(item.accountNumber),
      ...employee,
      ...(locations !== 'all' && { businessNumbers: locations }),
      active,
      createdAt: String(item.createdAt),
      ...(locations !== 'all' && locations.length === 0 && { locationsDeleted: true }),
    };
  },
  lyingAt: employeesPartition,
};
