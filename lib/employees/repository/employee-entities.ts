/** What employees declare (lib/entities.ts), and how they change with their locations. */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Entity, FindDependents } from '../../dynamodb/table/entity.ts';
import { deletionOf, lyingAt, stillLoaded, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { EMPLOYEE, EMPLOYEE_COUNT, employeeFrom, employeesPartition, MOST_EMPLOYEES } from './employee.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = { partnerId: text, accountNumber: number } as const;

/** So many are removed in one transaction. */
const AT_ONCE = 20;

/** An employee without a location that is gone; whose last one it was becomes inactive, and never one of all. */
const withoutLocation = (item: Item, gone: number): Action | undefined => {
  const { locations } = employeeFrom(item);
  if (locations === 'all' || !locations.includes(gone)) return undefined;
  const left = locations.filter((each) => each !== gone);
  return updateAction(item, {
    businessNumbers: left,
    ...(left.length === 0 && { active: false }),
    ...stillLoaded(item),
  });
};

const employeesOfLocation: FindDependents = async function* ({ table, partnerId }, { accountNumber, number: gone }) {
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'contains(businessNumbers, :gone)',
    ExpressionAttributeValues: { ':pk': employeesPartition(partnerId, accountNumber), ':gone': gone },
    ConsistentRead: true,
  });
  for await (const page of pages) {
    for (const item of page) {
      const action = withoutLocation(item, gone);
      if (action) yield [action];
    }
  }
};

/** Employees and their count lie in one partition. */
const employeesOfAccount: FindDependents = async function* ({ table, partnerId }, { accountNumber }) {
  for await (const keys of lyingAt(table, employeesPartition(partnerId, accountNumber)))
    for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
};

export const employeeEntity: Entity = {
  type: EMPLOYEE,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#EMPLOYEES', sk: '<digest of the email>' },
  answers: 'Who serves the customers of this account, or of a location of it?',
  attributes: {
    type: 'object',
    required: [
      ...['partnerId', 'accountNumber', 'emailId', 'firstName', 'access', 'active', 'createdAt'],
      ...['version', 'bytes', 'p0'],
    ],
    properties: {
      ...owned,
      emailId: text,
      firstName: text,
      lastName: text,
      phone: text,
      imageUrl: text,
      access: { enum: ['all', 'listed'] },
      businessNumbers: { type: 'array', items: number },
      active: { type: 'boolean' },
      createdAt: text,
      version: { type: 'integer', minimum: 1 },
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: 'the command deletes it first' },
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ sk }) => sk },
  removal: { withLocation: employeesOfLocation, withAccount: employeesOfAccount },
};

export const employeeCountEntity: Entity = {
  type: EMPLOYEE_COUNT,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#EMPLOYEES', sk: 'COUNTS' },
  answers: 'How many employees does this account have?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'amount'],
    properties: { ...owned, amount: { type: 'integer', minimum: 0, maximum: MOST_EMPLOYEES } },
  },
  exported: { with: EMPLOYEE },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the employees' },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with the employees' },
};
