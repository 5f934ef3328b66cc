/** The whole service on this machine: engine, table, data, and the gateway in front of the synthesized stack. */

import type { Table } from '../../../lib/dynamodb/table.ts';
import { compile } from '../../build/validators.ts';
import { localMeteringKeys, localTableName, openLocalTarget, planNames } from '../admin/local-target.ts';
import { meteringKeyByValue } from '../admin/store/metering-keys.ts';
import { type LoadCounts, loadFile, type RefusedLine } from '../data/load.ts';
import { recordReader } from '../data/records.ts';
import type { OpenTable } from '../open-table.ts';
import { readAssembly } from './assembly.ts';
import { startEngine } from './engine.ts';
import { type GatewayOptions, startGateway } from './gateway.ts';
import { ensureTable } from './table.ts';

export { useLocalCredentials } from '../local-credentials.ts';

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

export interface ServiceOptions extends Pick<GatewayOptions, 'port' | 'aside' | 'onRequest' | 'onOutput' | 'now'> {
  readonly assemblyDirectory: string;
  /** A database file that is kept; in memory without it. */
  readonly db?: string | undefined;
  /** Puts something between the functions and the engine at this endpoint; answers with where the functions find it. */
  readonly between?: (endpoint: string) => Promise<string>;
  /** Made unless it is there. */
  readonly tableName?: string;
  /** Brings data in before the first request; told whether the table is new. */
  readonly load: (table: OpenTable, isNew: boolean) => Promise<unknown>;
}

export interface Service {
  readonly url: string;
  /** Where the engine is: what the operator's commands take as --endpoint. */
  readonly endpoint: string;
  readonly table: OpenTable;
  /** Takes up the bundles anew that lie in the assembly. */
  reload(): void;
  /** Ends the gateway, then the engine. */
  close(): Promise<void>;
}

/** Starts the service; what was started before a failure is ended again. */
export const startService = async ({
  assemblyDirectory,
  db,
  tableName = localTableName,
  between = async (endpoint) => endpoint,
  load,
  ...gatewayOptions
}: ServiceOptions): Promise<Service> => {
  const engine = await startEngine({ file: db });
  try {
    const { table } = await openLocalTarget(engine.endpoint, tableName);
    const model = await readAssembly(assemblyDirectory);
    await load(table, await ensureTable(table, model));
    const gateway = await startGateway({
      ...gatewayOptions,
      assemblyDirectory,
      environment: { DYNAMODB_ENDPOINT: await between(engine.endpoint) },
      references: Object.fromEntries(model.tables.map(({ logicalId }) => [logicalId, tableName])),
      findMeteringKey: async (value) => {
        const found = await meteringKeyByValue(table, value);
        return found && { id: found.apiKeyId, plan: found.plan, enabled: true };
      },
    });
    return {
      url: gateway.url,
      endpoint: engine.endpoint,
      table,
      reload: gateway.reload,
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
