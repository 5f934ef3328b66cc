/**
 * The one write of records that have a version: alone or with dependent items, created, changed or deleted, with or
 * without an idempotency key (docs/writing-once.md). A strategy says what is special about a kind of write.
 */
import { hash } from 'node:crypto';
import { isRefused, StoreUnavailable } from '../client/outcomes.ts';
import type { Item } from '../table/attributes.ts';
import type { Key } from '../table/keys.ts';
import type { PartnerStore } from '../table/partner-store.ts';
import { type Found, fateOf } from './fate.ts';
import type { Executed } from './idempotency-record.ts';
import { markAbove, newestMark, nextMark, noteMarks } from './marks.ts';
import type { Action, Patience } from './transactions.ts';

/** What is special about a kind of write. */
export interface Strategy {
  /** How many of the first actions write the record: two if it consists of two items. */
  readonly sides: 1 | 2;
  /** Whether a write of one action, without an idempotency key, is sent as a single call instead of a transaction. */
  readonly isSingle?: true;
  /**
   * What it means if the record does not exist any more. `absent`: the write is refused, whatever its fate. `asked`:
   * its fate decides. `done`: a write of unknown fate has reached its aim.
   */
  readonly gone: 'absent' | 'asked' | 'done';
  /** The key of the item that has the marks of the record once it is deleted. */
  readonly tombstone?: Key;
  /** Asks the store whether the write has landed, if its fate is unknown. */
  readonly landed?: () => Promise<boolean>;
}

/** An update of one record: a single call if there is no idempotency key. */
export const alone: Strategy = { sides: 1, isSingle: true, gone: 'absent' };
/** A record with its dependent items, or with conditions on other items. */
export const withDependents: Strategy = { sides: 1, gone: 'asked' };
/** A record of two items, each with its own version. */
export const twoSided: Strategy = { sides: 2, gone: 'absent' };
/** A new record; `landed` is given if the record can be found by an id that was drawn for it. */
export const creation = (landed?: () => Promise<boolean>): Strategy => ({
  sides: 1,
  gone: 'asked',
  ...(landed && { landed }),
});
/** A deletion that leaves a tombstone. */
export const deletion = (tombstone: Key): Strategy => ({ sides: 1, gone: 'absent', tombstone });
/**
 * A deletion that leaves no tombstone: if the record is gone and the fate of a try is unknown, the deletion is done.
 */
export const goneIsDone: Strategy = { sides: 1, gone: 'done' };

export interface Write {
  readonly strategy: Strategy;
  /** The actions under the mark; those that write the record come first. */
  readonly actions: readonly Action[];
  /** The version that each side is based on: 0 if there was no item, `undefined` if it was not read. */
  readonly basedOn: readonly (number | undefined)[];
  /** Higher than the marks of the record as it was read (`markAbove`). */
  readonly mark: string;
  /** What identifies the record in the idempotency record. */
  readonly result?: Executed['result'];
  readonly patience?: Patience | undefined;
}

/**
 * `done`: the write has landed; has the record if the response of the call contains it. `executed`: an earlier request
 * under the idempotency key was executed. `refused`: the write has not landed and will not, because the
 * record is absent, or because the record or an item of another condition has changed since it was read.
 */
export type Written =
  | { readonly done: Item | undefined }
  | { readonly executed: Executed }
  | { readonly refused: 'absent' | 'changed'; readonly found?: Item; readonly attempts: number };

/** The client token of a transaction, of at most 36 characters. */
export const tokenOf = (mark: string): string => hash('sha256', mark, 'hex').slice(0, 36);

/** A refused single call or transaction. */
interface Refused {
  /** The item that was found for each side whose condition failed. */
  readonly sides: ReadonlyMap<number, Item | undefined>;
  readonly uncertain: boolean;
  readonly attempts: number;
}

const sendAlone = async ({ table }: PartnerStore, action: Action): Promise<{ readonly done: Item } | Refused> => {
  const outcome = await table.update((action as Extract<Action, { Update: unknown }>).Update);
  if (!isRefused(outcome)) return { done: outcome };
  return { sides: new Map([[0, outcome.item]]), uncertain: outcome.uncertain, attempts: outcome.attempts };
};

