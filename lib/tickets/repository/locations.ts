/** What tickets show of their locations, from the index; one that it does not show yet is read. */
import { businessKey } from '../../business/repository/business.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { blocksOf, itemBytes, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import { sparseLookup } from '../../dynamodb/table/sparse-lookup.ts';
import { childrenPartition } from '../../partners/repository/account.ts';

export interface ShownLocation {
  readonly name: string;
  readonly alias: string;
  readonly phone: string;
}

const shownFrom = ({ name = '', alias = '', phone = '' }: Item): ShownLocation => ({
  name: String(name),
  alias: String(alias),
  phone: String(phone),
});

export const ticketLocations = (({ table, partnerId }) => ({
  /** By number; `undefined` if they take more than the budget allows. */
  of: async (
    accountNumber: number,
    numbers: readonly number[],
    budget: ReadBudget,
  ): Promise<ReadonlyMap<number, ShownLocation> | undefined> => {
    const wanted = [...new Set(numbers)].toSorted((a, b) => a - b);
    const listed = await sparseLookup(table, childrenPartition(partnerId, accountNumber), wanted, budget);
    if (!listed) return undefined;
    const found = new Map([...listed].map(([number, item]) => [number, shownFrom(item)] as const));
    const others = wanted.filter((number) => !found.has(number)).map((number) => businessKey(partnerId, number));
    for (const item of others.length > 0 ? await table.batchGet(others, { consistent: false }) : []) {
      budget.spend(blocksOf(itemBytes(item)) / 2);
      found.set(Number(item.businessNumber), shownFrom(item));
    }
    return budget.left() < 0 ? undefined : found;
  },
})) satisfies Opened<unknown>;
