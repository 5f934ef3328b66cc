/** Opens a table on an engine of this machine, for `npm start` and the operator's commands. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import type { MeteringKeys } from '../data/lines/line.ts';
import { useLocalCredentials } from '../local-credentials.ts';
import { type OpenTable, openTable } from '../open-table.ts';
import { operatorWriter } from '../operator.ts';
import { findMeteringKey, keepMeteringKey, moveMeteringKey } from './store/metering-keys.ts';

/** The name of the table where no stack names it. */
export const localTableName = 'partner-listing-api';

/** The names of the usage plans in `cdk.json`; synthesis checks their other fields. */
export const planNames = async (): Promise<string[]> => {
  const file = join(projectRoot, 'cdk.json');
  return Object.keys(JSON.parse(await readFile(file, 'utf8')).context.usagePlans);
};

/** On this machine the table itself is the register of metering keys. */
export const localMeteringKeys =
  (table: Table): MeteringKeys =>
  async (partnerId, plan) => {
    const made = {
      partnerId,
      plan,
      value: `meter-${randomUUID()}`,
      apiKeyId: randomUUID().slice(0, 10),
      // The local gateway finds a plan by this name, as the stack's id of the plan is not known before it runs.
      usagePlanId: plan,
    };
    const found = await findMeteringKey(table, partnerId, plan);
    // A database file of an older release may lack it.
    if (found && !found.usagePlanId) await moveMeteringKey(table, { ...found, usagePlanId: plan });
    return (found ?? (await keepMeteringKey(table, made))).value;
  };

export interface LocalTarget {
  readonly table: OpenTable;
  readonly plans: readonly string[];
  readonly meteringKeys: MeteringKeys;
}

/** Opens a table of an engine, without checking that it exists. */
export const openLocalTarget = async (endpoint: string, tableName = localTableName): Promise<LocalTarget> => {
  useLocalCredentials();
  const table = openTable({ tableName, endpoint, writer: operatorWriter({ isLocal: true }) });
  return { table, plans: await planNames(), meteringKeys: localMeteringKeys(table) };
};
