/** `restore-drill`: proves that the data comes back. Restores into a second table and compares the two by hash. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import type { Target } from '../../admin/target.ts';
import type { Io } from '../../io.ts';
import { type OpenTable, openTable } from '../../open-table.ts';
import { type Comparison, compareTables } from './compare-tables.ts';
import { exportData } from './data-export.ts';
import { importData } from './data-import.ts';
import { createAlike, removeTable, requireTable, restoreLatest, untilActive } from './second-table.ts';

export interface DrillOptions {
  /** An engine on this machine; AWS without it. */
  readonly endpoint?: string | undefined;
  /** Leaves the second table. */
  readonly keep?: boolean | undefined;
  /** So many items may differ: those that were written while the drill ran. */
  readonly tolerate?: number | undefined;
}

/** Types of items that data files hold, and the pointers that come with contacts. */
const EXPORTED = new Set(['partner', 'account', 'business', 'contact', 'contactPointer', 'menu', 'competitor']);
const isExported = ({ type }: Item): boolean => EXPORTED.has(String(type));

/** A load numbers versions by its own time, marks items with the line they came from, and knows no updates. */
const OF_THE_LOAD = ['version', 'loadedHash', 'lastWrite'];

const MOST_SHOWN = 20;

const secondName = (name: string, now: number): string =>
  `${name}-drill-${new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)}`;

/** By export and import, where there are no backups. */
const throughFile = async (target: Target, second: OpenTable, io: Io): Promise<Comparison> => {
  await createAlike(target.table, second);
  const directory = await mkdtemp(join(tmpdir(), 'drill-'));
  try {
    const file = join(directory, 'export.jsonl');
    await exportData(target, io, { out: file });
    const quiet = { ...io, out: io.log };
    await importData({ ...target, table: second, place: second.name }, quiet, file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return compareTables(target.table, second, { includes: isExported, without: OF_THE_LOAD });
};

const fromBackup = async ({ table }: Target, second: OpenTable, io: Io): Promise<Comparison> => {
  await restoreLatest(table, second);
  let told = '';
  await untilActive(second, (status) => {
    if (status !== told) io.log(`The table ${second.name} is ${status}; restoring takes from minutes to hours.`);
    told = status;
  });
  return compareTables(table, second);
};

/** Answers whether what came back is what was there. */
export const restoreDrill = async (
  target: Target,
  io: Io,
  { endpoint, keep, tolerate = 0 }: DrillOptions,
): Promise<boolean> => {
  const { table, isLocal } = target;
  await requireTable(table);
  const started = io.now();
  const second = openTable({ tableName: secondName(table.name, started), endpoint });
  try {
    io.log(`${isLocal ? 'Exporting' : 'Restoring'} ${table.name} into ${second.name} ...`);
    const { counts, sha256, differences } = await (isLocal ? throughFile : fromBackup)(target, second, io);
    io.out(`${table.name}: ${counts[0]} items, ${sha256[0]}`);
    io.out(`${second.name}: ${counts[1]} items, ${sha256[1]}`);
    for (const key of differences.slice(0, MOST_SHOWN)) io.log(`differs: ${key}`);
    if (differences.length > MOST_SHOWN) io.log(`... and ${differences.length - MOST_SHOWN} more`);
    const passed = differences.length <= tolerate;
    const seconds = Math.round((io.now() - started) / 1000);
    io.out(
      differences.length === 0
        ? `The contents are the same. The drill took ${seconds} seconds.`
        : `${differences.length} items differ, ${tolerate} may. Those written since the backup's time differ too: try at a quiet hour, or allow for them with --tolerate.`,
    );
    if (isLocal)
      io.log('Compared what data files hold: keys and the links that partners added come back from backups alone.');
    else io.log('Time to live, backups and alarms are not restored with a table: set them before it takes over.');
    return passed;
  } finally {
    if (keep) io.log(`Kept the table ${second.name}.`);
    else {
      await removeTable(second);
      io.log(`Removed the table ${second.name}.`);
    }
    second.client.destroy();
  }
};
