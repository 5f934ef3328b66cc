/** Delete contact from what was read to what is gone: find, judge, delete or take off locations. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { marksOf, nextMark } from '../dynamodb/marks.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { pauseBefore } from '../dynamodb/pause.ts';
import { timeOfMark } from './repository/activity.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import { grounds } from './repository/ground.ts';
import { contactWrites } from './repository/writing.ts';
import { activityOf, withActivity, withoutLocations } from './rules/contact-writes.ts';

const ATTEMPTS = 10;
const MOST_DOUBLINGS = 6;

interface Order {
  readonly businessId: number;
  readonly id: number;
  /** Only these locations; absent: everywhere. */
  readonly businessIds?: readonly number[] | undefined;
  readonly validateOnly: boolean;
  /** Throws where the contact may not be written at this version. */
  readonly requireVersion: (version: number) => void;
}

type Deleted = 'done' | { readonly refused: ErrorEntry };

const deleteOnce = async (
  store: PartnerStore,
  owner: ContactOwner,
  { id, businessIds, validateOnly, requireVersion }: Order,
): Promise<Deleted | 'again'> => {
  const before = await grounds(store).contact(owner, id);
  if (!before) return { refused: laterErrors.contactNotFound };
  marksOf(before);
  requireVersion(Number(before.version));
  if (validateOnly) return 'done';
  const contact = before.contact as Contact;
  const { write, keep } = contactWrites(store);
  const mark = nextMark();
  const left = businessIds && withoutLocations(contact, new Set(businessIds));
  if (left === contact) return (await keep(before)) === 'changed' ? 'again' : 'done';
  const after = left && withActivity(left, new Date(timeOfMark(mark)).toISOString());
  const activity = after && activityOf(['updated']);
  return (await write({ owner, before, after, activity, mark })) === 'changed' ? 'again' : 'done';
};

/**
 * Deletes a contact, or takes it off locations.
 *
 * @throws StoreUnavailable where others are in the way each time
 */
export const deleteContactIn = async (store: PartnerStore, order: Order): Promise<Deleted> => {
  if (store.claim?.executed) return 'done';
  const named = await grounds(store).named(order.businessId);
  if (!named) return { refused: errors.accountNotFound };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await pauseBefore(Math.min(attempt, MOST_DOUBLINGS));
    const outcome = await deleteOnce(store, named.owner, order);
    if (outcome !== 'again') return outcome;
  }
  throw new StoreUnavailable('others were in the way each time');
};
