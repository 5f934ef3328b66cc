/** `contact erase`: removes a person for good, or from a restored table once more. */
import { contacts } from '../../../lib/contacts/repository/contact.ts';
import type { ErasedContact } from '../../../lib/contacts/repository/erasure.ts';
import { contactIdentifier } from '../../../lib/contacts/rules/contact-lookup.ts';
import { ownerKey } from '../../../lib/partners/repository/account.ts';
import { eraseContacts } from '../data/erase-contacts.ts';
import { AdminError, type Io } from '../io.ts';
import { type AgainOptions, eraseAgain, isOne, summaryOf } from './erase-again.ts';
import type { Target } from './target.ts';

export interface EraseOptions extends AgainOptions {
  readonly account?: number | undefined;
  readonly id?: number | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

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
