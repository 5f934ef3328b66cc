/** What every item carries beside its record. */
import type { Item } from './attributes.ts';

/** The version of the items' form. An item of another version is migrated when it is read (docs/engineers.md). */
export const ITEM_VERSION = 1;

/** An item of a type, at its keys. */
export const itemOf = (type: string, record: object, keys: object): Item => ({
  ...record,
  type,
  v: ITEM_VERSION,
  // Last: no attribute of a record can stand in a key's place. A key of an index that it has not is left out.
  ...Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== null)),
});
