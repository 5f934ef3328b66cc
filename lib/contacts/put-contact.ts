/** Writes a validated contact, if it changes and no other contact has its identifiers. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Refusal } from '../contract/violations.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';
import { markAbove } from '../dynamodb/writes/marks.ts';
import { type Found, heldAs } from './find-person.ts';
import { postCommitCheck } from './post-commit-check.ts';
import { type Activity, type ActivityKind, timeOfMark } from './repository/activity.ts';
import { type ContactWrite, contactActions } from './repository/change.ts';
import type { Contact, ContactOwner } from './repository/contact.ts';
import { type Pointer, pointerChanges, pointersOf } from './repository/pointers.ts';
import { contexts } from './repository/preconditions.ts';
import { contactWrites } from './repository/writing.ts';
import { activityOf, withActivity } from './rules/contact-writes.ts';

export interface Putting {
  readonly owner: ContactOwner;
  readonly found: Found;
  /** The contact after a change at a time (ISO 8601), and its activity; no kinds if nothing changes. */
  readonly make: (at: string) => { readonly contact: Contact; readonly kinds: readonly ActivityKind[] };
  readonly details?: Activity['details'];
  readonly validateOnly: boolean;
}

/** `again`: others were in the way. A dry run has the version that the contact has. */
export type Put =
  | { readonly saved: { readonly id: number; readonly version: number } }
  | Refusal
  | { readonly executed: Executed }
  | 'again';

/** Whether something that the contact would be found by is another one's. */
const isTaken = async (
  store: PartnerStore,
  { owner, found }: Omit<Putting, 'validateOnly'>,
  after: Contact,
): Promise<boolean> => {
  const before = found.item?.contact as Contact | undefined;
  const isOther = (holder: number | undefined) => holder !== undefined && holder !== after.id;
  const isPersonal = ({ kind }: Pointer) => !kind.startsWith('CID');
  if (pointersOf(after).some((pointer) => isPersonal(pointer) && isOther(found.holders.get(heldAs(pointer)))))
    return true;
  const { set } = pointerChanges(owner, before, after);
  const unknown = set.filter((pointer) => isPersonal(pointer) && !found.holders.has(heldAs(pointer)));
  return (await contexts(store).holders(owner, unknown)).some(isOther);
};

/** What is to be written of a contact, under a mark above those that it keeps; no kinds: nothing changes. */
export interface CheckedPut {
  readonly write: ContactWrite;
  readonly kinds: readonly ActivityKind[];
}

/** Validates a write without saving. */
export const checkPut = async (
  store: PartnerStore,
  putting: Omit<Putting, 'validateOnly'>,
): Promise<{ readonly refused: ErrorEntry } | CheckedPut> => {
  const { owner, found, make, details } = putting;
  const { item: before } = found;
  const mark = markAbove(before);
  const at = new Date(timeOfMark(mark)).toISOString();
  const { contact, kinds } = make(at);
  if (await isTaken(store, putting, contact)) return { refused: errors.contactTaken };
  const after = withActivity(contact, at);
  return { write: { owner, before, after, activity: activityOf(kinds, details), mark }, kinds };
};

export const putContact = async (store: PartnerStore, { validateOnly, ...putting }: Putting): Promise<Put> => {
  const { owner, found } = putting;
  const { item: before } = found;
  const checked = await checkPut(store, putting);
  if ('refused' in checked) return checked;
  const { write: command, kinds } = checked;
  const { write, keep } = contactWrites(store);
  const after = command.after!;
  const result = { id: after.id, accountNumber: owner.accountNumber };
  if (validateOnly) {
    if (kinds.length > 0) contactActions(command);
    return { saved: { id: before ? after.id : 0, version: Number(before?.version ?? 0) } };
  }
  const outcome = before && kinds.length === 0 ? await keep(before, result) : await write(command, result);
  if (outcome === 'changed') return 'again';
  if ('executed' in outcome) return outcome;
  if (kinds.length > 0) await postCommitCheck(store, owner, before?.contact as Contact | undefined, after);
  return { saved: { id: after.id, version: outcome.version } };
};
