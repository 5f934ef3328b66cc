/**
 * What is left of a competitor that was deleted: it has the marks and the version that the record would have after one
 * more write, and the stream shows it to what removes the links and reviews of it (docs/writing-once.md: deletions).
 */
import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { expiryAfter, TOMBSTONE_SECONDS } from '../../dynamodb/table/expiry.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { oneWriteLater } from '../../dynamodb/writes/marks.ts';
import { competitorPartition, numberOf } from './competitor.ts';

/** The type of its items. */
export const COMPETITOR_TOMBSTONE = 'competitorTombstone';

export const competitorTombstoneKey = (partnerId: string, id: number): Key => ({
  pk: competitorPartition(partnerId, id),
  sk: 'DELETED',
});

/** @param item - of the brand or the location that is deleted, under this mark */
export const competitorTombstone = (item: Item, mark: string): Item => {
  const partnerId = String(item.partnerId);
  const { accountNumber, competitorId, compAccountId, businessNumbers } = item;
  const number = numberOf(item);
  return itemOf(
    COMPETITOR_TOMBSTONE,
    {
      partnerId,
      accountNumber,
      number,
      ...(competitorId !== undefined && { competitorId }),
      ...(compAccountId !== undefined && { compAccountId }),
      ...(businessNumbers !== undefined && { businessNumbers }),
      deletedAt: new Date(clock.now()).toISOString(),
      ...oneWriteLater(item, mark),
      expiresAtSeconds: expiryAfter(TOMBSTONE_SECONDS),
    },
    competitorTombstoneKey(partnerId, number),
  );
};
