/** Employees: people who serve the customers of an account. One item each, at a digest of the email. */
import { caseKey } from '../../contract/text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type EmployeeName, type EraseFrom, type Erasing, readOnce } from '../../dynamodb/table/erasure.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { digest, type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import type { LimitedCount } from '../../dynamodb/writes/limited-count.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The types of its items, and of the items that count them. */
export const EMPLOYEE = 'employee';
export const EMPLOYEE_COUNT = 'employeeCount';

/** An account has so many employees at most, inactive ones counted, and an employee is of so many named locations. */
export const MOST_EMPLOYEES = 2000;
export const MOST_LOCATIONS = 100;

/** The account that an employee belongs to. */
export interface EmployeeOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

/** Absent texts are empty. */
export interface Employee {
  /** As it was first sent; compared without case. */
  readonly emailId: string;
  readonly firstName: string;
  readonly lastName?: string;
  readonly phone?: string;
  readonly imageUrl?: string;
  /** The locations; `all` includes those that are created later. The list is empty once the last one was deleted. */
  readonly locations: 'all' | readonly number[];
  readonly active: boolean;
}

export interface StoredEmployee extends Employee {
  readonly item: Item;
}

/** What identifies an employee in the table: a digest of the email. */
export const employeeId = ({ partnerId, accountNumber }: EmployeeOwner, email: string): string =>
  digest(partnerId, accountNumber, 'EMPLOYEE', caseKey(email));

/** The digests of emails that an item names. */
const digestsIn = readOnce(() => new Map<string, string>());

/** Erases an employee from items of their account, each of which says by itself where an email of theirs stands. */
export const erasedByEmail =
  (erase: (item: Item, isTheirs: (email: unknown) => boolean) => Erasing | undefined): EraseFrom<EmployeeName> =>
  (item, { partnerId, accountNumber, employee }) => {
    if (item.partnerId !== partnerId || item.accountNumber !== accountNumber) return undefined;
    const owner = { partnerId, accountNumber };
    const digests = digestsIn(item);
    return erase(item, (email) => {
      if (typeof email !== 'string') return false;
      const digest = digests.get(email) ?? employeeId(owner, email);
      digests.set(email, digest);
      return digest === employee;
    });
  };

export const employeesPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'EMPLOYEES');

export const employeeKey = (owner: EmployeeOwner, email: string): Key => ({
  pk: employeesPartition(owner.partnerId, owner.accountNumber),
  sk: employeeId(owner, email),
});

export const employeeCount = ({ partnerId, accountNumber }: EmployeeOwner): LimitedCount => ({
  key: { pk: employeesPartition(partnerId, accountNumber), sk: 'COUNTS' },
  type: EMPLOYEE_COUNT,
  owner: { partnerId, accountNumber },
  most: MOST_EMPLOYEES,
});

/** What of an item a change of its employee changes; `null` removes an attribute. */
export const employeeChanges = ({ firstName, lastName, phone, imageUrl, locations, active }: Employee) => ({
  firstName,
  lastName: lastName ?? null,
  phone: phone ?? null,
  imageUrl: imageUrl ?? null,
  access: locations === 'all' ? 'all' : 'listed',
  businessNumbers: locations === 'all' ? null : [...locations],
  active,
});

/** A new item for an employee. @param createdAt - ISO 8601, in UTC */
export const employeeItem = (owner: EmployeeOwner, employee: Employee, createdAt: string): Item => {
  const { partnerId, accountNumber } = owner;
  const changes = Object.fromEntries(Object.entries(employeeChanges(employee)).filter(([, value]) => value !== null));
  const record = { partnerId, accountNumber, emailId: employee.emailId, ...changes, createdAt };
  return itemOf(
    EMPLOYEE,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    employeeKey(owner, employee.emailId),
  );
};

const TEXTS = ['lastName', 'phone', 'imageUrl'] as const;

/** The employee that an item holds: the opposite of `employeeItem`. */
export const employeeFrom = (item: Item): StoredEmployee => ({
  emailId: String(item.emailId),
  firstName: String(item.firstName),
  ...Object.fromEntries(TEXTS.flatMap((name) => (item[name] === undefined ? [] : [[name, String(item[name])]]))),
  locations: item.access === 'all' ? 'all' : ((item.businessNumbers ?? []) as readonly number[]),
  active: item.active === true,
  item,
});

/** Whether an employee serves a location. */
export const isOfLocation = ({ locations }: Pick<Employee, 'locations'>, businessNumber: number): boolean =>
  locations === 'all' || locations.includes(businessNumber);
