/** A table on an engine of this machine, as `npm start` and the operator's commands both reach it. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { projectRoot } from '../../build/bundle.ts';
import type { MeteringKeys } from '../data/lines/line.ts';
import { useLocalCredentials } from '../local-credentials.ts';
import { type OpenTable, openTable } from '../open-table.ts';
import { operatorWriter } from '../operator.ts';
import { findMeteringKey, keepMeteringKey, moveMeteringKey } from './store/metering-keys.ts';

/** What the table is called where no stack names it. */
export const localTableName = 'partner-listing-api';

/** The names of the usage plans in `cdk.json`; synthesis checks the rest of what stands there. */
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
      // By this the local gateway finds a plan, whose id of the stack nobody knows before it runs.
      usagePlanId: plan,
    };
    const found = await findMeteringKey(table, partnerId, plan);
    // A database file may be of a release that did not note it.
    if (found && !found.usagePlanId) await moveMeteringKey(table, { ...found, usagePlanId: plan });
    return (found ?? (await keepMeteringKey(table, made))).value;
  };

export interface LocalTarget {
  readonly table: OpenTable;
  readonly plans: readonly string[];
  readonly meteringKeys: MeteringKeys;
}

/** What is needed to work on a table of an engine; whether the table is there is not asked. */
export const openLocalTarget = async (endpoint: string, tableName = localTableName): Promise<LocalTarget> => {
  useLocalCredentials();
  const table = openTable({ tableName, endpoint, writer: operatorWriter({ isLocal: true }) });
  return { table, plans: await planNames(), meteringKeys: localMeteringKeys(table) };
};
