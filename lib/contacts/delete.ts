/** Delete contact: find, validate, delete or remove locations. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { markAbove } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import { timeOfMark } from './repository/activity.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import { contexts } from './repository/preconditions.ts';
import { contactWrites } from './repository/writing.ts';
import { activityOf, withActivity, withoutLocations } from './rules/contact-writes.ts';

const ATTEMPTS = { attempts: 10, mostDoublings: 6 } as const;

interface Command {
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
  { id, businessIds, validateOnly, requireVersion }: Command,
): Promise<Deleted | 'changed'> => {
  const before = await contexts(store).contact(owner, id);
  if (!before) return { refused: laterErrors.contactNotFound };
  requireVersion(Number(before.version));
  if (validateOnly) return 'done';
  const contact = before.contact as Contact;
  const { write, keep } = contactWrites(store);
  const mark = markAbove(before);
  const left = businessIds && withoutLocations(contact, new Set(businessIds));
  if (left === contact) return (await keep(before)) === 'changed' ? 'changed' : 'done';
  const after = left && withActivity(left, new Date(timeOfMark(mark)).toISOString());
  const activity = after && activityOf(['updated']);
  return (await write({ owner, before, after, activity, mark })) === 'changed' ? 'changed' : 'done';
};

/**
 * Deletes a contact, or takes it off locations.
 *
 * @throws StoreUnavailable where others are in the way each time
 */
export const deleteContactIn = async (store: PartnerStore, command: Command): Promise<Deleted> => {
  if (store.idempotency?.executed) return 'done';
  const named = await contexts(store).named(command.businessId);
  if (!named) return { refused: errors.accountNotFound };
  return until<Deleted>(ATTEMPTS, () => deleteOnce(store, named.owner, command));
};
