/** Which account a number named last: only where to look first, never whether something is there. */
import { sources } from '../dynamodb/sources.ts';

const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

const memory = new Map<string, { readonly accountNumber: number; readonly until: number }>();

/** Remembers for each partner which account a number names. Only what the table has said is remembered. */
export const accountMemory = (partnerId: string, number: number) => {
  const key = `${number}#${partnerId}`;
  return {
    recall(): number | undefined {
      const known = memory.get(key);
      return known && known.until > sources.now() ? known.accountNumber : undefined;
    },
    keep(accountNumber: number | undefined): number | undefined {
      if (memory.size >= MOST_REMEMBERED) memory.clear();
      if (accountNumber === undefined) memory.delete(key);
      else memory.set(key, { accountNumber, until: sources.now() + REMEMBERED_MILLISECONDS });
      return accountNumber;
    },
  };
};
