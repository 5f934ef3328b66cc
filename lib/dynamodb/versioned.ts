/**
 * Updates of records with a version: each lands once or not at all, whatever is lost, late or repeated on the way
 * (docs/writing-once.md).
 */
import { hash } from 'node:crypto';
import type { Item } from './attributes.ts';
import type { Claim } from './claim.ts';
import { differs, expressionOf, type Guard, holds } from './expressions.ts';
import type { Key } from './keys.ts';
import { marksOf, markUpdate, nextMark, QUIET_UPDATE, wouldShow } from './marks.ts';
import { isRefused, StoreUnavailable } from './outcomes.ts';
import type { PartnerStore } from './partner-store.ts';
import { unchangedAction, versionOf } from './parts.ts';
import { checkRecordBytes, MAX_RECORD_BYTES, recordBytes } from './record-size.ts';
import { Conflict } from './revise.ts';
import { sources } from './sources.ts';

export interface VersionedUpdate {
  readonly key: Key;
  /** Attributes by name; `null` removes one. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** The item on which the update was judged: it must not have changed since. Absent where it was not read. */
  readonly judgedOn?: Item | undefined;
  /** The bytes of the changes (`recordBytes`), where they have been counted. */
  readonly added?: number | undefined;
  /** What must hold of an item that was not read. */
  readonly guards?: readonly Guard[];
  /** Nobody is told of it (docs/data-files.md: events). */
  readonly quiet?: boolean | undefined;
}

/** The item as it is after the update, which keeps its version where nothing changes; or what stood in its way, if anything. */
export type Saved = { readonly saved: Item } | { readonly refused: 'absent' | 'changed'; readonly found?: Item };

/** A refused call is repeated under a higher mark until it has been tried so often. */
const MOST_TRIES = 6;
/** A record keeps as many marks: after fewer writes than these, a mark that landed is among them. */
const SEEN_WRITES = 8;
const LONGEST_PAUSE = 20;
const MOST_TRANSACTIONS = 3;

/** The bytes of the record after the update, where it is known; else what the update adds at most. */
const sizeParts = (update: VersionedUpdate, add: ReturnType<typeof expressionOf>['add']) => {
  const { changes, judgedOn } = update;
  if (judgedOn) {
    const bytes = recordBytes({ ...judgedOn, ...changes });
    checkRecordBytes(bytes);
    add({ sets: ['bytes = :bytes'], values: { ':bytes': bytes } });
    return () => true;
  }
  const { added = recordBytes(changes) } = update;
  checkRecordBytes(added);
  const room = MAX_RECORD_BYTES - added;
  add({
    sets: ['bytes = if_not_exists(bytes, :zero) + :added'],
    condition: '(attribute_not_exists(bytes) OR bytes <= :room)',
    values: { ':added': added, ':room': room },
  });
  return (item: Item) => item.bytes === undefined || Number(item.bytes) <= room;
};

/** The update under a mark, and whether its own conditions hold on an item that was found. */
const updateOf = (update: VersionedUpdate, mark: string) => {
  const { change, add, require, build } = expressionOf();
  change(update.changes);
  add(markUpdate(mark));
  if (update.quiet) add(QUIET_UPDATE);
  const { judgedOn, guards = [] } = update;
  if (judgedOn) add({ condition: 'version = :version', values: { ':version': versionOf(judgedOn) } });
  for (const guard of guards) require(guard);
  const fits = sizeParts(update, add);
  return {
    input: { Key: update.key, ...build() },
    passes: (item: Item) =>
      (!judgedOn || versionOf(item) === versionOf(judgedOn)) &&
      guards.every((guard) => holds(guard, item)) &&
      fits(item),
  };
};

/** Whether a write of unknown fate is known, by the item that was found, not to have landed, and to be unable to. */
const cannotLand = (found: Item, mark: string, { judgedOn }: VersionedUpdate): boolean => {
  const marks = marksOf(found);
  const since = judgedOn ? versionOf(found) - versionOf(judgedOn) : 0;
  // A version never comes back: a late try on the one that was judged is refused for ever.
  if (since > 0 && since < SEEN_WRITES) return true;
  return (marks[0] ?? '') > mark && wouldShow(marks, mark);
};

