/**
 * Removes the values that a deleted field has left, from every location that has one: value and row in one transaction,
 * each as it was read. What was written since is left alone, so that it can be cut off anywhere and begun again.
 */
import { businessFrom, businessKey } from '../business/repository/business.ts';
import { chunksOf } from '../dynamodb/client/concurrency.ts';
import type { Sweep } from '../dynamodb/stream/roles.ts';
import { stillGone } from '../dynamodb/stream/tombstones.ts';
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

/** Removes these, on condition that the field is still deleted. */
const removeSome = async (
  { table, partnerId }: PartnerStore,
  tombstone: Item,
  values: readonly Item[],
): Promise<Sweep> => {
  const fieldId = Number(tombstone.fieldId);
  const condition = stillGone(keyOf(tombstone), tombstone.p0);
  const keyed = values.map((value) => ({ value, key: businessKey(partnerId, Number(value.businessNumber)) }));
  const locations = await table.batchGet(keyed.map(({ key }) => key));
  const byKey = new Map(locations.map((item) => [item.pk, item]));
  const parts = keyed.map(({ value, key }) => partOf(value, byKey.get(key.pk), fieldId));
  const all = await table.transact([condition, ...parts.flat()]);
  if (!all) return 'done';
  if (all.failed.has(0)) return 'back';
  // One of them was written by others: the rest need not wait for it.
  let outcome: Sweep = 'done';
  for (const part of parts) {
    const refused = await table.transact([condition, ...part]);
    if (refused?.failed.has(0)) return 'back';
    if (refused) outcome = 'more';
  }
  return outcome;
};

/** @param hasTime - whether there is time to go on */
export const removeValues = async (store: PartnerStore, tombstone: Item, hasTime: () => boolean): Promise<Sweep> => {
  const owner = ownerOf(store, tombstone);
  const fieldId = Number(tombstone.fieldId);
  let outcome: Sweep = 'done';
  // However little time there is, each turn removes something.
  let isBegun = false;
  for await (const page of valuesOf(store, owner, fieldId, { consistent: true })) {
    // One after the other: each has the condition on the tombstone, so that they would conflict.
    for (const values of chunksOf(page, LOCATIONS_AT_ONCE)) {
      if (isBegun && !hasTime()) return 'more';
      isBegun = true;
      const removed = await removeSome(store, tombstone, values);
      // The field is there again, and its values with it.
      if (removed === 'back') return removed;
      if (removed === 'more') outcome = removed;
    }
  }
  return outcome;
};
