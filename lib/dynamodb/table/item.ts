/** The attributes that every item has in addition to its record. */
import type { Item } from './attributes.ts';

/** The first schema version of an item, and the only one of an entity without `schemaVersions` (docs/migrating.md). */
export const ITEM_VERSION = 1;

/** Builds an item of a type, at its keys. @param version - the schema version to write */
export const itemOf = (type: string, record: object, keys: object, version = ITEM_VERSION): Item => ({
  ...record,
  type,
  v: version,
  // Keys come last, so that no attribute of a record can replace one. Keys of an index that does not list it are left
  // out.
  ...Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== null)),
});
