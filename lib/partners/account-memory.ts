/** Caches which account a number named last: only a hint where to look first, never proof that a record exists. */
import { clock } from '../dynamodb/client/clock.ts';

const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

const memory = new Map<string, { readonly accountNumber: number; readonly until: number }>();

/** Caches for each partner which account a number names. Only results from the table are cached. */
export const accountMemory = (partnerId: string, number: number) => {
  const key = `${number}#${partnerId}`;
  return {
    recall(): number | undefined {
      const known = memory.get(key);
      return known && known.until > clock.now() ? known.accountNumber : undefined;
    },
    keep(accountNumber: number | undefined): number | undefined {
      if (memory.size >= MOST_REMEMBERED) memory.clear();
      if (accountNumber === undefined) memory.delete(key);
      else memory.set(key, { accountNumber, until: clock.now() + REMEMBERED_MILLISECONDS });
      return accountNumber;
    },
  };
};
