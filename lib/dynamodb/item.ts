/** What every item carries beside its record. */
import type { Item } from './attributes.ts';

/** The first form of an item, and the only one of an entity without `forms` (docs/migrating.md). */
export const ITEM_VERSION = 1;

/** An item of a type, at its keys. @param form - where the entity has `forms`, the one that is written */
export const itemOf = (type: string, record: object, keys: object, form = ITEM_VERSION): Item => ({
  ...record,
  type,
  v: form,
  // Last: no attribute of a record can stand in a key's place. A key of an index that it has not is left out.
  ...Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== null)),
});
