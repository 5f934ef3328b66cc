/**
 * Tombstones: what is left of an account or a location that was deleted. It has the marks and the version that the record
 * would have after one more write, so that what takes the number again goes on above them (docs/writing-once.md), and the
 * stream shows it to what removes the parts.
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Deleted, type Entity, itemOf } from '../../dynamodb/entity.ts';
import { expiryAfter } from '../../dynamodb/expiry.ts';
import { type Key, ofPartner } from '../../dynamodb/keys.ts';
import { markAttributes, marksOf, nextMark } from '../../dynamodb/marks.ts';
import { sources } from '../../dynamodb/sources.ts';

/** Longer than any late try lives, any repetition of the stream, and any operator takes to look after it. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** What is known of a deletion. */
export interface Tombstone extends Deleted {
  readonly partnerId: string;
  /** The mark of the deletion. */
  readonly mark: string;
  /** ISO 8601, in UTC. */
  readonly deletedAt: string;
}

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const tombstoneEntity: Entity = {
  type: 'tombstone',
  keys: { pk: 'P#<partner>#BUSINESS#<number>, P#<partner>#ACCOUNT#<number>', sk: 'DELETED' },
  answers: 'Which writes were there before this was deleted? What is left to be removed?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'kind', 'number', 'accountNumber', 'deletedAt', 'version', 'p0', 'expiresAtSeconds'],
    properties: {
      partnerId: text,
      kind: { enum: ['account', 'business'] },
      number,
      accountNumber: number,
      businessType: text,
      parent: number,
      deletedAt: text,
      version: number,
      p0: text,
      rounds: number,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'its record is gone; it expires within 30 days' },
  personal: false,
  audit: { not: 'tells who deleted where its record shows that it is gone' },
  removal: { withLocation: 'says that it is gone, and expires', withAccount: 'says that it is gone, and expires' },
};

export const tombstoneKey = (partnerId: string, kind: Deleted['kind'], number: number): Key => ({
  pk: ofPartner(partnerId, kind.toUpperCase(), number),
  sk: 'DELETED',
});

/** The attributes of marks with a new one in front, and the version that comes next. */
const oneWriteLater = (item: Item, mark: string): Item => ({
  ...Object.fromEntries(
    [mark, ...marksOf(item)].slice(0, markAttributes.length).map((each, index) => [markAttributes[index]!, each]),
  ),
  version: Number(item.version ?? 0) + 1,
});

/** @param record - the item that is deleted, under this mark */
export const tombstoneItem = (partnerId: string, deleted: Deleted, record: Item, mark: string): Item =>
  itemOf(
    'tombstone',
    {
      partnerId,
      ...deleted,
      // No more of the record than its event tells.
      businessType: record.businessType,
      parent: record.parent,
      deletedAt: new Date(sources.now()).toISOString(),
      ...oneWriteLater(record, mark),
      expiresAtSeconds: expiryAfter(KEPT_SECONDS),
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
export const madeAgain = (fresh: Item, tombstone: Item): Item => {
  marksOf(tombstone);
  return { ...fresh, ...oneWriteLater(tombstone, nextMark()) };
};
