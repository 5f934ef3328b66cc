/**
 * Deletes records of a counted partition by their ids: all of them, or none if one is not there. More records than a
 * transaction takes are deleted in several: under an idempotency key the first one takes the key, and a repetition
 * deletes the rest.
 */
import { chunksOf } from '../client/concurrency.ts';
import type { Item } from '../table/attributes.ts';
import { type Key, keyText } from '../table/keys.ts';
import type { PartnerStore } from '../table/partner-store.ts';
import { type Counter, counterKey, someLess } from './counted.ts';
import { ifUnchanged, keyOf, tracedDeletion } from './dependent-items.ts';
import { newestMark, nextMark, noteMarks, versionOf } from './marks.ts';
import { USUAL_ATTEMPTS, until } from './until.ts';
import { creation, takeKey, type Written, write } from './write.ts';

/** Records of one transaction: each has a trace that says who deleted it. */
const AT_ONCE = 45;
/** All writes of a partition change its counts, so conflicts are certain if many come at once. */
const PATIENCE = { attempts: 25 } as const;

interface Deletion {
  /** Each once. */
  readonly ids: readonly string[];
  /** The key of the record of an id; `undefined` for what can't be an id. */
  readonly keyOf: (id: string) => Key | undefined;
  readonly counter: Counter;
  readonly validateOnly: boolean;
}

const removeSome = (store: PartnerStore, counter: Counter, items: readonly Item[]): Promise<Written> => {
  const mark = nextMark();
  const hasLanded = async (): Promise<boolean> => {
    const found = await store.table.batchGet([counterKey(counter), ...items.map(keyOf)]);
    const counts = found.find((item) => keyText(item) === keyText(counterKey(counter)));
    if (counts?.p0 === mark) return true;
    // A record that is there may be the same, changed since, or one that was created after the deletion.
    if (found.length > (counts ? 1 : 0)) return false;
    // Another request may have deleted them: what is answered holds for the idempotency key too.
    return !('refused' in (await takeKey(store, [], { mark })));
  };
  return write(store, {
    strategy: creation(hasLanded),
    actions: [
      ...items.map((item) => tracedDeletion(item, item.p0, ifUnchanged(item))),
      someLess(counter, items.length, mark),
    ],
    basedOn: [versionOf(items[0])],
    mark,
    patience: PATIENCE,
  });
};

/**
 * @returns `unknown`: the first id of which there is no record
 * @throws StoreUnavailable
 */
export const deleteCounted = async (
  store: PartnerStore,
  { ids, keyOf: keyFor, counter, validateOnly }: Deletion,
): Promise<'done' | { readonly unknown: string }> => {
  const { table, partnerId, idempotency } = store;
  const keyed = ids.map((id) => ({ id, key: keyFor(id) }));
  const keys = keyed.flatMap(({ key }) => key ?? []);
  const gone = new Set<string>();
  // Set once another try of the request has begun: what was written after that stays.
  let since = idempotency?.executed?.mark;
  return until(USUAL_ATTEMPTS, async () => {
    const isBegun = () => since !== undefined || gone.size > 0;
    const items = keys.length > 0 ? await table.batchGet(keys) : [];
    const found = new Set(items.map(keyText));
    const unknown = keyed.find(({ key }) => !key || !found.has(keyText(key)));
    if (unknown && !isBegun()) return { unknown: unknown.id };
    if (validateOnly) return 'done';
    const left = items.filter((item) => !gone.has(keyText(item)) && (since === undefined || newestMark(item) < since));
    // The first mark stands for all of them: a retry skips items with a higher mark, as written since.
    noteMarks(...left);
    for (const some of chunksOf(left, AT_ONCE)) {
      // The key stands for all of them.
      const written = await removeSome(isBegun() ? { table, partnerId } : store, counter, some);
      if ('executed' in written) since = written.executed.mark;
      if (!('done' in written)) return 'changed';
      for (const item of some) gone.add(keyText(item));
    }
    return 'done';
  });
};
