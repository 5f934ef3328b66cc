/** A store in memory that answers the calls of the service as DynamoDB does: each call at once, all or nothing. */

import {
  CallError,
  type CancellationReason,
  type OperationName,
  type Outputs,
} from '../../lib/dynamodb/client/call.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { conditionOf, holds, type Item, type Names, updated } from './expressions.ts';

type Input = { readonly [name: string]: unknown };

interface Write extends Omit<Names, 'values'> {
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeValues?: Attributes;
  readonly ReturnValues?: string;
}

const failure = (name: string, more: object = {}) =>
  new CallError(name, { name, attempts: 1, uncertain: false, ...more });

const namesOf = ({ ExpressionAttributeNames, ExpressionAttributeValues = {} }: Write): Names => ({
  ...(ExpressionAttributeNames && { ExpressionAttributeNames }),
  values: fromAttributes(ExpressionAttributeValues),
});

/** DynamoDB remembers a transaction's token for so long. */
const TOKEN_MILLISECONDS = 600_000;

/** One item that a write changed. */
export interface Changed {
  readonly key: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/**
 * @param now - the time, which stale reads and the tokens of transactions hang on
 * @param onChange - sees each item that a write changes
 */
export const createStore = (now: () => number = Date.now, onChange?: (changed: Changed) => void) => {
  const items = new Map<string, Item>();
  /** Each state that an item had, with when it came; the latest last. */
  const past = new Map<string, { readonly since: number; readonly item: Item | undefined }[]>();
  const tokens = new Map<string, { readonly until: number; readonly text: string }>();

  /** The item as a read finds it that shows the table as it was `lag` milliseconds ago. */
  const itemAt = (key: string, lag: number): Item | undefined =>
    lag === 0 ? items.get(key) : past.get(key)?.findLast(({ since }) => since <= now() - lag)?.item;

  /** What a write makes of the item at its key, or the item that it found where its condition fails. */
  const check = (write: Write) => {
    const key = fromAttributes(write.Item ?? write.Key ?? {});
    const found = items.get(keyText(key));
    const names = namesOf(write);
    if (!holds(write.ConditionExpression, names, found)) return { key: keyText(key), found, refused: true as const };
    const next = write.Item
      ? fromAttributes(write.Item)
      : write.UpdateExpression
        ? { ...updated(write.UpdateExpression, names, found ?? {}), pk: key.pk, sk: key.sk }
        : undefined;
    return { key: keyText(key), found, next, refused: false as const };
  };
  const put = (key: string, next: Item | undefined, since = now()) => {
    const before = past.get(key) ?? [];
    before.push({ since, item: next });
    past.set(key, before);
    const found = items.get(key);
    if (next) items.set(key, next);
    else items.delete(key);
    if (since === now() && found !== next) onChange?.({ key, before: found, after: next });
  };

  const writeOne = (write: Write): Outputs['UpdateItem'] => {
    const { key, found, refused, ...rest } = check(write);
    if (refused) {
      throw failure('ConditionalCheckFailedException', { item: found && toAttributes(found) });
    }
    const { next } = rest as { next?: Item };
    put(key, next);
    return next && write.ReturnValues === 'ALL_NEW' ? { Attributes: toAttributes(next) } : {};
  };

  const transact = ({ TransactItems, ClientRequestToken }: Input): object => {
    const token = ClientRequestToken === undefined ? undefined : String(ClientRequestToken);
    const text = JSON.stringify(TransactItems);
    const known = token === undefined ? undefined : tokens.get(token);
    if (known && known.until > now()) {
      if (known.text !== text) throw failure('IdempotentParameterMismatchException');
      return {};
    }
    const actions = (TransactItems as readonly Record<string, Write>[]).map((action) => Object.entries(action)[0]!);
    const checked = actions.map(([kind, write]) => ({ kind, ...check(write) }));
    if (checked.some(({ refused }) => refused)) {
      const reasons: CancellationReason[] = checked.map(({ refused, found }) =>
        refused ? { Code: 'ConditionalCheckFailed', ...(found && { Item: toAttributes(found) }) } : { Code: 'None' },
      );
      throw failure('TransactionCanceledException', { reasons });
    }
    for (const { kind, key, ...rest } of checked)
      if (kind !== 'ConditionCheck') put(key, (rest as { next?: Item }).next);
    // A cancelled one is forgotten.
    if (token !== undefined) tokens.set(token, { until: now() + TOKEN_MILLISECONDS, text });
    return {};
  };

  const batchGet = ({ RequestItems }: Input, lag: number): Outputs['BatchGetItem'] => {
    const [[name, { Keys, ConsistentRead }] = ['', { Keys: [], ConsistentRead: true }]] = Object.entries(
      RequestItems as unknown as Record<string, { Keys: readonly Attributes[]; ConsistentRead?: boolean }>,
    );
    const found = Keys.flatMap((key) => itemAt(keyText(fromAttributes(key)), ConsistentRead ? 0 : lag) ?? []);
    return { Responses: { [name]: found.map((item) => toAttributes(item as Item)) } };
  };

  /** In one page, in the order of keys. */
  const query = (input: Input, lag: number): object => {
    const { KeyConditionExpression, FilterExpression, IndexName, ConsistentRead } = input;
    const names = namesOf(input as Write);
    const isMeant = conditionOf(String(KeyConditionExpression), names);
    const isShown = conditionOf(FilterExpression as string | undefined, names);
    // Only the past has items that are gone.
    const isLate = lag > 0 && !ConsistentRead;
    const all = isLate ? [...past.keys()].map((key) => itemAt(key, lag)) : [...items.values()];
    const found = all.filter((item): item is Item => item !== undefined && isMeant(item) && isShown(item));
    const sk = { gsi1: 'gsi1sk', gsi2: 'gsi2sk' }[String(IndexName)] ?? 'sk';
    const sorted = found.toSorted((a, b) => (String(a[sk]) < String(b[sk]) ? -1 : 1));
    return { Items: sorted.map((item) => toAttributes(item as Item)), Count: found.length };
  };

  return {
    items,
    /** Puts an item there as one that has always been. */
    seed(item: Item): void {
      put(keyText(item), item, Number.NEGATIVE_INFINITY);
    },
    /**
     * Does one call now.
     *
     * @param lag - how many milliseconds ago the table was as a read sees it that does not ask for the present
     */
    apply<Name extends OperationName>(operation: Name, input: object, lag = 0): Outputs[Name] {
      const sent = input as Input;
      const answer = (): unknown => {
        switch (operation) {
          case 'GetItem': {
            const item = itemAt(keyText(fromAttributes(sent.Key as Attributes)), sent.ConsistentRead ? 0 : lag);
            return item ? { Item: toAttributes(item) } : {};
          }
          case 'BatchGetItem':
            return batchGet(sent, lag);
          case 'Query':
            return query(sent, lag);
          case 'PutItem':
          case 'UpdateItem':
          case 'DeleteItem':
            return writeOne(sent as unknown as Write);
          case 'TransactWriteItems':
            return transact(sent);
          default:
            throw new Error(`${operation} is not simulated`);
        }
      };
      return answer() as Outputs[Name];
    },
  };
};

export type Store = ReturnType<typeof createStore>;
