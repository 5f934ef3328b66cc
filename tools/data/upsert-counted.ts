/** Upserts the item of a line whose account has a limited number of such items (lib/dynamodb/writes/counted.ts). */
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { type Counter, counterKey, countIn, oneMore } from '../../lib/dynamodb/writes/counted.ts';
import { keyOf, updateAction } from '../../lib/dynamodb/writes/dependent-items.ts';
import type { Action } from '../../lib/dynamodb/writes/transactions.ts';
import { type LoadContext, refused, type Written } from './lines/line.ts';
import { isOwn } from './sent-writes.ts';
import { asLoaded, IF_NEW, stepTo, written } from './upsert.ts';

/** How often a record is read again if others change it, or the number of records, meanwhile. */
const ATTEMPTS = 10;

/** @param most - the limit, and the message of a line beyond it */
export const upsertCounted = async (
  context: LoadContext,
  fresh: Item,
  counter: Counter,
  most: { readonly limit: number; readonly message: string },
): Promise<Written> => {
  const { table, dryRun, events } = context;
  const keys = [keyOf(fresh), counterKey(counter)] as const;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const items = new Map((await table.batchGet(keys)).map((item) => [keyText(item), item]));
    const [found, counts] = keys.map((key) => items.get(keyText(key)));
    if (!found && countIn(counts) >= most.limit) return refused(most.message);
    const step = stepTo(found, fresh, context);
    if (dryRun || (found && !step.changes)) return written(step);
    const actions: readonly Action[] =
      found && step.changes
        ? [updateAction(found, step.changes, { quiet: !events })]
        : [
            { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } },
            oneMore(counter, counts, most.limit),
          ];
    const outcome = await table.transact(actions);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
  }
  throw new StoreUnavailable('other writers keep changing the records of the account');
};
