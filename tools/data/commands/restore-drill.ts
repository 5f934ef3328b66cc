/** `restore-drill`: proves that the data can be restored. Restores into a second table and compares the two by hash. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { enrolledIn } from '../../../lib/contacts/repository/packed-index.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { entities } from '../../../lib/entities.ts';
import { accountKeys } from '../../../lib/partners/repository/account.ts';
import type { Target } from '../../admin/target.ts';
import { ifCutOff } from '../../cut-off.ts';
import type { Io } from '../../io.ts';
import { type OpenTable, openTable } from '../../open-table.ts';
import { scratchFolder } from '../../scratch-folder.ts';
import { bulkTable } from '../bulk-table.ts';
import { eraseListed, listedErasures } from '../erase-listed.ts';
import { attributesOfWrites } from '../upsert.ts';
import { type CompareOptions, type Comparison, compareTables } from './compare-tables.ts';
import { exportData } from './data-export.ts';
import { importData } from './data-import.ts';
import { scanPages } from './scan.ts';
import { createAlike, removeTable, requireTable, restoreLatest, untilActive } from './second-table.ts';

export interface DrillOptions {
  /** An engine on this machine; by default AWS. */
  readonly endpoint?: string | undefined;
  /** Keeps the second table. */
  readonly keep?: boolean | undefined;
  /** How many items may differ because they were written while the drill ran. */
  readonly tolerate?: number | undefined;
}

/** Item types that data files contain, as a separate line or as part of another item's. */
const EXPORTED = new Set(
  entities.filter(({ exported }) => exported === 'line' || 'with' in exported).map(({ type }) => type),
);
/** Item types that they leave out, each with the reason. */
const LEFT_OUT = entities
  .flatMap(({ type, exported }) => (exported !== 'line' && 'not' in exported ? [`${type} (${exported.not})`] : []))
  .join(', ');
/** Whether an item of the packed index is empty because all of its contacts are gone. No data file contains it. */
const isEmptyPackedIndex = (item: Item): boolean => item.type === 'contactPackedIndex' && enrolledIn(item).length === 0;
const isExported = (item: Item): boolean => EXPORTED.has(String(item.type)) && !isEmptyPackedIndex(item);

/** The keys of the owners of deleted accounts and locations: their numbers stay the partner's, and no line has them. */
const ownersAlone = async (table: OpenTable): Promise<ReadonlySet<unknown>> => {
  const alone = new Set<unknown>();
  for await (const { items } of scanPages(table, { types: ['owner'] })) {
    const keysOf = ({ pk, partnerId }: Item) => accountKeys(String(partnerId), Number(String(pk).split('#')[1]));
    const records = new Set((await table.batchGet(items.flatMap(keysOf))).map(keyText));
    for (const item of items) if (!keysOf(item).some((key) => records.has(keyText(key)))) alone.add(item.pk);
  }
  return alone;
};

const MOST_SHOWN = 20;

/** A unique name: a drill removes its table when it ends, which must not be the table of another drill. */
const secondName = (name: string, now: number): string =>
  `${name}-drill-${new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`;

type OnMisfit = NonNullable<CompareOptions['onMisfit']>;

/** Restores by export and import, where there are no backups. */
const throughFile = async (target: Target, second: OpenTable, io: Io, onMisfit: OnMisfit): Promise<Comparison> => {
  await createAlike(target.table, second);
  // The file contains all contacts of all partners.
  const scratch = await scratchFolder('drill-');
  try {
    const file = join(scratch.path, 'export.jsonl');
    await exportData(target, io, { out: file });
    const quiet = { ...io, out: io.log };
    await importData({ ...target, table: second, place: second.name }, quiet, file, { mayBeEmpty: true });
  } finally {
    await scratch.remove();
  }
  const alone = await ownersAlone(target.table);
  const includes = (item: Item) => isExported(item) && !(item.type === 'owner' && alone.has(item.pk));
  return compareTables(target.table, second, { includes, without: attributesOfWrites, onMisfit });
};

const fromBackup = async ({ table }: Target, second: OpenTable, io: Io, onMisfit: OnMisfit): Promise<Comparison> => {
  await restoreLatest(table, second);
  let reported = '';
  await untilActive(second, (status) => {
    if (status !== reported) io.log(`The table ${second.name} is ${status}; restoring takes minutes to hours.`);
    reported = status;
  });
  const restored = await bulkTable(second, { batches: false });
  // As after each restore (docs/erasing.md).
  const { removed } = await eraseListed(restored, await listedErasures(table));
  if (removed.size > 0) io.log('Applied the erasure list, which is newer than the backup: its tombstones differ.');
  return compareTables(table, restored, { onMisfit });
};

const listSome = (io: Io, what: string, items: readonly string[]): void => {
  for (const item of items.slice(0, MOST_SHOWN)) io.log(`${what}: ${item}`);
  if (items.length > MOST_SHOWN) io.log(`... and ${items.length - MOST_SHOWN} more`);
};

/** Returns whether the restored items equal the originals and match their schemas. */
export const restoreDrill = async (
  target: Target,
  io: Io,
  { endpoint, keep, tolerate = 0 }: DrillOptions,
): Promise<boolean> => {
  const { table, isLocal } = target;
  await requireTable(table);
  const started = io.now();
  const second = openTable({ tableName: secondName(table.name, started), endpoint });
  // The second table holds all contacts, and a signal leaves no time to remove it.
  const isOver = ifCutOff(() => io.log(`The drill was interrupted: delete the table ${second.name} if it exists.`));
  try {
    io.log(`${isLocal ? 'Exporting' : 'Restoring'} ${table.name} into ${second.name} ...`);
    const misfits: string[] = [];
    const onMisfit: OnMisfit = ({ pk, sk }, problem) => misfits.push(`${pk} ${sk}: ${problem}`);
    const restoreRecords = isLocal ? throughFile : fromBackup;
    const { counts, sha256, differences } = await restoreRecords(target, second, io, onMisfit);
    io.out(`${table.name}: ${counts[0]} items, ${sha256[0]}`);
    io.out(`${second.name}: ${counts[1]} items, ${sha256[1]}`);
    listSome(io, 'differs', differences);
    listSome(io, 'does not match its schema', misfits);
    const passed = differences.length <= tolerate && misfits.length === 0;
    io.result?.({ passed, counts, differences: differences.length, misfits: misfits.length });
    const seconds = Math.round((io.now() - started) / 1000);
    io.out(
      differences.length === 0
        ? `The contents are the same. The drill took ${seconds} seconds.`
        : `${differences.length} items differ, ${tolerate} may. Items written since the backup differ too: choose a quiet hour, or allow for them with --tolerate.`,
    );
    if (misfits.length > 0) io.out(`${misfits.length} items do not match their schemas in lib/entities.ts.`);
    if (isLocal)
      io.log(`Compared what data files contain. Only backups restore: ${LEFT_OUT}, owners of deleted numbers.`);
    else io.log('Time to live, backups and alarms are not restored with a table: set them before you use it.');
    return passed;
  } finally {
    if (keep) io.log(`Kept the table ${second.name}.`);
    else {
      await removeTable(second);
      io.log(`Deleted the table ${second.name}.`);
    }
    isOver();
    second.client.destroy();
  }
};
