/**
 * What is left of a contact that was deleted: marks and version, so that what takes its id again goes on above them
 * (docs/writing-once.md), and the stream shows it to what removes the activity. It holds nothing of the person.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { epochSeconds, TOMBSTONE_SECONDS } from '../../dynamodb/table/expiry.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { oneWriteLater } from '../../dynamodb/writes/marks.ts';
import { timeOfMark } from './activity.ts';
import { type ContactOwner, contactKey } from './contact.ts';

export const contactTombstoneKey = (owner: ContactOwner, id: number): Key => ({
  pk: contactKey(owner, id).pk,
  sk: 'DELETED',
});

/** @param record - the item that is deleted, under this mark */
export const contactTombstone = (owner: ContactOwner, id: number, record: Item, mark: string): Item =>
  itemOf(
    'contactTombstone',
    {
      ...owner,
      contactId: id,
      ...oneWriteLater(record, mark),
      rounds: 0,
      expiresAtSeconds: epochSeconds(timeOfMark(mark)) + TOMBSTONE_SECONDS,
    },
    contactTombstoneKey(owner, id),
  );
