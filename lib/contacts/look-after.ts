/**
 * Looks, once a contact was written, whether its account or a location of it was deleted meanwhile: what removes their parts
 * may have looked before the contact was there (docs/engineers.md: contacts).
 */

import { marksOf, nextMark } from '../dynamodb/marks.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import { grounds } from './repository/ground.ts';
import { contactWrites } from './repository/writing.ts';
import { withoutLocations } from './rules/contact-writes.ts';

const ATTEMPTS = 8;

/** @throws StoreUnavailable where others write it all the time */
export const lookAfter = async (
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
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = await grounds(store).contact(owner, after.id);
    if (!item) return;
    marksOf(item);
    const contact = item.contact as Contact;
    const left = gone.account ? undefined : withoutLocations(contact, gone.locations);
    if (left === contact) return;
    const outcome = await write({ owner, before: item, after: left, mark: nextMark() });
    if (outcome !== 'changed') return;
  }
  throw new StoreUnavailable('the contact is written by others all the time');
};
