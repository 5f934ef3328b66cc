/** What a key would get now: its own state, and that of what meters it. */
import type { StoredApiKey } from '../../../lib/partners/repository/api-key.ts';
import { type MeteringState, meteringState } from './metering-state.ts';
import { type KeyState, keyState } from './secrets.ts';
import { findMeteringKey } from './store/metering-keys.ts';
import type { Target } from './target.ts';

export interface KeyHealth {
  readonly key: StoredApiKey;
  readonly state: KeyState;
  /** Of a usable key alone: what meters any other does not matter. */
  readonly metering?: MeteringState | undefined;
  /** The id of what meters it, where API Gateway has it. */
  readonly meteringId?: string | undefined;
}

/**
 * Looks at keys: one look at API Gateway for all of them, and one at the table for each partner and plan.
 *
 * @param partner - whose keys they all are
 */
export const keyHealths = async (
  { table, metering }: Target,
  keys: readonly StoredApiKey[],
  { now, partner }: { readonly now: number; readonly partner?: string | undefined },
): Promise<readonly KeyHealth[]> => {
  if (!keys.some((key) => keyState(key, now) === 'usable'))
    return keys.map((key) => ({ key, state: keyState(key, now) }));
  const view = await metering.view(partner);
  const records = new Map<string, ReturnType<typeof findMeteringKey>>();
  const recordOf = ({ partnerId, plan }: StoredApiKey) => {
    const name = `${partnerId} ${plan}`;
    const record = records.get(name) ?? findMeteringKey(table, partnerId, plan);
    records.set(name, record);
    return record;
  };
  const found: KeyHealth[] = [];
  for (const key of keys) {
    const state = keyState(key, now);
    const metering = state === 'usable' ? meteringState(view, key, await recordOf(key)) : undefined;
    found.push({ key, state, metering, meteringId: view.keys.get(key.meteringKey)?.id });
  }
  return found;
};
