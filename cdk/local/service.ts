/** The whole service on this machine: engine, table, data, and the gateway in front of the synthesized stack. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoadCounts, loadFile, type RefusedLine } from '../../lib/data/load.ts';
import { recordReader } from '../../lib/data/records.ts';
import { findMeteringKey, keepMeteringKey, meteringKeyByValue } from '../../lib/store/metering-keys.ts';
import { openTable, type Table } from '../../lib/store/table.ts';
import { projectRoot } from '../build/bundle.ts';
import { compile } from '../build/validators.ts';
import { readUsagePlans } from '../usage-plans.ts';
import { readAssembly } from './assembly.ts';
import { startEngine } from './engine.ts';
import { type GatewayOptions, startGateway } from './gateway.ts';
import { ensureTable } from './table.ts';

/** The names of the usage plans in `cdk.json`. */
const planNames = async (): Promise<string[]> =>
  Object.keys(readUsagePlans(JSON.parse(await readFile(join(projectRoot, 'cdk.json'), 'utf8')).context.usagePlans));

/** Engines on this machine want credentials too, any will do; what the environment sets stays. */
export const useLocalCredentials = () => {
  const { env } = process;
  env.AWS_REGION ??= 'us-east-1';
  env.AWS_ACCESS_KEY_ID ??= 'local';
  env.AWS_SECRET_ACCESS_KEY ??= 'local';
};

/** On this machine the table itself is the register of metering keys. */
const localMeteringKeys = (table: Table) => async (partnerId: string, plan: string) => {
  const made = { partnerId, plan, value: `meter-${randomUUID()}`, apiKeyId: randomUUID().slice(0, 10) };
  return ((await findMeteringKey(table, partnerId, plan)) ?? (await keepMeteringKey(table, made))).value;
};

/** Loads a file of records into a table on this machine (data format). */
export const loadData = async (
  table: Table,
  file: string,
  onRefused: (refused: RefusedLine) => void,
): Promise<LoadCounts> =>
  loadFile(file, {
    table,
    readRecord: recordReader(compile),
    plans: await planNames(),
    meteringKeys: localMeteringKeys(table),
    onRefused,
  });

export interface ServiceOptions extends Pick<GatewayOptions, 'port' | 'onRequest' | 'onOutput' | 'now'> {
  readonly assemblyDirectory: string;
  /** A database file that is kept; in memory without it. */
  readonly db?: string | undefined;
  /** Made unless it is there. */
  readonly tableName?: string;
  /** Brings data in before the first request; told whether the table is new. */
  readonly load: (table: Table, isNew: boolean) => Promise<unknown>;
}

export interface Service {
  readonly url: string;
  readonly table: Table;
  /** Ends the gateway, then the engine. */
  close(): Promise<void>;
}

/** Starts the service; what was started before a failure is ended again. */
export const startService = async ({
  assemblyDirectory,
  db,
  tableName = 'partner-listing-api',
  load,
  ...gatewayOptions
}: ServiceOptions): Promise<Service> => {
  useLocalCredentials();
  const engine = await startEngine({ file: db });
  try {
    const table = openTable({ tableName, endpoint: engine.endpoint });
    const model = await readAssembly(assemblyDirectory);
    await load(table, await ensureTable(table, model));
    const gateway = await startGateway({
      ...gatewayOptions,
      assemblyDirectory,
      environment: { DYNAMODB_ENDPOINT: engine.endpoint },
      references: Object.fromEntries(model.tables.map(({ logicalId }) => [logicalId, tableName])),
      findMeteringKey: async (value) => {
        const found = await meteringKeyByValue(table, value);
        return found && { id: found.apiKeyId, plan: found.plan, enabled: true };
      },
    });
    return {
      url: gateway.url,
      table,
      async close() {
        await gateway.close();
        table.client.destroy();
        await engine.stop();
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
};
