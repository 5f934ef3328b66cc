/** `contact erase`: removes a person for good, or again from a restored table. */
import { contacts } from '../../lib/contacts/repository/contact.ts';
import type { ErasedContact } from '../../lib/contacts/repository/erasure.ts';
import { contactIdentifier } from '../../lib/contacts/rules/contact-lookup.ts';
import { ownerKey } from '../../lib/partners/repository/account.ts';
import { eraseContacts } from '../data/erase-contacts.ts';
import { AdminError, type Io } from '../io.ts';
import { confirmedBefore } from './confirm.ts';
import { type AgainOptions, eraseAgain, erasingRun, isOne, summaryOf, untilWritten } from './erase-again.ts';
import type { Target } from './target.ts';

export interface EraseOptions extends AgainOptions {
  readonly account?: number | undefined;
  readonly id?: number | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** @throws AdminError if the options name no contact */
const personOf = async (
  { table }: Target,
  { account, id, email, phone }: EraseOptions,
  erasedAt: string,
): Promise<ErasedContact> => {
  if (account === undefined || !isOne(id, email, phone))
    throw new AdminError('Pass --account, and one of --id, --email and --phone; or --again.');
  const owner = await table.get(ownerKey(account));
  if (owner?.kind !== 'account') throw new AdminError(`Account ${account} does not exist.`, 'not found');
  const erased = { partnerId: String(owner.partnerId), accountNumber: account, erasedAt };
  // The remaining data of a contact that was deleted before is found by its id.
  if (id !== undefined) return { ...erased, contactId: id };
  const identifier = contactIdentifier({
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
  });
  const found = await contacts({ table, partnerId: erased.partnerId }).find(account, identifier);
  if (!found?.contact)
    throw new AdminError(`Account ${account} has no such contact. If it was deleted, use --id.`, 'not found');
  return { ...erased, contactId: found.contact.id };
};

export const eraseContact = async (target: Target, io: Io, options: EraseOptions): Promise<void> => {
  if (options.again) return eraseAgain(target, io, options);
  const person = await personOf(target, options, new Date(io.now()).toISOString());
  const { confirm = confirmedBefore } = options;
  const name = `contact ${person.contactId} of account ${person.accountNumber}`;
  if (!(await confirm(`erase ${name} for good, with all its data in ${target.table.name}`))) return;
  io.log(`Searching the entire table ${target.table.name} for data of contact ${person.contactId} ...`);
  const run = erasingRun(target, io, options, `contact erase of ${name}`);
  const removed = await eraseContacts(target.table, [person], run, { wait: untilWritten(io, options) });
  run.end();
  const { contactId: contact, accountNumber: account } = person;
  io.result?.({ account, contact, removed: Object.fromEntries(removed) });
  io.out(`Contact ${person.contactId} of account ${person.accountNumber}: ${summaryOf(removed)}`);
  io.out('It is in the erasure list: apply the list to each table that you restore (contact erase --again).');
};
