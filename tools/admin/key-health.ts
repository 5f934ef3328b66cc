/** The result that a key would get now: its own state, and that of its metering key. */
import type { StoredApiKey } from '../../lib/partners/repository/api-key.ts';
import { type MeteringState, meteringState } from './metering-state.ts';
import { type KeyState, keyState } from './secrets.ts';
import { findMeteringKey } from './store/metering-keys.ts';
import type { Target } from './target.ts';

export interface KeyHealth {
  readonly key: StoredApiKey;
  readonly state: KeyState;
  /** Only set for a usable key: the metering key of any other does not matter. */
  readonly metering?: MeteringState | undefined;
  /** The id of the metering key, if it is in API Gateway. */
  readonly meteringId?: string | undefined;
}

/**
 * Returns the health of keys. It reads API Gateway once for all of them, and the table once for each partner and plan.
 *
 * @param partner - the partner of all these keys
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
