/**
 * What is left of a contact that was deleted: marks and version, so that what takes its id again goes on above them
 * (docs/writing-once.md), and the stream shows it to what removes the activity. It holds nothing of the person.
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { itemOf } from '../../dynamodb/entity.ts';
import { epochSeconds } from '../../dynamodb/expiry.ts';
import type { Key } from '../../dynamodb/keys.ts';
import { markAttributes, marksOf } from '../../dynamodb/marks.ts';
import { timeOfMark } from './activity.ts';
import { type ContactOwner, contactKey } from './contact.ts';

/** Longer than any late try lives, any repetition of the stream, and any operator takes to look after it. */
const KEPT_SECONDS = 30 * 24 * 3600;

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
      ...Object.fromEntries(
        [mark, ...marksOf(record)].slice(0, markAttributes.length).map((each, index) => [markAttributes[index]!, each]),
      ),
      version: Number(record.version ?? 0) + 1,
      rounds: 0,
      expiresAtSeconds: epochSeconds(timeOfMark(mark)) + KEPT_SECONDS,
    },
    contactTombstoneKey(owner, id),
  );
