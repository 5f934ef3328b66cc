/** `partner offboard`: exports all data of a partner to files, and removes it for good (docs/erasing.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { partnerErasureFrom, partnerErasureKey } from '../../lib/partners/repository/erasure.ts';
import { exportedSentence } from '../data/commands/data-export.ts';
import { erasePartners } from '../data/erase-partners.ts';
import { tally } from '../data/erase-traces.ts';
import { linesFor } from '../data/export.ts';
import type { ExportedLine } from '../data/lines/line.ts';
import { isHandedOver, partnerOf } from '../data/partner-items.ts';
import { openLineFile } from '../data/run/line-file.ts';
import { type Run, startRun } from '../data/run/run.ts';
import { AdminError, type Io } from '../io.ts';
import { requireOut } from '../out-file.ts';
import { type Confirmable, confirmedBefore } from './confirm.ts';
import { summaryOf } from './erase-again.ts';
import { requirePartner } from './find-partner.ts';
import { suspend } from './partner-suspend.ts';
import { enterErased, findPartner, isErased } from './store/partners.ts';
import type { Target } from './target.ts';

export interface OffboardOptions extends Confirmable {
  readonly partner: string;
  /** The file of the records; those without a line in data files go to a second file, `<out>.rest`. */
  readonly out: string;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
  /** Seconds from the suspension until the partner's last requests are complete. */
  readonly wait?: number | undefined;
  /** The same as of `partner suspend`. */
  readonly lag?: number | undefined;
}

/** A key is cached for a minute, and a request takes half a minute at most. */
export const WAIT_SECONDS = 120;
/** Milliseconds in which the stream has processed a deletion, if it is not delayed. */
const STREAM_LAG = 10_000;

/** Waits until no request of a partner writes any more. */
const untilQuiet = async (target: Target, io: Io, { partner, wait = WAIT_SECONDS, lag }: OffboardOptions) => {
  const now = io.now();
  const marked = await suspend(target, { partner, now, lag });
  const since = Date.parse((await findPartner(target.table, partner))?.suspendedAt ?? '');
  const left = (marked > 0 ? now : since) + wait * 1000 - io.now();
  if (left <= 0) return;
  io.log(`The partner ${partner} is suspended. Waiting ${Math.ceil(left / 1000)} s for its requests in flight ...`);
  await sleep(left);
};

const byAnotherRun = (partner: string): AdminError =>
  new AdminError(
    `Another run has exported the partner ${partner}, and is removing it: its files are complete. If it was interrupted, run it again.`,
    'refused',
  );

/** Reads the complete table once. */
const exportAllOf = async ({ table }: Target, io: Io, { partner, out, resume }: OffboardOptions, run: Run) => {
  const files = [out, `${out}.rest`].map((name) => ({
    name,
    counts: run.counts(name),
    file: openLineFile(name, { written: run.keep(`bytes of ${name}`, { bytes: 0 }), isKept: resume !== undefined }),
  }));
  const [lines, rest] = files as [(typeof files)[0], (typeof files)[0]];
  const add = ({ file, counts }: typeof lines, records: readonly ExportedLine[]): void => {
    file.append(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    for (const { type } of records) tally(counts, type);
  };
  try {
    await run.sweep({
      phase: 'export',
      table,
      what: 'Exporting',
      see: async (items) => {
        const theirs = items.filter((item) => partnerOf(item) === partner);
        const records = await linesFor(table, theirs, run.call);
        return () => {
          add(lines, records);
          add(rest, theirs.filter(isHandedOver) as ExportedLine[]);
        };
      },
    });
    // What another run has removed since is not in these files: they must not replace that run's.
    if (await isErased(table, partner)) throw byAnotherRun(partner);
    for (const { file } of files) file.complete();
  } catch (error) {
    for (const { file } of files) file.close();
    throw error;
  }
  for (const { name, counts } of files) io.log(`Exported to ${name}: ${exportedSentence(counts)}.`);
};

/**
 * Suspends, waits, exports and removes a partner. An interrupted run can be repeated: it exports again unless the
 * export was complete, and otherwise continues with the removal.
 *
 * @throws AdminError if there is no such partner, if it was resumed since it was suspended for the export, or if another
 *   run has removed it meanwhile
 */
export const offboardPartner = async (target: Target, io: Io, options: OffboardOptions): Promise<void> => {
  const { partner, confirm = confirmedBefore, resume, out, wait = WAIT_SECONDS } = options;
  const { table } = target;
  const begun = await table.get(partnerErasureKey(partner));
  if (!begun) {
    await requirePartner(table, partner);
    // Checked before the partner is suspended.
    for (const file of [out, `${out}.rest`]) requireOut(file);
  }
  const what = `suspend partner ${partner}, export its records to ${out} and ${out}.rest, and remove everything of it for good`;
  if (!(await confirm(what))) return;
  const command = `partner offboard of ${partner} to ${out}`;
  const run = startRun({ io, at: resume === undefined ? undefined : { file: resume, command, table: table.name } });
  if (begun) io.log(`Its removal started at ${partnerErasureFrom(begun).erasedAt}, after the export: continuing.`);
  // Since when nothing was written that the export may lack.
  const suspension = run.keep<{ at?: string | undefined }>('suspension', {});
  if (!begun) {
    await untilQuiet(target, io, options);
    suspension.at ??= (await findPartner(table, partner))?.suspendedAt;
    await run.step('exported', () => exportAllOf(target, io, options, run));
  }
  const erased = begun ? partnerErasureFrom(begun) : { partnerId: partner, erasedAt: new Date(io.now()).toISOString() };
  // This marks the export as complete.
  const entered = begun ? 'entered' : await enterErased(table, erased, suspension.at ?? '');
  if (entered !== 'entered') {
    run.end();
    if (entered === 'by another run') throw byAnotherRun(partner);
    throw new AdminError(`The partner ${partner} was resumed meanwhile. Nothing was removed: run it again.`, 'refused');
  }
  const metering = await target.metering.remove(partner);
  io.log(`Removed ${metering} metering keys. Searching the entire table ${table.name} for data of ${partner} ...`);
  const removed = await erasePartners(table, [erased], { wait: Math.min(STREAM_LAG, wait * 1000), run });
  run.end();
  io.out(`Partner ${partner}: ${summaryOf(removed)}`);
  io.out('It is in the erasure list: apply the list to each table that you restore (contact erase --again).');
  io.result?.({ partner, files: begun ? [] : [out, `${out}.rest`], removed: Object.fromEntries(removed) });
};
