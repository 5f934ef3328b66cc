/** The keys of the items that a call to DynamoDB may write. Pure. */
import type { OperationName } from '../../lib/dynamodb/client/call.ts';
import { type Attributes, fromAttributes } from '../../lib/dynamodb/table/attributes.ts';
import type { Key } from '../../lib/dynamodb/table/keys.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';

/** A call that a function made. */
export interface Noted {
  readonly operation: OperationName;
  readonly input: object;
}

interface WriteInput {
  readonly Key?: Attributes;
  readonly Item?: Attributes;
}

export const keysWritten = ({ operation, input }: Noted): readonly Key[] => {
  if (operation === 'TransactWriteItems') {
    const { TransactItems } = input as { TransactItems: readonly Readonly<Record<string, object>>[] };
    return TransactItems.flatMap((action) =>
      Object.entries(action).flatMap(([kind, each]) =>
        kind === 'ConditionCheck' ? [] : keysWritten({ operation: `${kind}Item` as OperationName, input: each }),
      ),
    );
  }
  if (!/^(?:Put|Update|Delete)Item$/.test(operation)) return [];
  const { Key, Item } = input as WriteInput;
  return [keyOf(fromAttributes(Key ?? Item ?? {}))];
};
