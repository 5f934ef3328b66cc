/**
 * Migrates all items of a table to the current schema versions (docs/migrating.md: remaining items). Marks and version stay as
 * they are: the record doesn't change for partners, so its `ETag` stays valid and no event is sent.
 */

import { isRefused } from '../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Entity } from '../../lib/dynamodb/table/entity.ts';
import { expressionOf, type Guard } from '../../lib/dynamodb/table/expressions.ts';
import { recordBytes } from '../../lib/dynamodb/table/record-size.ts';
import {
  changesTo,
  type SchemaVersions,
  sameSchemaVersion,
  schemaVersionOf,
} from '../../lib/dynamodb/table/schema-version.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import type { OpenTable } from '../open-table.ts';
import { type Run, startRun } from './run/run.ts';

export interface MigrationOptions {
  readonly entities: readonly Entity[];
  readonly dryRun?: boolean | undefined;
  /** Keeps the position and the counts. */
  readonly run?: Run;
}

/** The number of items of a type and schema version, and their results. */
export interface VersionCount {
  readonly type: string;
  readonly version: number;
  items: number;
  /** Migrated, or, in a dry run, to be migrated. */
  migrated: number;
  /** Changed by others at each try: the next run finds them. */
  left: number;
}

const MOST_TRIES = 5;

/**
 * Preconditions that an item has not changed since it was read: by its version or, if its type has none, by all of its
 * attributes.
 */
const unchanged = (item: Item): readonly Guard[] =>
  item.version === undefined
    ? // DynamoDB compares complete lists and objects.
      Object.entries(item).map(([attribute, value]) => ({ attribute, is: value as string }))
    : [{ attribute: 'version', is: Number(item.version) }, sameSchemaVersion(item)];

const migrationInput = (item: Item, changes: Readonly<Record<string, unknown>>) => {
  const { change, add, require, build } = expressionOf();
  change(changes);
  for (const guard of unchanged(item)) require(guard);
  if (item.bytes !== undefined)
    add({ sets: ['bytes = :bytes'], values: { ':bytes': recordBytes({ ...item, ...changes }) } });
  add({ condition: 'attribute_exists(pk)', values: {} });
  return { Key: keyOf(item), ...build() };
};

/**
 * Migrates one item.
 *
 * @returns whether the item has the current schema version, or is gone
 */
const migrate = async (table: Table, read: Item, schemaVersions: SchemaVersions): Promise<boolean> => {
  let item = read;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const changes = changesTo(schemaVersions.written, item, schemaVersions);
    if (Object.keys(changes).length === 0) return true;
    const outcome = await table.update(migrationInput(item, changes));
    if (!isRefused(outcome) || !outcome.item) return true;
    item = outcome.item;
  }
  return false;
};

/**
 * Migrates the items of a table.
 *
 * @returns the counts by type and schema version
 */
export const migrateItems = async (
  table: OpenTable,
  { entities, dryRun = false, run = startRun() }: MigrationOptions,
): Promise<readonly VersionCount[]> => {
  const schemaVersionsOf = new Map(entities.map(({ type, schemaVersions }) => [type, schemaVersions]));
  const counts = run.keep('versions', {} as Record<string, VersionCount>);
  const isMigrated = async (item: Item): Promise<boolean | undefined> => {
    const schemaVersions = schemaVersionsOf.get(String(item.type));
    if (!schemaVersions || schemaVersionOf(item) >= schemaVersions.written) return undefined;
    return dryRun || run.call(() => migrate(table, item, schemaVersions));
  };
  await run.sweep({
    phase: 'items',
    table,
    what: dryRun ? 'Counting' : 'Migrating',
    see: async (items) => {
      const outcomes = await Promise.all(items.map(isMigrated));
      return () => {
        for (const [at, item] of items.entries()) {
          const [type, version] = [String(item.type), schemaVersionOf(item)];
          counts[`${type} ${version}`] ??= { type, version, items: 0, migrated: 0, left: 0 };
          const count = counts[`${type} ${version}`]!;
          count.items++;
          if (outcomes[at] !== undefined) count[outcomes[at] ? 'migrated' : 'left']++;
        }
      };
    },
  });
  return Object.values(counts).sort((a, b) => a.type.localeCompare(b.type) || a.version - b.version);
};
