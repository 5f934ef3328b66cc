/** `restore-drill`: proves that the data comes back. Restores into a second table and compares the two by hash. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { enrolledIn } from '../../../../lib/contacts/repository/roster.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { entities } from '../../../../lib/entities.ts';
import type { Target } from '../../admin/target.ts';
import { ifCutOff } from '../../cut-off.ts';
import type { Io } from '../../io.ts';
import { type OpenTable, openTable } from '../../open-table.ts';
import { scratchFolder } from '../../scratch-folder.ts';
import { attributesOfWrites } from '../bring.ts';
import { eraseListed } from '../erase-listed.ts';
import { type CompareOptions, type Comparison, compareTables } from './compare-tables.ts';
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

/** Types of items that data files carry, by a line of their own or with another one's. */
const EXPORTED = new Set(
  entities.filter(({ exported }) => exported === 'line' || 'with' in exported).map(({ type }) => type),
);
/** Types of items that they leave out, each with the reason. */
const LEFT_OUT = entities
  .flatMap(({ type, exported }) => (exported !== 'line' && 'not' in exported ? [`${type} (${exported.not})`] : []))
  .join(', ');
/** What is left of a roster's item once all of its contacts are gone says nothing, and no data file brings it. */
const isEmptyRoster = (item: Item): boolean => item.type === 'contactRoster' && enrolledIn(item).length === 0;
const isExported = (item: Item): boolean => EXPORTED.has(String(item.type)) && !isEmptyRoster(item);

const MOST_SHOWN = 20;

/** No other drill has it, which would remove the table of this one when it ends. */
const secondName = (name: string, now: number): string =>
  `${name}-drill-${new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)}-${randomBytes(4).toString('hex')}`;

type OnMisfit = NonNullable<CompareOptions['onMisfit']>;

/** By export and import, where there are no backups. */
const throughFile = async (target: Target, second: OpenTable, io: Io, onMisfit: OnMisfit): Promise<Comparison> => {
  await createAlike(target.table, second);
  // All contacts of all partners are in it.
  const scratch = await scratchFolder('drill-');
  try {
    const file = join(scratch.path, 'export.jsonl');
    await exportData(target, io, { out: file });
    const quiet = { ...io, out: io.log };
    await importData({ ...target, table: second, place: second.name }, quiet, file, { mayBeEmpty: true });
  } finally {
    await scratch.remove();
  }
  return compareTables(target.table, second, { includes: isExported, without: attributesOfWrites, onMisfit });
};

const fromBackup = async ({ table }: Target, second: OpenTable, io: Io, onMisfit: OnMisfit): Promise<Comparison> => {
  await restoreLatest(table, second);
  let reported = '';
  await untilActive(second, (status) => {
    if (status !== reported) io.log(`The table ${second.name} is ${status}; restoring takes from minutes to hours.`);
    reported = status;
  });
  // As after each restore (docs/erasing.md).
  const { removed } = await eraseListed(second, table);
  if (removed.size > 0) io.log('Erased again who was erased since the backup: their tombstones differ.');
  return compareTables(table, second, { onMisfit });
};

const tellSome = (io: Io, what: string, items: readonly string[]): void => {
  for (const item of items.slice(0, MOST_SHOWN)) io.log(`${what}: ${item}`);
  if (items.length > MOST_SHOWN) io.log(`... and ${items.length - MOST_SHOWN} more`);
};

/** Answers whether what came back is what was there, and fits what is said of it. */
export const restoreDrill = async (
  target: Target,
  io: Io,
  { endpoint, keep, tolerate = 0 }: DrillOptions,
): Promise<boolean> => {
  const { table, isLocal } = target;
  await requireTable(table);
  const started = io.now();
  const second = openTable({ tableName: secondName(table.name, started), endpoint });
  // It holds all contacts, and nothing can be removed in time.
  const isOver = ifCutOff(() => io.log(`The drill was cut off: delete the table ${second.name} if it is there.`));
  try {
    io.log(`${isLocal ? 'Exporting' : 'Restoring'} ${table.name} into ${second.name} ...`);
    const misfits: string[] = [];
    const onMisfit: OnMisfit = ({ pk, sk }, problem) => misfits.push(`${pk} ${sk}: ${problem}`);
    const bringBack = isLocal ? throughFile : fromBackup;
    const { counts, sha256, differences } = await bringBack(target, second, io, onMisfit);
    io.out(`${table.name}: ${counts[0]} items, ${sha256[0]}`);
    io.out(`${second.name}: ${counts[1]} items, ${sha256[1]}`);
    tellSome(io, 'differs', differences);
    tellSome(io, 'does not fit its entity', misfits);
    const passed = differences.length <= tolerate && misfits.length === 0;
    const seconds = Math.round((io.now() - started) / 1000);
    io.out(
      differences.length === 0
        ? `The contents are the same. The drill took ${seconds} seconds.`
        : `${differences.length} items differ, ${tolerate} may. Those written since the backup's time differ too: try at a quiet hour, or allow for them with --tolerate.`,
    );
    if (misfits.length > 0) io.out(`${misfits.length} items do not fit what lib/entities.ts says of them.`);
    if (isLocal) io.log(`Compared what data files hold. From backups alone comes back: ${LEFT_OUT}.`);
    else io.log('Time to live, backups and alarms are not restored with a table: set them before it takes over.');
    return passed;
  } finally {
    if (keep) io.log(`Kept the table ${second.name}.`);
    else {
      await removeTable(second);
      io.log(`Removed the table ${second.name}.`);
    }
    isOver();
    second.client.destroy();
  }
};
