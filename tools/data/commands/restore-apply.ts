/**
 * `restore apply`: copies the contents of a restored table into the stage's table. The table stays, with its name,
 * stream, settings and alarms. Each record is written as any update is, so that its version and marks keep rising
 * (docs/writing-once.md).
 */
import { isDeepStrictEqual } from 'node:util';
import { auditEntryEntity } from '../../../lib/audit/repository/entry.ts';
import { allEnded, chunksOf } from '../../../lib/dynamodb/client/concurrency.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { isAudited } from '../../../lib/dynamodb/table/entity.ts';
import { keyText } from '../../../lib/dynamodb/table/keys.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { entities } from '../../../lib/entities.ts';
import { type Confirmable, confirmedBefore } from '../../admin/confirm.ts';
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import { type OpenTable, openTable } from '../../open-table.ts';
import { bulkTable } from '../bulk-table.ts';
import { type ErasureList, eraseListed, listedErasures } from '../erase-listed.ts';
import { type Run, type Sweep, startRun } from '../run/run.ts';
import { IF_NEW } from '../upsert.ts';
import { changesTo, restoreRecords, withLater } from './restored-records.ts';
import { requireTable } from './second-table.ts';

/**
 * Types whose existing items stay as they are. A key that was revoked since must not work again, a partner must not be
 * resumed, and erasures and entries of the audit stay.
 */
const LEFT = new Set(entities.flatMap(({ type, whenRestored }) => (whenRestored ? [type] : [])));
/** Types of which none is restored either: the stream makes them, and would count what is restored once more. */
const FOLLOWING = new Set(entities.flatMap(({ type, whenRestored }) => (whenRestored === 'follows' ? [type] : [])));
const AUDITED = new Set(entities.filter(isAudited).map(({ type }) => type));
/** As many keys as one call looks up. */
const CHUNK = 100;

export interface ApplyOptions extends Confirmable {
  /** The restored table. */
  readonly from: string;
  readonly endpoint?: string | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
}

/** Numbers of items. `met`: changed by another writer meanwhile, and skipped. */
export interface Applied {
  put: number;
  changed: number;
  removed: number;
  met: number;
}

type Pair = readonly [item: Item, other: Item | undefined];

/** Works on the items of the first table, each with the item of the same key in the second. */
const eachPair = (
  run: Run,
  {
    first,
    second,
    of,
    ...reading
  }: Omit<Sweep, 'table' | 'see'> & {
    readonly first: OpenTable;
    readonly second: OpenTable;
    /** The attributes of the second table's items that are read; all of them if left out. */
    readonly of?: readonly string[];
  },
  work: (pair: Pair) => Promise<void>,
): Promise<void> =>
  run.sweep({
    ...reading,
    table: first,
    see: async (items) => {
      await allEnded(
        chunksOf(items, CHUNK).map(async (chunk) => {
          const found = await run.call(() => second.batchGet(chunk.map(keyOf), { consistent: true, only: of }));
          const others = new Map(found.map((item) => [keyText(item), item]));
          await allEnded(chunk.map((item) => work([item, others.get(keyText(item))])));
        }),
      );
    },
  });

/** Puts or updates one item as it is in the restored table. */
const restoring = (table: OpenTable, [wanted, found]: Pair) => {
  if (FOLLOWING.has(String(wanted.type))) return undefined;
  if (!found) {
    // An entry of the audit keeps the name of the writer that it is about.
    const own = wanted.type === auditEntryEntity.type ? table.within({ writer: undefined }) : table;
    const write = async () => !(await own.put({ Item: await withLater(table, wanted), ConditionExpression: IF_NEW }));
    return { what: 'put', write } as const;
  }
  if (LEFT.has(String(found.type)) || Object.keys(changesTo(found, wanted)).length === 0) return undefined;
  return { what: 'changed', write: () => restoreRecords(table, found, wanted) } as const;
};

