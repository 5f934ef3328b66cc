/** Removes partners for good, with all of their data in the table (docs/erasing.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { type ErasedPartner, partnerErasureEntity, partnerErasureItem } from '../../lib/partners/repository/erasure.ts';
import { partnerEntity, partnerKey } from '../../lib/partners/repository/partner.ts';
import { AdminError } from '../io.ts';
import type { OpenTable } from '../open-table.ts';
import { type Removed, removedIn, tally } from './erase-traces.ts';
import { partnerOf } from './partner-items.ts';
import { type Run, startRun } from './run/run.ts';

const MOST_ROUNDS = 10;
/** What a search leaves: the list of erasures, and the partner, which is removed last (`partner list`). */
const LEFT: readonly unknown[] = [partnerErasureEntity.type, partnerEntity.type];

export interface ErasePartnersOptions {
  /** Milliseconds until the stream has processed the removals, and the items that this makes can be removed too. */
  readonly wait?: number;
  readonly run?: Run;
}

interface Removal {
  readonly phase: string;
  readonly partners: ReadonlySet<string>;
  readonly types?: readonly string[];
}

/** Removes the partners' items but for those that are left. Returns how many. */
const removeFrom = async (table: OpenTable, { phase, partners, types }: Removal, run: Run): Promise<number> => {
  const removed = removedIn(run);
  const count = run.keep(phase, { removed: 0 });
  await run.sweep({
    phase,
    table,
    what: 'Removing',
    ...(types && { types }),
    see: async (items) => {
      const theirs = items.filter((item) => !LEFT.includes(item.type) && partners.has(partnerOf(item) ?? ''));
      await run.each(theirs, async (item) => {
        await table.remove({ Key: keyOf(item) });
        tally(removed, String(item.type));
        count.removed++;
      });
    },
  });
  return count.removed;
};

/** Removes the partner itself, of which the stream makes nothing any more: it is in the list. */
const removePartner = async (table: OpenTable, { partnerId }: ErasedPartner, removed: Removed): Promise<void> => {
  const Key = partnerKey(partnerId);
  if (!(await table.get(Key))) return;
  await table.remove({ Key });
  tally(removed, partnerEntity.type);
};

/**
 * Removes partners, and enters them in the list of erasures, where they stay. Writes for them must be stopped before
 * (`partner suspend`). Reads the complete table until no item of theirs is found, as the stream makes further items
 * from a deletion, and the partner itself last. It skips what is gone already, so that an interrupted run can be repeated.
 *
 * @throws AdminError if items are left after ten passes; a run with the same position begins another ten
 */
export const erasePartners = async (
  table: OpenTable,
  all: readonly ErasedPartner[],
  { wait = 0, run = startRun() }: ErasePartnersOptions = {},
): Promise<Removed> => {
  const removed = removedIn(run);
  if (all.length === 0) return removed;
  // The list comes first: if the run is interrupted later, the list still names the partner.
  await run.each(
    all,
    async (each) =>
      void (await table.put({ Item: partnerErasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' })),
  );
  const partners = new Set(all.map(({ partnerId }) => partnerId));
  // Subscriptions are removed before all else, so that no events are sent for the removals.
  await removeFrom(table, { phase: 'subscriptions', partners, types: ['subscription'] }, run);
  const rounds = run.keep('rounds', { next: 0 });
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if ((await removeFrom(table, { phase: `round ${rounds.next}`, partners }, run)) === 0) {
      await run.step('partners', () => run.each(all, (each) => removePartner(table, each, removed)));
      return removed;
    }
    rounds.next++;
    await sleep(wait);
  }
  throw new AdminError(
    `The table was read ${MOST_ROUNDS} times, and other writers keep changing what belongs to an erased partner. Run the command again: it continues.`,
    'outage',
  );
};
