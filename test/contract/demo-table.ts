/** A table with the demo data and what the cases need beside it, behind a client that notes every call. */
import { isDeepStrictEqual } from 'node:util';
import { inject } from 'vitest';
import { scanItems } from '../../cdk/tools/data/commands/scan.ts';
import { demoFile } from '../../cdk/tools/local/demo.ts';
import { loadData } from '../../cdk/tools/local/service.ts';
import { provocationAt } from '../../lib/contract/cases.ts';
import type { TableAction } from '../../lib/contract/operation.ts';
import type { Item } from '../../lib/dynamodb/attributes.ts';
import type { Call, OperationName } from '../../lib/dynamodb/call.ts';
import { functionClient } from '../../lib/dynamodb/client.ts';
import { useTable } from '../../lib/dynamodb/environment.ts';
import type { Key } from '../../lib/dynamodb/keys.ts';
import { tableOf } from '../../lib/dynamodb/table.ts';
import { operations } from '../../lib/operations.ts';
import { load } from '../support/load.ts';
import { createTestTable } from '../support/store.ts';

/** A call that a function made. */
export interface Noted {
  readonly operation: OperationName;
  readonly input: object;
}

/** The actions that a role needs for a call: those of a transaction by their kinds. */
export const actionsOf = ({ operation, input }: Noted): readonly TableAction[] => {
  if (operation === 'TransactGetItems') return ['GetItem'];
  if (operation !== 'TransactWriteItems') return [operation];
  const { TransactItems } = input as { TransactItems: readonly object[] };
  return TransactItems.flatMap((item) =>
    Object.keys(item).map((kind) => (kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`) as TableAction),
  );
};

const isWrite = (noted: Noted): boolean => actionsOf(noted).some((action) => /^(?:Put|Update|Delete)/.test(action));

const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });
const nameOf = (item: Item): string => JSON.stringify(keyOf(item));

export interface DemoTable {
  /** What the functions called since the last time this was asked. */
  taken(): Noted[];
  /** Puts the table back as it was loaded, where a call since the last time may have changed it. */
  restore(): Promise<void>;
  /** Lets this answer in place of the table until the work has ended. */
  instead<T>(call: Call, work: () => Promise<T>): Promise<T>;
}

/** Every record that a provocation needs beside the demo data, as it stands now. */
const recordsOfCases = (): object[] =>
  operations.flatMap(({ cases }) =>
    [...Object.values(cases.provocations), ...(cases.invalid ? [cases.invalid] : [])].flatMap(
      (provoked) => provocationAt(Date.now(), provoked)?.records ?? [],
    ),
  );

/** Loads the demo data into a table of its own and lets the functions of this test file find it. */
export const openDemoTable = async (): Promise<DemoTable> => {
  const table = await createTestTable();
  const refuse = ({ line, reason }: { readonly line: number; readonly reason: string }) => {
    throw new Error(`line ${line}: ${reason}`);
  };
  await loadData(table, demoFile, refuse);
  (await load(table, recordsOfCases())).forEach(refuse);

  const client = functionClient(inject('endpoint'));
  let answering: Call = client;
  let noted: Noted[] = [];
  let isChanged = false;
  const call: Call = (operation, input, options) => {
    noted.push({ operation, input });
    isChanged ||= isWrite({ operation, input });
    return answering(operation, input, options);
  };
  useTable(tableOf(table.name, call));

  const scanned = async () => {
    const items = new Map<string, Item>();
    for await (const item of scanItems(table)) items.set(nameOf(item), item);
    return items;
  };
  const loaded = await scanned();
  if (loaded.size === 0) throw new Error('Nothing was loaded');

  return {
    taken: () => {
      const all = noted;
      noted = [];
      return all;
    },
    async restore() {
      if (!isChanged) return;
      const now = await scanned();
      for (const [name, item] of now) {
        if (!loaded.has(name)) await table.remove({ Key: keyOf(item) });
      }
      for (const [name, item] of loaded) {
        if (!isDeepStrictEqual(item, now.get(name))) await table.put({ Item: item });
      }
      isChanged = false;
    },
    async instead(other, work) {
      answering = other;
      try {
        return await work();
      } finally {
        answering = client;
      }
    },
  };
};
