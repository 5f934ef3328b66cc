/** Finds out whether a request under an idempotency key has changed its record, and whether it began in time. */
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import type { Table } from '../dynamodb/table/table.ts';
import type { Executed } from '../dynamodb/writes/idempotency-record.ts';

/** A key that was taken without a write names who took it next to the mark of an earlier write (`takeKey`). */
export const hasChanged = ({ taker }: Executed): boolean => taker === undefined;

/** A store that notes what its idempotency key was taken with. */
export const watched = (store: PartnerStore): { readonly store: PartnerStore; readonly changed: () => boolean } => {
  const { idempotency } = store;
  let executed = idempotency?.executed;
  if (!idempotency) return { store, changed: () => false };
  return {
    store: {
      ...store,
      idempotency: {
        ...idempotency,
        take: (taken) => {
          executed = taken;
          return idempotency.take(taken);
        },
        taken: (found) => {
          executed = idempotency.taken(found);
          return executed;
        },
      },
    },
    changed: () => executed !== undefined && hasChanged(executed),
  };
};

/** A table whose first read has to be sent by a time. A request that is refused for what it says itself makes none. */
export const beginningBy = (
  table: Table,
  beginBy: number,
  deadline: number,
): { readonly table: Table; readonly wasLate: () => boolean } => {
  let [hasTried, hasBegun] = [false, false];
  const first =
    <Args extends readonly unknown[], Result>(read: (of: Table, ...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (hasBegun) return read(table, ...args);
      hasTried = true;
      const result = await read(table.within({ deadline: Math.min(deadline, beginBy) }), ...args);
      hasBegun = true;
      return result;
    };
  return {
    table: {
      ...table,
      get: first((of, ...args: Parameters<Table['get']>) => of.get(...args)),
      batchGet: first((of, ...args: Parameters<Table['batchGet']>) => of.batchGet(...args)),
    },
    wasLate: () => hasTried && !hasBegun,
  };
};
