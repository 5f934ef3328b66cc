/**
 * Removes the values that a deleted field has left, from every location that has one: value and row in one transaction,
 * each as it was read. What was written since is left alone, so that it can be cut off anywhere and begun again.
 */
import { businessFrom, businessKey } from '../business/repository/business.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Sweep } from '../dynamodb/stream/roles.ts';
import { removeTogether, stillGone } from '../dynamodb/stream/tombstones.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { keyOf, stillLoaded, updateAction } from '../dynamodb/writes/dependent-items.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import type { FieldOwner } from './repository/field.ts';
import { CUSTOM_FIELDS, rowsOf } from './repository/location-fields.ts';
import { valuesOf } from './repository/values.ts';

/** Two actions each, and the condition: a transaction takes 100, and 4 MB; the largest location has 128 KB. */
const LOCATIONS_AT_ONCE = 25;

const ownerOf = ({ partnerId }: PartnerStore, { accountNumber }: Item): FieldOwner => ({
  partnerId,
  accountNumber: Number(accountNumber),
});

/** A value as it was read goes, and with it the row of its location. */
const partOf = (value: Item, location: Item | undefined, fieldId: number): readonly Action[] => {
  const own: Action = {
    Delete: {
      Key: keyOf(value),
      ConditionExpression: 'p0 = :mark',
      ExpressionAttributeValues: { ':mark': value.p0 },
    },
  };
  const rows = location ? rowsOf(businessFrom(location)) : [];
  const left = rows.filter(({ id }) => id !== fieldId);
  if (!location || left.length === rows.length) return [own];
  return [own, updateAction(location, { [CUSTOM_FIELDS]: left, ...stillLoaded(location) })];
};

/** What removes these values. One call. */
const partsOf = async (
  { table, partnerId }: PartnerStore,
  fieldId: number,
  values: readonly Item[],
): Promise<readonly (readonly Action[])[]> => {
  const keyed = values.map((value) => ({ value, key: businessKey(partnerId, Number(value.businessNumber)) }));
  const locations = await table.batchGet(keyed.map(({ key }) => key));
  const byKey = new Map(locations.map((item) => [item.pk, item]));
  return keyed.map(({ value, key }) => partOf(value, byKey.get(key.pk), fieldId));
};

/** @param hasTime - whether there is time to go on */
export const removeValues = async (store: PartnerStore, tombstone: Item, hasTime: () => boolean): Promise<Sweep> => {
  const owner = ownerOf(store, tombstone);
  const fieldId = Number(tombstone.fieldId);
  const condition = stillGone(keyOf(tombstone), tombstone.p0);
  let outcome: Sweep = 'done';
  // However little time there is, each turn removes something.
  let isBegun = false;
  for await (const page of valuesOf(store, owner, fieldId, { consistent: true })) {
    // One after the other: each has the condition on the tombstone, so that they would conflict.
    for (const values of chunksOf(page, LOCATIONS_AT_ONCE)) {
      if (isBegun && !hasTime()) return 'more';
      isBegun = true;
      const removed = await removeTogether(store.table, condition, await partsOf(store, fieldId, values));
      // The field is there again, and its values with it.
      if (removed === 'back') return removed;
      if (removed === 'more') outcome = removed;
    }
  }
  return outcome;
};
