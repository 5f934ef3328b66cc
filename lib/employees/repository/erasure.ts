/**
 * The list of erasures, of employees: who was removed for good from an account (docs/erasing.md). What is restored or
 * imported from before is held to it. It knows a digest of the email, and nothing else of a person.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import type { EmployeeName } from '../../dynamodb/table/erasure.ts';
import { joined, type Key, ofPartner } from '../../dynamodb/table/keys.ts';

/** An employee who is, or is to be, erased. */
export interface ErasedEmployee extends EmployeeName {
  /** ISO 8601, in UTC: when they were erased last. Who was saved again later stays where the list is applied again. */
  readonly erasedAt: string;
}

const text = { type: 'string' } as const;

export const employeeErasureEntity: Entity = {
  type: 'employeeErasure',
  keys: { pk: 'P#<partner>#ERASURES', sk: 'EMPLOYEE#<account>#<digest of the email>' },
  answers: 'Which employees were erased, and must be erased again after a restore?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'employee', 'erasedAt'],
    properties: { partnerId: text, accountNumber: { type: 'integer' }, employee: text, erasedAt: text },
  },
  exported: { not: 'it applies to the table and its backups' },
  personal: false,
  events: false,
  counts: false,
  audit: { shows: 'names', id: ({ employee }) => employee },
  removal: { withLocation: 'is none of a location', withAccount: 'holds for what is restored, too' },
  whenRestored: 'keeps',
};

export const employeeErasureKey = ({ partnerId, accountNumber, employee }: EmployeeName): Key => ({
  pk: ofPartner(partnerId, 'ERASURES'),
  sk: joined('EMPLOYEE', accountNumber, employee),
});

export const employeeErasureItem = (erased: ErasedEmployee): Item =>
  itemOf('employeeErasure', { ...erased }, employeeErasureKey(erased));

/** The opposite of `employeeErasureItem`. */
export const employeeErasureFrom = ({ partnerId, accountNumber, employee, erasedAt }: Item): ErasedEmployee => ({
  partnerId: String(partnerId),
  accountNumber: Number(accountNumber),
  employee: String(employee),
  erasedAt: String(erasedAt),
});
