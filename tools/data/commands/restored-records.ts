/** How `restore-apply` makes one record what it is in the restored table: its version and marks rise (docs/writing-once.md). */
import { isDeepStrictEqual } from 'node:util';
import { madeAgain } from '../../../lib/business/repository/tombstone.ts';
import { leftovers } from '../../../lib/dynamodb/stream/tombstones.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { asQuiet, isQuiet, markAttributes, newestMark } from '../../../lib/dynamodb/writes/marks.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';
import { WRITER } from '../../../lib/dynamodb/writes/writer.ts';
import { entities } from '../../../lib/entities.ts';
import type { OpenTable } from '../../open-table.ts';
import { asRead } from '../as-read.ts';

/** Attributes that record an item's writes: they continue from their current values. */
const OF_WRITES = new Set([
  ...markAttributes,
  ...['version', 'bytes', 'quiet', 'loadedVersion', 'changed', 'changedMark', WRITER],
]);
/** Where the tombstone of a deleted record is, by the type of that. */
const tombstoneOf = new Map(
  [...leftovers(entities).values()].flatMap(({ stands, keyOf: of }) => stands.map((type) => [type, of] as const)),
);

const isAsLoaded = ({ loadedVersion, version }: Item): boolean =>
  loadedVersion !== undefined && loadedVersion === version;

/** The changes that make `found` equal to `wanted`; empty if it already is. */
export const changesTo = (found: Item, wanted: Item): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
      .filter((name) => !OF_WRITES.has(name) && !isDeepStrictEqual(found[name], wanted[name]))
      .map((name) => [name, wanted[name] ?? null]),
  );

/** Restores one record; `false` if another writer has changed it meanwhile. */
export const restoreRecords = async (table: OpenTable, found: Item, wanted: Item): Promise<boolean> => {
  const changes = changesTo(found, wanted);
  if (found.version === undefined) return !(await table.put({ Item: wanted, ...asRead(found, changes) }));
  // A later import may update a record that no one had changed since it was loaded.
  const loaded = isAsLoaded(wanted) ? { loadedVersion: Number(found.version) + 1 } : {};
  const store = { table, partnerId: String(found.partnerId) };
  const update = { key: keyOf(found), changes: { ...changes, ...loaded }, basedOn: found, quiet: true };
  return 'saved' in (await saveVersion(store, update));
};

/**
 * The item to put where a record is missing: above the version and the marks of its tombstone, if it was deleted since
 * the backup.
 */
export const withLater = async (table: OpenTable, wanted: Item): Promise<Item> => {
  const keyOfTombstone = tombstoneOf.get(String(wanted.type));
  const tombstone = keyOfTombstone && (await table.get(keyOfTombstone(keyOf(wanted))));
  if (!tombstone || newestMark(tombstone) <= newestMark(wanted)) return wanted;
  const again = madeAgain(wanted, tombstone);
  const restored = isAsLoaded(wanted) ? { ...again, loadedVersion: again.version } : again;
  return isQuiet(undefined, wanted) ? asQuiet(restored) : restored;
};
