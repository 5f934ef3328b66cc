/** Repeats all erasures of a list: after a restore, or where a run was interrupted (docs/erasing.md). */
import { type ErasedContact, erasureFrom } from '../../lib/contacts/repository/erasure.ts';
import { type ErasedEmployee, employeeErasureFrom } from '../../lib/employees/repository/erasure.ts';
import { type ErasedPartner, partnerErasureFrom } from '../../lib/partners/repository/erasure.ts';
import { type ErasedUser, userErasureFrom } from '../../lib/users/repository/erasure.ts';
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

/** Reads the list of a table. Reads the complete table once. */
export const listedErasures = async (source: OpenTable, run: Run = startRun()): Promise<ErasureList> => {
  const found = run.keep<ErasureList>('list', { partners: [], contacts: [], users: [], employees: [] });
  await run.sweep({
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
    ...found,
    contacts: found.contacts.filter(isLeft),
    users: found.users.filter(isLeft),
    employees: found.employees.filter(isLeft),
  };
};

export interface ErasedAgain {
  readonly partners: number;
  readonly contacts: number;
  readonly users: number;
  readonly employees: number;
  readonly removed: Removed;
}

/**
 * Repeats the erasures in `table`.
 *
 * @param source - the table that has the list; it may be the same
 */
export const eraseListed = async (
  table: OpenTable,
  source: OpenTable,
  run: Run = startRun(),
  { wait }: Pick<ErasingOptions, 'wait'> = {},
): Promise<ErasedAgain> => {
  const { partners, contacts, users, employees } = await listedErasures(source, run);
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
