/** What counts have of a location, or of an account, in all. */
import type { Opened } from '../../dynamodb/entity.ts';
import { type Totals, totals } from '../rules/sums.ts';
import { totalKey } from './counts.ts';

export const countTotals = (({ table, partnerId }) => ({
  /** By number; nothing of one that counts nothing. Some seconds old at most. One call for each 100. */
  of: async (numbers: readonly number[]): Promise<ReadonlyMap<number, Totals>> => {
    const keys = numbers.map((number) => totalKey(partnerId, number));
    const items = await table.batchGet(keys, { consistent: false });
    const byKey = new Map(items.map((item) => [String(item.pk), item]));
    return new Map(
      numbers.flatMap((number, index) => {
        const item = byKey.get(keys[index]!.pk);
        if (!item) return [];
        const { add, found } = totals();
        add(item);
        return [[number, found()]];
      }),
    );
  },
})) satisfies Opened<unknown>;
