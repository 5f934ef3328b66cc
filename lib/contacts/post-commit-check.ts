/**
 * Looks, once a contact was written, whether its account or a location of it was deleted meanwhile: what removes their parts
 * may have looked before the contact was there (docs/engineers.md: contacts).
 */

import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { markAbove } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import { contexts } from './repository/preconditions.ts';
import { contactWrites } from './repository/writing.ts';
import { withoutLocations } from './rules/contact-writes.ts';

const ATTEMPTS = {
  attempts: 8,
  atOnce: 8,
  exhausted: () => new StoreUnavailable('the contact is written by others all the time'),
} as const;

/** @throws StoreUnavailable where others write it all the time */
export const postCommitCheck = async (
  { table, partnerId }: PartnerStore,
  owner: ContactOwner,
  before: Contact | undefined,
  after: Contact,
): Promise<void> => {
  // Without the request's idempotency key: that stands for the write that was made.
  const store = { table, partnerId };
  const { goneBelow, write } = contactWrites(store);
  const gone = await goneBelow(owner, before, after);
  if (!gone.account && gone.locations.size === 0) return;
  await until(ATTEMPTS, async () => {
    const item = await contexts(store).contact(owner, after.id);
    if (!item) return 'done';
    const contact = item.contact as Contact;
    const left = gone.account ? undefined : withoutLocations(contact, gone.locations);
    if (left === contact) return 'done';
    return write({ owner, before: item, after: left, mark: markAbove(item) });
  });
};
