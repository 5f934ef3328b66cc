/** Repeats all erasures of a list: after a restore, or where a run was interrupted (docs/erasing.md). */
import { type ErasedContact, erasureFrom } from '../../lib/contacts/repository/erasure.ts';
import { type ErasedEmployee, employeeErasureFrom } from '../../lib/employees/repository/erasure.ts';
import { type ErasedPartner, partnerErasureFrom } from '../../lib/partners/repository/erasure.ts';
import { type ErasedUser, userErasureFrom } from '../../lib/users/repository/erasure.ts';
import type { Io } from '../io.ts';
import type { OpenTable } from '../open-table.ts';
import { eraseContacts } from './erase-contacts.ts';
import { eraseEmployees } from './erase-employees.ts';
import { erasePartners } from './erase-partners.ts';
import { type ErasingOptions, type Removed, removedIn } from './erase-traces.ts';
import { eraseUsers } from './erase-users.ts';
import { type Run, startRun } from './run/run.ts';

/** The list of erasures. Of an erased partner not even the ids of its people are kept. */
export interface ErasureList {
  readonly partners: ErasedPartner[];
  readonly contacts: ErasedContact[];
  readonly users: ErasedUser[];
  readonly employees: ErasedEmployee[];
}

const inOrder = <T>(all: readonly T[]): T[] =>
  all
    .map((each) => [JSON.stringify(each), each] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each);

/**
 * Reads the list of a table, in one order. Reads the complete table once, also where a run continues: someone may have been
 * erased since.
 */
export const listedErasures = async (source: OpenTable, io?: Io): Promise<ErasureList> => {
  const found: ErasureList = { partners: [], contacts: [], users: [], employees: [] };
  await startRun({ io }).sweep({
    phase: 'list',
    table: source,
    what: 'Reading the erasure list',
    types: ['partnerErasure', 'erasure', 'userErasure', 'employeeErasure'],
    see: (items) => () => {
      for (const item of items)
        if (item.type === 'partnerErasure') found.partners.push(partnerErasureFrom(item));
        else if (item.type === 'erasure') found.contacts.push(erasureFrom(item));
        else if (item.type === 'userErasure') found.users.push(userErasureFrom(item));
        else found.employees.push(employeeErasureFrom(item));
    },
  });
  const gone = new Set(found.partners.map(({ partnerId }) => partnerId));
  const isLeft = ({ partnerId }: { readonly partnerId: string }) => !gone.has(partnerId);
  return {
    partners: inOrder(found.partners),
    contacts: inOrder(found.contacts.filter(isLeft)),
    users: inOrder(found.users.filter(isLeft)),
    employees: inOrder(found.employees.filter(isLeft)),
  };
};

export interface ErasedAgain {
  readonly partners: number;
  readonly contacts: number;
  readonly users: number;
  readonly employees: number;
  readonly removed: Removed;
}

/** Repeats the erasures of a list in `table`. With another list a run starts from the beginning. */
export const eraseListed = async (
  table: OpenTable,
  list: ErasureList,
  run: Run = startRun(),
  { wait }: Pick<ErasingOptions, 'wait'> = {},
): Promise<ErasedAgain> => {
  const { partners, contacts, users, employees } = list;
  run.workBy(list);
  await erasePartners(table, partners, { run });
  await eraseContacts(table, contacts, run, { wait });
  await eraseUsers(table, users, run, { wait });
  await eraseEmployees(table, employees, run, { wait, isAgain: true });
  return {
    partners: partners.length,
    contacts: contacts.length,
    users: users.length,
    employees: employees.length,
    removed: removedIn(run),
  };
};