/** Removes one item that the restored table does not have. */
const removing = (table: OpenTable, [found, wanted]: Pair) => {
  if (wanted || LEFT.has(String(found.type))) return undefined;
  const { p0 } = found;
  const unchanged = p0 !== undefined && {
    ConditionExpression: 'p0 = :p0',
    ExpressionAttributeValues: { ':p0': p0 },
  };
  const Delete = { Key: keyOf(found), ...unchanged };
  const traced = AUDITED.has(String(found.type));
  const write = async () =>
    traced ? !(await table.transact([{ Delete: { ...Delete, traced: p0 } }])) : !(await table.remove(Delete));
  return { what: 'removed', write } as const;
};

const apply = async (table: OpenTable, restored: OpenTable, isDry: boolean, run: Run): Promise<Applied> => {
  const done = run.keep<Applied>('applied', { put: 0, changed: 0, removed: 0, met: 0 });
  const each = async (change: ReturnType<typeof restoring> | ReturnType<typeof removing>) => {
    if (!change) return;
    done[isDry || (await run.call(change.write)) ? change.what : 'met']++;
  };
  const toRestore = { phase: 'restore', what: 'Restoring', first: restored, second: table };
  // To remove an item takes no more of it, and of the other that there is one.
  const only = ['pk', 'sk', 'type', 'p0'];
  const toRemove = { phase: 'remove', what: 'Removing', first: table, second: restored, only, of: ['pk', 'sk'] };
  await eachPair(run, toRestore, (pair) => each(restoring(table, pair)));
  await eachPair(run, toRemove, (pair) => each(removing(table, pair)));
  return done;
};

const report = (io: Io, done: Applied, isDry: boolean): void => {
  const { put, changed, removed, met } = done;
  const would = isDry ? 'Nothing was written. Would have been: ' : '';
  io.out(`${would}${put} items restored, ${changed} changed, ${removed} removed.`);
  if (met > 0)
    io.log(`${met} items were changed by others meanwhile, and skipped: stop the traffic, and run the command again.`);
  io.result?.({ dryRun: isDry, ...done });
};

/**
 * Repeats in the restored table the erasures since the backup, then writes what differs. A run that was interrupted can
 * be repeated.
 *
 * @throws AdminError if there is no such table, or it is the stage's own
 */
export const restoreApply = async (target: Target, io: Io, options: ApplyOptions): Promise<Applied> => {
  const { from, endpoint, resume, dryRun = false, confirm = confirmedBefore } = options;
  const { table } = target;
  if (from === table.name) throw new AdminError(`${from} is the table itself: pass the restored one.`);
  const opened = openTable({ tableName: from, endpoint });
  try {
    await requireTable(table);
    await requireTable(opened);
    const what = `make ${table.name} equal to ${from}, and first erase in ${from} everyone who was erased since`;
    if (!dryRun && !(await confirm(what))) return { put: 0, changed: 0, removed: 0, met: 0 };
    const restored = await bulkTable(opened, { batches: false });
    const command = `restore-apply from ${from}${dryRun ? ' (dry run)' : ''}`;
    const run = startRun({ io, at: resume === undefined ? undefined : { file: resume, command, table: table.name } });
    const pass = async (list: ErasureList | undefined): Promise<Applied> => {
      if (list) {
        io.log(`Applying the erasure list to ${from} (docs/erasing.md) ...`);
        await eraseListed(restored, list, run);
      }
      io.log(`Comparing ${table.name} with ${from} ...`);
      const done = await apply(table, restored, dryRun, run);
      const after = list && (await listedErasures(table));
      // What was restored of someone who was erased meanwhile is removed by another pass.
      return isDeepStrictEqual(after, list) ? done : pass(after);
    };
    const done = await pass(dryRun ? undefined : await listedErasures(table, io));
    run.end();
    report(io, done, dryRun);
    return done;
  } finally {
    opened.client.destroy();
  }
};
