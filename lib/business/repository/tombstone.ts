/**
 * Tombstones: what is left of an account or a location that was deleted. It has the marks and the version that the
 * record would have after one more write, so that what takes the number again goes on above them
 * (docs/writing-once.md), and the stream shows it to what removes the parts.
 */

import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Deleted, type DeletedAt, itemOf } from '../../dynamodb/table/entity.ts';
import { expiryAfter, TOMBSTONE_SECONDS } from '../../dynamodb/table/expiry.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { markAbove, oneWriteLater } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';

/** What is known of a deletion. */
export interface Tombstone extends DeletedAt {
  readonly partnerId: string;
  /** The mark of the deletion. */
  readonly mark: string;
}

export const tombstoneKey = (partnerId: string, kind: Deleted['kind'], number: number): Key => ({
  pk: ofPartner(partnerId, kind.toUpperCase(), number),
  sk: 'DELETED',
});

/**
 * The condition that an account or a location, which was read in the same request, has not been deleted since. It costs less
 * than one on the record itself, which may have 128 KB.
 */
export const recordStands = (partnerId: string, kind: Deleted['kind'], number: number): Action => ({
  ConditionCheck: {
    Key: tombstoneKey(partnerId, kind, number),
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** The same of a location. */
export const locationStands = (partnerId: string, businessNumber: number): Action =>
  recordStands(partnerId, 'business', businessNumber);

/** @param record - the item that is deleted, under this mark */
export const tombstoneItem = (partnerId: string, deleted: Deleted, record: Item, mark: string): Item =>
  itemOf(
    'tombstone',
    {
      partnerId,
      ...deleted,
      // No more of the record than its event shows.
      businessType: record.businessType,
      parent: record.parent,
      deletedAt: new Date(clock.now()).toISOString(),
      ...oneWriteLater(record, mark),
      expiresAtSeconds: expiryAfter(TOMBSTONE_SECONDS),
    },
    tombstoneKey(partnerId, deleted.kind, deleted.number),
  );

export const tombstoneFrom = (item: Item): Tombstone => ({
  partnerId: String(item.partnerId),
  kind: item.kind as Deleted['kind'],
  number: Number(item.number),
  accountNumber: Number(item.accountNumber),
  mark: String(item.p0),
  deletedAt: String(item.deletedAt),
});

/** A new item in the place of a deleted record: as if it were its next write, under a mark above all of its marks. */
export const madeAgain = (fresh: Item, tombstone: Item): Item => ({
  ...fresh,
  ...oneWriteLater(tombstone, markAbove(tombstone)),
});
