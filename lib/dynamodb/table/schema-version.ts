/** Schema versions of items: how items of an earlier version are read and migrated. Pure. */
import type { Item } from './attributes.ts';
import { type Guard, withChanges } from './expressions.ts';

/**
 * A migration to the next schema version: attributes by name; `null` removes one. It reads the item alone and never
 * throws. It may change attributes that `bytes` counts, but not keys (docs/migrating.md).
 */
export type Migration = (item: Item) => Readonly<Record<string, unknown>>;

/** The schema versions of an entity's items. Without them there is only one. */
export interface SchemaVersions {
  /**
   * The schema version that is written, and to which older items are migrated. It is earlier than the last one as long
   * as a release that can't read that one may run.
   */
  readonly written: number;
  /** The migrations in order: the first migrates version 1 to 2, the next 2 to 3. */
  readonly migrations: readonly Migration[];
}

/** The schema version of an item. */
export const schemaVersionOf = ({ v }: Item): number => Number(v ?? 1);

/**
 * The changes that migrate an item to a schema version, including its `v`; none if it is at that version or a later
 * one.
 */
export const changesTo = (
  version: number,
  item: Item,
  { migrations }: SchemaVersions,
): Readonly<Record<string, unknown>> => {
  const from = schemaVersionOf(item);
  if (from >= version) return {};
  let migrated = item;
  const all: Record<string, unknown> = {};
  for (const migrate of migrations.slice(from - 1, version - 1)) {
    const changes = migrate(migrated);
    Object.assign(all, changes);
    migrated = withChanges(migrated, changes);
  }
  return { ...all, v: version };
};

/** Migrates an item to the latest schema version, for reading. */
export const inLatestVersion = (item: Item, schemaVersions: SchemaVersions): Item =>
  withChanges(item, changesTo(schemaVersions.migrations.length + 1, item, schemaVersions));

/**
 * The condition of an update that was based on an item: its schema version is unchanged. A migration keeps the record's
 * version, so that alone would not detect it.
 */
export const sameSchemaVersion = (item: Item): Guard => ({ attribute: 'v', is: schemaVersionOf(item) });
