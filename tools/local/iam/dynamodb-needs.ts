/** The rights that DynamoDB calls need: action, table or index, and the partition keys that they name. */
import { indexArn, tableArn } from './arns.ts';
import type { Need } from './need.ts';

/** The names of the partition keys of a table and of its indexes. */
export interface KeyNames {
  readonly table: string;
  readonly indexes: Readonly<Record<string, string>>;
}

export interface Tables {
  /** Finds the logical id of a table by the name that calls use. */
  readonly idOf: (name: string) => string;
  /** Finds the key names of a table by its logical id. */
  readonly keysOf: (id: string) => KeyNames | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: the inputs of DynamoDB's calls, which the engine checks
type Input = any;

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A string or number in the condition key's format. */
const scalarsOf = (attribute: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  attribute ? [String(Object.values(attribute)[0])] : [];

const CONDITION = /(#?[\w.-]+)\s*=\s*(:\w+)/g;

/** The partition key of a query: the value that its key condition compares with `=`. */
const queried = (
  { KeyConditionExpression = '', ExpressionAttributeNames = {}, ExpressionAttributeValues = {} }: Input,
  name: string,
): readonly string[] =>
  [...String(KeyConditionExpression).matchAll(CONDITION)]
    .filter(([, spelled = '']) => (ExpressionAttributeNames[spelled] ?? spelled) === name)
    .flatMap(([, , value = '']) => scalarsOf(ExpressionAttributeValues[value]));

/** The action that each kind of transaction item needs. */
const TRANSACTION_ACTIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/**
 * The rights that a call needs. A transaction needs the right of each of its items, a batch its own action for each
 * of its tables. A call that names no partition key (a scan) has no leading keys at all, not an empty list of them.
 */
export const dynamodbNeeds = (operation: string, input: Input, { idOf, keysOf }: Tables): Need[] => {
  const need = (
    action: string,
    tableName: string,
    leading?: (keyName: string) => readonly string[],
    { index, enclosing }: { readonly index?: string | undefined; readonly enclosing?: string } = {},
  ): Need => {
    const id = idOf(tableName);
    const keys = keysOf(id);
    const keyName = index === undefined ? keys?.table : keys?.indexes[index];
    return {
      action: `dynamodb:${action}`,
      resource: index === undefined ? tableArn(id) : indexArn(id, index),
      context: {
        'aws:SecureTransport': ['true'],
        ...(leading && keyName !== undefined && { 'dynamodb:LeadingKeys': leading(keyName) }),
        ...(enclosing !== undefined && { 'dynamodb:EnclosingOperation': [enclosing] }),
      },
    };
  };
  const ofItem =
    ({ Key, Item }: Input) =>
    (name: string) =>
      scalarsOf(((Key ?? Item ?? {}) as Attributes)[name]);

  if (operation === 'TransactWriteItems' || operation === 'TransactGetItems')
    return (input.TransactItems ?? []).flatMap((part: Input) =>
      Object.entries<Input>(part).map(([kind, each]) =>
        need(TRANSACTION_ACTIONS[kind] ?? kind, each.TableName, ofItem(each), { enclosing: operation }),
      ),
    );
  if (operation === 'BatchGetItem')
    return Object.entries<Input>(input.RequestItems ?? {}).map(([name, { Keys = [] }]) =>
      need(operation, name, (key) => Keys.flatMap((each: Attributes) => scalarsOf(each[key]))),
    );
  if (operation === 'BatchWriteItem')
    return Object.entries<Input>(input.RequestItems ?? {}).map(([name, requests]) =>
      need(operation, name, (key) =>
        requests.flatMap(({ PutRequest, DeleteRequest }: Input) => ofItem(PutRequest ?? DeleteRequest)(key)),
      ),
    );
  if (operation === 'Query')
    return [need(operation, input.TableName, (key) => queried(input, key), { index: input.IndexName })];
  if (operation === 'Scan') return [need(operation, input.TableName, undefined, { index: input.IndexName })];
  const isOfItem = input.Key !== undefined || input.Item !== undefined;
  return [need(operation, String(input.TableName), isOfItem ? ofItem(input) : undefined)];
};