const TOO_OFTEN = 'the record is written by others all the time';

const saveAlone = async ({ table }: PartnerStore, update: VersionedUpdate): Promise<Saved> => {
  const { judgedOn, changes } = update;
  if (judgedOn && !differs(changes, judgedOn)) return { saved: judgedOn };
  let tries = 0;
  let uncertain = false;
  for (let round = 0; ; round++) {
    const mark = nextMark();
    const { input, passes } = updateOf(update, mark);
    const outcome = await table.update(input);
    if (!isRefused(outcome)) return { saved: outcome };
    const found = outcome.item;
    if (!found) return { refused: 'absent' };
    if (marksOf(found).includes(mark)) return { saved: found };
    tries += outcome.attempts;
    uncertain = outcome.uncertain;
    if (uncertain && !cannotLand(found, mark, update))
      throw new StoreUnavailable('nobody knows whether the write landed', { uncertain });
    // Where its own conditions hold, only the mark was in the way: a higher one passes.
    if (!passes(found)) return { refused: 'changed', found };
    if (!differs(changes, found)) return { saved: found };
    // It is known not to have landed.
    if (tries >= MOST_TRIES) throw new Conflict(TOO_OFTEN);
    await sources.pause(LONGEST_PAUSE * 2 ** round * sources.random());
  }
};

/** The record once it shows the write of this mark, or a later one. */
const shown = async ({ table }: PartnerStore, key: Key, mark: string): Promise<Saved> => {
  const found = await table.get(key);
  if (!found) return { refused: 'absent' };
  if ((marksOf(found)[0] ?? '') < mark) throw new StoreUnavailable('the record does not show what was executed');
  return { saved: found };
};

/** The token of a transaction: at most 36 characters. */
export const tokenOf = (mark: string): string => hash('sha256', mark, 'hex').slice(0, 36);

/** Takes the idempotency key for an update that changes nothing. */
const takeAlone = async (store: PartnerStore, claim: Claim, key: Key, item: Item): Promise<Saved> => {
  const mark = marksOf(item)[0] ?? '';
  const refused = await store.table.transact([claim.take({ mark }), unchangedAction(item)], tokenOf(nextMark()));
  if (!refused) return { saved: item };
  if (refused.failed.has(0)) return shown(store, key, claim.taken(refused.failed.get(0)).mark);
  const found = refused.failed.get(1);
  return found ? { refused: 'changed', found } : { refused: 'absent' };
};

/** The update and its idempotency key in one transaction. */
const saveClaimed = async (store: PartnerStore, claim: Claim, update: VersionedUpdate): Promise<Saved> => {
  const { table } = store;
  if (claim.executed) return shown(store, update.key, claim.executed.mark);
  if (update.judgedOn && !differs(update.changes, update.judgedOn))
    return takeAlone(store, claim, update.key, update.judgedOn);
  for (let round = 0; ; round++) {
    const mark = nextMark();
    const { input, passes } = updateOf(update, mark);
    const refused = await table.transact([claim.take({ mark }), { Update: input }], tokenOf(mark));
    if (!refused) return shown(store, update.key, mark);
    if (refused.failed.has(0)) return shown(store, update.key, claim.taken(refused.failed.get(0)).mark);
    const found = refused.failed.get(1);
    if (!found) return { refused: 'absent' };
    marksOf(found);
    if (!passes(found)) return { refused: 'changed', found };
    if (!differs(update.changes, found)) return takeAlone(store, claim, update.key, found);
    if (round === MOST_TRANSACTIONS - 1) throw new Conflict(TOO_OFTEN);
    await sources.pause(LONGEST_PAUSE * 2 ** round * sources.random());
  }
};

/**
 * Writes the changes, once. A refusal under an idempotency key is to be kept under it before it is answered.
 *
 * @throws StoreUnavailable where nobody can say whether the write landed; Conflict; ItemTooLarge; KeyReused
 */
export const saveVersion = (store: PartnerStore, update: VersionedUpdate): Promise<Saved> =>
  store.claim ? saveClaimed(store, store.claim, update) : saveAlone(store, update);
