/** A store in memory that answers the calls of the service as DynamoDB does: each call at once, all or nothing. */
import { type Attributes, fromAttributes, toAttributes } from '../../lib/dynamodb/attributes.ts';
import { CallError, type CancellationReason, type OperationName, type Outputs } from '../../lib/dynamodb/call.ts';
import { holds, type Item, type Names, updated } from './expressions.ts';

type Input = { readonly [name: string]: unknown };

interface Write extends Omit<Names, 'values'> {
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeValues?: Attributes;
  readonly ReturnValues?: string;
}

const keyOf = (item: Item): string => `${item.pk}\n${item.sk}`;
const failure = (name: string, more: object = {}) =>
  new CallError(name, { name, attempts: 1, uncertain: false, ...more });

const namesOf = ({ ExpressionAttributeNames, ExpressionAttributeValues = {} }: Write): Names => ({
  ...(ExpressionAttributeNames && { ExpressionAttributeNames }),
  values: fromAttributes(ExpressionAttributeValues),
});

export const createStore = () => {
  const items = new Map<string, Item>();
  const tokens = new Set<string>();

  /** What a write makes of the item at its key, or the item that it found where its condition fails. */
  const judge = (write: Write) => {
    const key = fromAttributes(write.Item ?? write.Key ?? {});
    const found = items.get(keyOf(key));
    const names = namesOf(write);
    if (!holds(write.ConditionExpression, names, found)) return { key: keyOf(key), found, refused: true as const };
    const next = write.Item
      ? fromAttributes(write.Item)
      : write.UpdateExpression
        ? { ...updated(write.UpdateExpression, names, found ?? {}), pk: key.pk, sk: key.sk }
        : undefined;
    return { key: keyOf(key), found, next, refused: false as const };
  };
  const put = (key: string, next: Item | undefined) => {
    if (next) items.set(key, next);
    else items.delete(key);
  };

  const writeOne = (write: Write): Outputs['UpdateItem'] => {
    const { key, found, refused, ...rest } = judge(write);
    if (refused) {
      throw failure('ConditionalCheckFailedException', { item: found && toAttributes(found) });
    }
    const { next } = rest as { next?: Item };
    put(key, next);
    return next && write.ReturnValues === 'ALL_NEW' ? { Attributes: toAttributes(next) } : {};
  };

  const transact = ({ TransactItems, ClientRequestToken }: Input): object => {
    if (tokens.has(String(ClientRequestToken))) return {};
    const actions = (TransactItems as readonly Record<string, Write>[]).map((action) => Object.entries(action)[0]!);
    const judged = actions.map(([kind, write]) => ({ kind, ...judge(write) }));
    if (judged.some(({ refused }) => refused)) {
      const reasons: CancellationReason[] = judged.map(({ refused, found }) =>
        refused ? { Code: 'ConditionalCheckFailed', ...(found && { Item: toAttributes(found) }) } : { Code: 'None' },
      );
      throw failure('TransactionCanceledException', { reasons });
    }
    for (const { kind, key, ...rest } of judged)
      if (kind !== 'ConditionCheck') put(key, (rest as { next?: Item }).next);
    if (ClientRequestToken) tokens.add(String(ClientRequestToken));
    return {};
  };

  const batchGet = ({ RequestItems }: Input): Outputs['BatchGetItem'] => {
    const [[name, { Keys }] = ['', { Keys: [] }]] = Object.entries(
      RequestItems as unknown as Record<string, { Keys: readonly Attributes[] }>,
    );
    const found = Keys.flatMap((key) => items.get(keyOf(fromAttributes(key))) ?? []);
    return { Responses: { [name]: found.map((item) => toAttributes(item as Item)) } };
  };

  return {
    items,
    /** Does one call now. */
    apply<Name extends OperationName>(operation: Name, input: object): Outputs[Name] {
      const sent = input as Input;
      const answer = (): unknown => {
        switch (operation) {
          case 'GetItem': {
            const item = items.get(keyOf(fromAttributes(sent.Key as Attributes)));
            return item ? { Item: toAttributes(item) } : {};
          }
          case 'BatchGetItem':
            return batchGet(sent);
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
