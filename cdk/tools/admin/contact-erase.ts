/** `contact erase`: removes a person for good, or from a restored table once more. */
import { contacts } from '../../../lib/contacts/repository/contact.ts';
import type { ErasedContact } from '../../../lib/contacts/repository/erasure.ts';
import { contactIdentifier } from '../../../lib/contacts/rules/contact-lookup.ts';
import { ownerKey } from '../../../lib/partners/repository/account.ts';
import { eraseContacts, listedErasures, type Removed } from '../data/erase-contacts.ts';
import { AdminError, type Io } from '../io.ts';
import { openTable } from '../open-table.ts';
import type { Target } from './target.ts';

export interface EraseOptions {
  readonly account?: number | undefined;
  readonly id?: number | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  /** Removes all that the list of erasures names. */
  readonly again?: boolean | undefined;
  /** The table whose list that is; the target's own where it is left out. */
  readonly from?: string | undefined;
  readonly endpoint?: string | undefined;
}

const summaryOf = (removed: Removed): string => {
  const counted = [...removed].map(([what, amount]) => `${what} ${amount}`).sort();
  return counted.length === 0 ? 'Nothing was left to be removed.' : `Removed: ${counted.join(', ')}.`;
};

/** Removes what a list names, of the same table or another one. */
const eraseAgain = async ({ table }: Target, io: Io, { from, endpoint }: EraseOptions): Promise<void> => {
  const source = from === undefined ? table : openTable({ tableName: from, endpoint });
  try {
    const listed = await listedErasures(source);
    io.out(`${source.name} lists ${listed.length} erased contacts.`);
    io.out(`${table.name}: ${summaryOf(await eraseContacts(table, listed))}`);
  } finally {
    if (source !== table) source.client.destroy();
  }
};

const isOne = (...values: readonly unknown[]): boolean => values.filter((value) => value !== undefined).length === 1;

/** @throws AdminError where the options name nobody */
const personOf = async (
  { table }: Target,
  { account, id, email, phone }: EraseOptions,
  erasedAt: string,
): Promise<ErasedContact> => {
  if (account === undefined || !isOne(id, email, phone))
    throw new AdminError('Give --account, and one of --id, --email and --phone; or --again.');
  const owner = await table.get(ownerKey(account));
  if (owner?.kind !== 'account') throw new AdminError(`There is no account ${account}.`);
  const erased = { partnerId: String(owner.partnerId), accountNumber: account, erasedAt };
  // What is left of a contact that was deleted before is found by its id.
  if (id !== undefined) return { ...erased, contactId: id };
  const identifier = contactIdentifier({
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
  });
  const found = await contacts({ table, partnerId: erased.partnerId }).find(account, identifier);
  if (!found?.contact)
    throw new AdminError(`Account ${account} has no such contact. If it was deleted, name it by --id.`);
  return { ...erased, contactId: found.contact.id };
};

export const eraseContact = async (target: Target, io: Io, options: EraseOptions): Promise<void> => {
  if (options.again) return eraseAgain(target, io, options);
  const person = await personOf(target, options, new Date(io.now()).toISOString());
  io.log(`Reading the whole of ${target.table.name} for what it has of contact ${person.contactId} ...`);
  const removed = await eraseContacts(target.table, [person]);
  io.out(`Contact ${person.contactId} of account ${person.accountNumber}: ${summaryOf(removed)}`);
  io.out('It is in the list of erasures: apply that to each table you restore (contact erase --again).');
};
