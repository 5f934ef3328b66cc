/** The simulated store does what the engine does: random calls, one after the other, with the same answers from both. */
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Call, CallError } from '../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../lib/dynamodb/client/client.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../lib/dynamodb/table/attributes.ts';
import { useLocalCredentials } from '../../tools/local/service.ts';
import { runs } from '../support/chosen.ts';
import { createTestTable } from '../support/store.ts';
import { createStore } from './store.ts';

let TableName: string;
let engine: Call;

beforeAll(async () => {
  useLocalCredentials();
  TableName = (await createTestTable()).name;
  engine = functionClient(inject('endpoint'));
});

const attribute = fc.constantFrom('a', 'b', 'n');
const value = fc.oneof(fc.constantFrom('x', 'y', ''), fc.integer({ min: 0, max: 3 }), fc.boolean());

/** A condition in the forms that the service writes, with its values. */
const condition = fc.letrec<{ leaf: string; tree: string }>((tie) => ({
  leaf: fc
    .tuple(attribute, fc.constantFrom('= :v', '<> :v', '< :n', '<= :n', '> :n', '>= :n', 'exists', 'absent', 'raised'))
    .map(([name, form]) => {
      if (form === 'exists') return `attribute_exists(#${name})`;
      if (form === 'absent') return `attribute_not_exists(#${name})`;
      return form === 'raised' ? `NOT #${name} >= :n` : `#${name} ${form}`;
    }),
  tree: fc.oneof(
    { maxDepth: 2 },
    tie('leaf'),
    fc.tuple(tie('tree'), fc.constantFrom('AND', 'OR'), tie('tree')).map(([a, word, b]) => `(${a} ${word} ${b})`),
    tie('tree').map((inner) => (inner.startsWith('(') ? `NOT ${inner}` : `NOT (${inner})`)),
  ),
})).tree;

const update = fc.constantFrom(
  'SET #a = :v, #b = if_not_exists(#a, :v)',
  'SET #n = if_not_exists(#n, :zero) + :one',
  'SET #n = if_not_exists(#n, :zero) - :one',
  'SET #b = :v REMOVE #a',
  'SET #a = :v ADD #n :one',
  'SET #a = if_not_exists(#b, :v), #b = :v',
);

type Values = Readonly<Record<string, unknown>>;

/** Names and values, only those that the expressions use: an engine refuses the others. */
const placeholders = (texts: readonly string[], values: Values) => {
  const text = texts.join(' ');
  const used = (name: string) => new RegExp(`${name}\\b`).test(text);
  const names = ['a', 'b', 'n'].filter((name) => used(`#${name}`));
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => used(name)));
  return {
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])) }),
    ...(Object.keys(given).length > 0 && { ExpressionAttributeValues: toAttributes(given) }),
  };
};

const step = fc.record({
  kind: fc.constantFrom('put', 'update', 'delete', 'get', 'batch', 'transact', 'transact', 'again'),
  /** What a transaction does to its keys, one after the other. */
  actions: fc.array(fc.constantFrom('Put', 'Update', 'Delete', 'ConditionCheck'), { minLength: 1, maxLength: 3 }),
  key: fc.integer({ min: 0, max: 2 }),
  item: fc.record({ a: value, b: value, n: fc.nat(3) }, { requiredKeys: [] }),
  condition: fc.option(condition, { nil: undefined }),
  update,
  value,
  number: fc.nat(3),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A call with keys of its own for each run. */
const callOf = (run: string, { kind, key, actions, item, condition: when, update: how, value: v, number }: Step) => {
  const keyAt = (index: number) => toAttributes({ pk: `${run}-${index}`, sk: 'S' });
  const values = { ':v': v, ':n': number, ':zero': 0, ':one': 1 };
  const conditional = { ...(when && { ConditionExpression: when }), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
  const put = (index: number) => ({
    TableName,
    Item: { ...keyAt(index), ...toAttributes(item) },
    ...conditional,
    ...placeholders([when ?? ''], values),
  });
  const change = (index: number) => ({
    TableName,
    Key: keyAt(index),
    UpdateExpression: how,
    ...conditional,
    ...placeholders([when ?? '', how], values),
  });
  const remove = (index: number) => ({
    TableName,
    Key: keyAt(index),
    ...conditional,
    ...placeholders([when ?? ''], values),
  });
  switch (kind) {
    case 'put':
      return ['PutItem', put(key)] as const;
    case 'update':
      return ['UpdateItem', { ...change(key), ReturnValues: 'ALL_NEW' }] as const;
    case 'delete':
      return ['DeleteItem', remove(key)] as const;
    case 'get':
      return ['GetItem', { TableName, Key: keyAt(key), ConsistentRead: true }] as const;
    case 'batch':
      return [
        'BatchGetItem',
        { RequestItems: { [TableName]: { Keys: [keyAt(0), keyAt(1)], ConsistentRead: true } } },
      ] as const;
    default: {
      const check = (index: number) => {
        const expression = when ?? 'attribute_exists(#a)';
        const { ConditionExpression: _, ...rest } = remove(index);
        return { ...rest, ConditionExpression: expression, ...placeholders([expression], values) };
      };
      const make = { Put: put, Update: change, Delete: remove, ConditionCheck: check };
      const TransactItems = actions.map((action, index) => ({ [action]: make[action]((key + index) % 3) }));
      // The same transaction is sent again as tries are: under its token.
      const token = kind === 'again' && { ClientRequestToken: `${run}-${key}` };
      return ['TransactWriteItems', { TransactItems, ...token }] as const;
    }
  }
};

/** What an answer says, without the order of a batch. */
const described = (answer: unknown): unknown => {
  const {
    Item,
    Attributes: attributes,
    Responses,
  } = answer as {
    Item?: Attributes;
    Attributes?: Attributes;
    Responses?: Record<string, Attributes[]>;
  };
  const plain = (each: Attributes | undefined) => each && fromAttributes(each);
  const batch = Object.values(Responses ?? {}).flatMap((items) => items.map(plain));
  return {
    item: plain(Item),
    attributes: plain(attributes),
    batch: batch.sort((a, b) => (String(a?.pk) < String(b?.pk) ? -1 : 1)),
  };
};

const outcomeOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return described(await work());
  } catch (error) {
    const { name, item, reasons } = error as CallError;
    const found = reasons?.map(({ Code, Item }) => [Code ?? 'None', Item && fromAttributes(Item)]);
    return { name, item: item && fromAttributes(item), reasons: found };
  }
};

describe('The simulated store', () => {
  it('answers every call as the engine does', async () => {
    let run = 0;
    const compared: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const store = createStore();
        const name = `run${run++}`;
        for (const each of steps) {
          const [operation, input] = callOf(name, each);
          for (let times = each.kind === 'again' ? 2 : 1; times > 0; times--) {
            const real = await outcomeOf(() => engine(operation, input));
            const simulated = await outcomeOf(async () => store.apply(operation, input));
            // What the engine calls invalid the service never sends (a number where text is compared).
            if (/Validation(?:Exception|Error)/.test(JSON.stringify(real))) return;
            compared[operation] = (compared[operation] ?? 0) + 1;
            expect(simulated).toEqual(real);
          }
        }
      }),
      { numRuns: runs(45, 300), seed: 12 },
    );
    expect(compared.TransactWriteItems).toBeGreaterThan(100);
    expect(Object.keys(compared)).toHaveLength(6);
  });
});
