/** Names of an account's locations, by number, from the index. */
import { businessFrom, businessKey } from '../../business/repository/business.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { blocksOf, itemBytes, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import { sparseLookup } from '../../dynamodb/table/sparse-lookup.ts';
import { childrenPartition } from '../../partners/repository/account.ts';

const isNumberOfRecord = (number: number): boolean => Number.isSafeInteger(number) && number > 0;

/** Names, and the first number that is no location's, if one is not. */
export interface Named {
  readonly names: ReadonlyMap<number, string>;
  readonly unknown: number | undefined;
}

export const locationNames = (({ table, partnerId }) => {
  /** One that the index does not show: it may have been created a moment ago. */
  const nameOf = async (accountNumber: number, number: number, budget: ReadBudget): Promise<string | undefined> => {
    if (!isNumberOfRecord(number)) return undefined;
    const [item] = await table.batchGet([businessKey(partnerId, number)]);
    budget.spend(item ? blocksOf(itemBytes(item)) : 1);
    return item?.accountNumber === accountNumber ? String(businessFrom(item).profile.name ?? '') : undefined;
  };

  return {
    /**
     * `undefined` where the budget does not last.
     *
     * @param untilUnknown - whether nothing more is read once a number is no location's
     */
    of: async (
      accountNumber: number,
      numbers: readonly number[],
      { budget, untilUnknown }: { readonly budget: ReadBudget; readonly untilUnknown: boolean },
    ): Promise<Named | undefined> => {
      const wanted = [...new Set(numbers)].toSorted((a, b) => a - b);
      const partition = childrenPartition(partnerId, accountNumber);
      const listed = await sparseLookup(table, partition, wanted.filter(isNumberOfRecord), budget);
      if (!listed) return undefined;
      const names = new Map<number, string>();
      let unknown: number | undefined;
      for (const number of wanted) {
        const row = listed.get(number);
        // An account has sub-accounts too.
        const isListed = row?.sk === 'PROFILE';
        const name = isListed ? String(row.name ?? '') : await nameOf(accountNumber, number, budget);
        if (name === undefined) unknown ??= number;
        else names.set(number, name);
        if (budget.left() < 0) return undefined;
        if (untilUnknown && unknown !== undefined) break;
      }
      return { names, unknown };
    },
  };
}) satisfies Opened<unknown>;
