/** `partner offboard`: gives everything of a partner out as files, and removes it for good (docs/erasing.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { partnerErasureFrom, partnerErasureItem, partnerErasureKey } from '../../../lib/partners/repository/erasure.ts';
import { linesOf } from '../data/commands/data-export.ts';
import { erasePartners } from '../data/erase-partners.ts';
import { recordsOf, recordsWithoutLines } from '../data/partner-items.ts';
import { AdminError, type Io } from '../io.ts';
import { requireOut, writeWhole } from '../out-file.ts';
import { summaryOf } from './erase-again.ts';
import { suspend } from './partner-suspend.ts';
import { findPartner } from './store/partners.ts';
import type { Target } from './target.ts';

export interface OffboardOptions {
  readonly partner: string;
  /** The file of the records; what has no line in data files goes to one beside it, `<out>.rest`. */
  readonly out: string;
  /** The partner's id once more. */
  readonly confirm: string;
  /** Seconds from the suspension until nothing of the partner's requests is under way. */
  readonly settle?: number | undefined;
  /** As of `partner suspend`. */
  readonly lag?: number | undefined;
}

/** A key is remembered for a minute, and a request lives for half of one. */
export const SETTLE_SECONDS = 120;
/** Milliseconds in which the stream has shown a deletion, where it is on time. */
const STREAM_LAG = 10_000;

/** Waits until no request of a partner writes any more. */
const untilQuiet = async (target: Target, io: Io, { partner, settle = SETTLE_SECONDS, lag }: OffboardOptions) => {
  const now = io.now();
  const marked = await suspend(target, { partner, now, lag });
  const since = Date.parse((await findPartner(target.table, partner))?.suspendedAt ?? '');
  const left = (marked > 0 ? now : since) + settle * 1000 - io.now();
  if (left <= 0) return;
  io.log(
    `The partner ${partner} is suspended. Waiting ${Math.ceil(left / 1000)} s for its requests under way to end ...`,
  );
  await sleep(left);
};

const exportAllOf = async ({ table }: Target, io: Io, { partner, out }: OffboardOptions): Promise<void> => {
  const files = [
    { file: out, records: recordsOf(table, partner) },
    { file: `${out}.rest`, records: recordsWithoutLines(table, partner) },
  ];
  for (const { file, records } of files) {
    const counts = new Map<string, number>();
    await writeWhole(linesOf(records, counts), file);
    io.log(`Exported to ${file}: ${[...counts].map(([type, count]) => `${count} ${type}`).join(', ') || 'nothing'}.`);
  }
};

/**
 * Suspends, waits, exports, removes. Cut off, it is run again: the export is made anew until it is whole, and from then on it is
 * the removal that goes on.
 *
 * @throws AdminError where there is no such partner, or `confirm` names another one
 */
export const offboardPartner = async (target: Target, io: Io, options: OffboardOptions): Promise<void> => {
  const { partner, confirm, settle = SETTLE_SECONDS } = options;
  const { table } = target;
  if (confirm !== partner)
    throw new AdminError(`Everything of the partner is removed for good: say so with --confirm ${partner}.`);
  const begun = await table.get(partnerErasureKey(partner));
  if (begun) io.log(`Its removal was begun at ${partnerErasureFrom(begun).erasedAt}, behind the export: it goes on.`);
  else {
    // Before the partner is suspended.
    for (const file of [options.out, `${options.out}.rest`]) requireOut(file);
    await untilQuiet(target, io, options);
    await exportAllOf(target, io, options);
  }
  const erased = begun ? partnerErasureFrom(begun) : { partnerId: partner, erasedAt: new Date(io.now()).toISOString() };
  // By this it is known that the export is whole.
  await table.put({ Item: partnerErasureItem(erased), ConditionExpression: 'attribute_not_exists(pk)' });
  const metering = await target.metering.remove(partner);
  io.log(`Removed ${metering} metering keys. Reading the whole of ${table.name} for what it has of ${partner} ...`);
  const removed = await erasePartners(table, [erased], { settle: Math.min(STREAM_LAG, settle * 1000) });
  io.out(`Partner ${partner}: ${summaryOf(removed)}`);
  io.out('It is in the list of erasures: apply that to each table you restore (contact erase --again).');
};