const sendTogether = async (
  { table, idempotency }: PartnerStore,
  { strategy, actions, mark, result, patience }: Write,
): Promise<{ readonly done: undefined } | { readonly executed: Executed } | Refused> => {
  const take = idempotency ? [idempotency.take({ mark, ...(result && { result }) })] : [];
  const refused = await table.transact([...take, ...actions], tokenOf(mark), patience);
  if (!refused) return { done: undefined };
  const { failed, uncertain, attempts } = refused;
  if (idempotency && failed.has(0)) return { executed: idempotency.taken(failed.get(0)) };
  const own = [...failed].map(([index, item]) => [index - take.length, item] as const);
  return { sides: new Map(own.filter(([index]) => index < strategy.sides)), uncertain, attempts };
};

/** The outcome of a refused write, by its fate. */
const refusedAs = async (store: PartnerStore, write: Write, refused: Refused): Promise<Written> => {
  const { strategy, mark, basedOn } = write;
  const { sides, uncertain, attempts } = refused;
  const isGone = [...sides.values()].some((item) => item === undefined);
  const left = isGone && strategy.tombstone ? await store.table.get(strategy.tombstone) : undefined;
  const found = [...sides].flatMap(([index, item = left]): Found[] =>
    item ? [{ item, basedOn: basedOn[index] }] : [],
  );
  noteMarks(...found.map(({ item }) => item));
  const fate = fateOf({ mark, found, uncertain, keyIsFree: store.idempotency !== undefined });
  if (fate === 'landed') return { done: found[0]!.item };
  if (isGone && strategy.gone !== 'asked')
    return strategy.gone === 'done' && fate === 'unknown' ? { done: undefined } : { refused: 'absent', attempts };
  if (fate === 'unknown') throw new StoreUnavailable('it is unknown whether the write landed', { uncertain });
  return { refused: 'changed', ...(found[0] && { found: found[0].item }), attempts };
};

/**
 * Writes once. The caller stores a refusal under the idempotency key, if there is one, before it responds.
 *
 * @throws StoreUnavailable if it is unknown whether the write landed; Conflict; ItemTooLarge; KeyReused
 */
export const write = async (store: PartnerStore, command: Write): Promise<Written> => {
  const { strategy, actions } = command;
  try {
    const sent = await (strategy.isSingle && !store.idempotency
      ? sendAlone(store, actions[0]!)
      : sendTogether(store, command));
    return 'sides' in sent ? await refusedAs(store, command, sent) : sent;
  } catch (error) {
    if (!(error instanceof StoreUnavailable && error.uncertain)) throw error;
    if (await strategy.landed?.().catch(() => false)) return { done: undefined };
    throw error;
  }
};

/**
 * Takes the idempotency key for a request that changes nothing.
 *
 * @param unchanged - conditions on what the request has read; empty if its response does not depend on that
 * @param mark - the lowest newest mark with which the record shows what the request found; a new mark by default
 */
export const takeKey = async (
  { table, idempotency }: PartnerStore,
  unchanged: readonly Action[],
  { mark = nextMark(), result }: Partial<Executed> = {},
): Promise<Written> => {
  if (!idempotency) return { done: undefined };
  const taker = nextMark();
  const taking = idempotency.take({ mark, ...(result && { result }), taker });
  const refused = await table.transact([taking, ...unchanged], tokenOf(taker));
  if (!refused) return { done: undefined };
  if (refused.failed.has(0)) return { executed: idempotency.taken(refused.failed.get(0)) };
  const found = refused.failed.get(1);
  noteMarks(found);
  return { refused: found ? 'changed' : 'absent', ...(found && { found }), attempts: refused.attempts };
};

/** @throws StoreUnavailable if none of the items shows the write with this mark, or a later one */
export const requireShown = (mark: string, ...items: readonly (Item | undefined)[]): void => {
  noteMarks(...items);
  if (items.every((item) => newestMark(item) < mark))
    throw new StoreUnavailable('the record does not show what was executed');
};

/**
 * Takes the idempotency key for work of several writes, under a mark higher than those of the items that were read; or
 * returns what it was taken for before. Without a key it returns only a mark. `isOwn`: this request took the key.
 */
export const takeKeyFor = async (
  store: PartnerStore,
  items: readonly Item[],
  result?: Executed['result'],
): Promise<Executed & { readonly isOwn?: true }> => {
  if (store.idempotency?.executed) return store.idempotency.executed;
  const mark = markAbove(...items);
  const written = await takeKey(store, [], { mark, result });
  return 'executed' in written ? written.executed : { mark, result, isOwn: true };
};
