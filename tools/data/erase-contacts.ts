/** Removes contacts for good, with all of their data in the table (docs/erasing.md). */
import { contactActions } from '../../lib/contacts/repository/change.ts';
import { contactKey } from '../../lib/contacts/repository/contact.ts';
import { type ErasedContact, erasureItem } from '../../lib/contacts/repository/erasure.ts';
import { contactWrites } from '../../lib/contacts/repository/writing.ts';
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { markAbove } from '../../lib/dynamodb/writes/marks.ts';
import type { OpenTable } from '../open-table.ts';
import {
  type ErasingOptions,
  eraseTracesOfContacts,
  type Removed,
  removedIn,
  removeRecords,
  tally,
} from './erase-traces.ts';
import { type Run, startRun } from './run/run.ts';

const ATTEMPTS = 10;

/**
 * Removes the contact, and all that is written with it, in one transaction. Does nothing if the contact is gone
 * already.
 */
const removeRecord = async (table: OpenTable, erased: ErasedContact, removed: Removed): Promise<void> => {
  const store = { table, partnerId: erased.partnerId };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await table.get(contactKey(erased, erased.contactId));
    if (!before) return;
    const write = { owner: erased, before, after: undefined, mark: markAbove(before) };
    if ((await contactWrites(store).write(write)) === 'changed') continue;
    const keys = contactActions(write).flatMap((action) => ('Delete' in action ? [action.Delete.Key.pk] : []));
    tally(removed, 'contacts');
    tally(removed, 'entries of the packed index');
    const optOuts = keys.filter((pk) => pk.includes('#OPTOUTS#')).length;
    tally(removed, 'opt-outs', optOuts);
    tally(removed, 'pointers', keys.length - 1 - optOuts);
    return;
  }
  throw new StoreUnavailable('other writers keep changing the contact');
};

/**
 * Removes contacts, and enters them in the list of erasures. It skips what is gone already, so that an interrupted run
 * can be repeated. Reads the complete table once.
 */
export const eraseContacts = async (
  table: OpenTable,
  all: readonly ErasedContact[],
  run: Run = startRun(),
  { wait }: ErasingOptions = {},
): Promise<Removed> => {
  const removed = removedIn(run);
  // The list comes first: if the run is interrupted later, the list still names the contact.
  await removeRecords(run, { what: 'contacts', all, wait }, async (each) => {
    await table.put({ Item: erasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' });
    await removeRecord(table, each, removed);
  });
  await eraseTracesOfContacts(table, all, run);
  return removed;
};
