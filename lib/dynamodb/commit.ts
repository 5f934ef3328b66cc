/** One transaction of a write of a record and of what belongs to it, and what became of it (docs/writing-once.md). */
import type { Executed } from './claim.ts';
import { marksOf } from './marks.ts';
import { StoreUnavailable } from './outcomes.ts';
import type { PartnerStore } from './partner-store.ts';
import { versionOf } from './parts.ts';
import type { Action } from './transactions.ts';
import { tokenOf } from './versioned.ts';

/** Writes that check or count what belongs to one account conflict. */
const PATIENCE = { attempts: 12 } as const;

/** A record keeps as many marks. */
const SEEN_WRITES = 8;

export interface Commit {
  /** The record that is written under the mark: its action first, and the version on which it was judged. */
  readonly actions: readonly Action[];
  readonly judgedVersion: number;
  readonly mark: string;
  /** What an idempotency key names the record by. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Whether the mark has landed, where the record itself is gone. */
  readonly landed?: () => Promise<boolean>;
}

/** `changed`: it was not what it was judged on any more. `executed`: done before, under the idempotency key. */
export type Committed = 'done' | 'changed' | { readonly executed: Executed };

/** @throws StoreUnavailable where nobody can say whether it landed; KeyReused */
export const commit = async (
  { table, claim }: PartnerStore,
  { actions, judgedVersion, mark, result, landed }: Commit,
): Promise<Committed> => {
  const take = claim ? [claim.take({ mark, ...(result && { result }) })] : [];
  const refused = await table.transact([...take, ...actions], tokenOf(mark), PATIENCE);
  if (!refused) return 'done';
  if (claim && refused.failed.has(0)) return { executed: claim.taken(refused.failed.get(0)) };
  const found = refused.failed.get(take.length);
  if (found && marksOf(found).includes(mark)) return 'done';
  if (!found && refused.failed.has(take.length) && (await landed?.())) return 'done';
  // A version never comes back, and so many marks are kept: it has not landed and cannot.
  const since = found ? versionOf(found) - judgedVersion : 0;
  const cannotLand = since > 0 && since < SEEN_WRITES;
  // A late try may land yet; under a key it finds it taken.
  if (refused.uncertain && !claim && !cannotLand)
    throw new StoreUnavailable('nobody knows whether it landed', { uncertain: true });
  return 'changed';
};
