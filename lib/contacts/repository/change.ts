/**
 * A write of a contact: one transaction of the contact and all that follows from it, so that none of it is ever without
 * the rest (docs/engineers.md: contacts).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/table/record-size.ts';
import { ifUnchanged, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { type Activity, activityItem } from './activity.ts';
import { type Contact, type ContactOwner, contactChanges, contactItem, contactKey } from './contact.ts';
import { optOutActions } from './opt-outs.ts';
import { packedIndexAction } from './packed-index.ts';
import { pointerChanges } from './pointers.ts';
import { contactTombstone } from './tombstone.ts';

const contactIn = (item: Item | undefined): Contact | undefined => item?.contact as Contact | undefined;

/** The dependent items of a contact in addition to its pointers: its entry in the packed index, and its opt-outs. */
export const derivedActions = (
  owner: ContactOwner,
  before: Contact | undefined,
  after: Contact | undefined,
): readonly Action[] => {
  const { id } = (after ?? before)!;
  const bytes = after ? recordBytes({ ...owner, ...contactChanges(after) }) : 0;
  return [packedIndexAction(owner, id, after && { contact: after, bytes }), ...optOutActions(owner, before, after)];
};

export interface ContactWrite {
  readonly owner: ContactOwner;
  /** The item that the write is based on; absent for a new contact. */
  readonly before: Item | undefined;
  /** Absent where it is deleted. */
  readonly after: Contact | undefined;
  readonly activity?: Activity | undefined;
  readonly mark: string;
}

/** The contact's own action: the first of the transaction. */
const ownAction = ({ owner, before, after, mark }: ContactWrite): Action => {
  if (after && before) return updateAction(before, contactChanges(after), { mark });
  if (after) {
    const item = { ...contactItem(owner, after), p0: mark };
    checkRecordBytes(Number((item as Item).bytes));
    return { Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' } };
  }
  return { Delete: { Key: contactKey(owner, contactIn(before)!.id), ...ifUnchanged(before!) } };
};

/** The actions of a write, the contact's own first. */
export const contactActions = (write: ContactWrite): readonly Action[] => {
  const { owner, before, after, activity, mark } = write;
  const old = contactIn(before);
  const { set, givenUp } = pointerChanges(owner, old, after);
  const { id } = (after ?? old)!;
  return [
    ownAction(write),
    ...set.map(({ action }) => action),
    ...givenUp,
    ...derivedActions(owner, old, after),
    ...(activity ? [{ Put: { Item: activityItem(owner, id, activity, mark) } }] : []),
    ...(after ? [] : [{ Put: { Item: contactTombstone(owner, id, before!, mark) } }]),
  ];
};
