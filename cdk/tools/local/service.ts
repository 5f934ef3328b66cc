/** The whole service on this machine: engine, table, data, and the gateway in front of the synthesized stack. */

import type { Place } from '../../../lib/bucket/place.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { localMeteringKeys, localTableName, openLocalTarget, planNames } from '../admin/local-target.ts';
import { meteringKeyByValue } from '../admin/store/metering-keys.ts';
import { type LoadCounts, loadFile, type RefusedLine } from '../data/load.ts';
import type { OpenTable } from '../open-table.ts';
import { readAssembly } from './assembly.ts';
import type { BucketEngine } from './bucket/bucket-engine.ts';
import type { DeliveryLine } from './deliveries.ts';
import { startEngine } from './engine.ts';
import { startEventSources } from './event-sources.ts';
import { type GatewayOptions, startGateway } from './gateway.ts';
import { type LocalLogs, startLocalLogs } from './logs/local-logs.ts';
import type { QueueEngine } from './queue/queue-engine.ts';
import { ensureTable } from './table.ts';
import type { UsageServer } from './usage/server.ts';

export { useLocalCredentials } from '../local-credentials.ts';

/** Loads a file of records into a table on this machine (docs/data-files.md). */
export const loadData = async (
  table: Table,
  file: string,
  onRefused: (refused: RefusedLine) => void,
): Promise<LoadCounts> =>
  loadFile(file, {
    table,
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
  /** Made unless it is there; the queues are named after it. */
  readonly tableName?: string;
  /** Variables for every function beside those of the template. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called for each try of a delivery. */
  readonly onDelivery?: (line: DeliveryLine) => void;
  /** Brings data in before the first request, and again for an engine that lost it; gets whether the table is new. */
  readonly load: (table: OpenTable, isNew: boolean) => Promise<unknown>;
  /** Takes what is to be known of the service itself. */
  readonly onNotice?: (text: string) => void;
}

export interface Service {
  readonly url: string;
  /** Where the engine is: what the operator's commands take as --endpoint. */
  readonly endpoint: string;
  readonly table: OpenTable;
  /** Where the counts of API Gateway's keys are: what the operator's command for usage takes as --gateway. */
  readonly usageEndpoint: string;
  /** Where the logs are: what the operator's command explain takes as --logs. */
  readonly logsEndpoint: string;
  /** Where media are. */
  readonly bucket: Place;
  /** Takes up the bundles again that lie in the assembly. */
  reload(): void;
  /** Ends the gateway, then the engine. Requests that run have so many milliseconds to end; none by default. */
  close(grace?: number): Promise<void>;
}

/** Starts the service; what was started before a failure is ended again. */
export const startService = async ({
  assemblyDirectory,
  db,
  tableName = localTableName,
  between = async (endpoint) => endpoint,
  environment = {},
  load,
  onNotice = () => {},
  onDelivery,
  ...gatewayOptions
}: ServiceOptions): Promise<Service> => {
  let bringIn = async (): Promise<unknown> => undefined;
  const onRestart = async (reason: string) => {
    onNotice(`The DynamoDB engine ended (${reason}) and was started again.`);
    try {
      await bringIn();
    } catch (error) {
      onNotice(`Its data could not be loaded again: ${(error as Error).message}`);
    }
  };
  const engine = await startEngine({ file: db, isStreamed: true, onRestart });
  let queues: QueueEngine | undefined;
  let buckets: BucketEngine | undefined;
  let usage: UsageServer | undefined;
  let logs: LocalLogs | undefined;
  try {
    const { table } = await openLocalTarget(engine.endpoint, tableName);
    const model = await readAssembly(assemblyDirectory);
    bringIn = async () => load(table, await ensureTable(table, model));
    await bringIn();
    const { startQueueEngine } = await import('./queue/queue-engine.ts');
    const opened = await startQueueEngine({ queues: model.queues, prefix: tableName });
    queues = opened;
    const { startBucketEngine } = await import('./bucket/bucket-engine.ts');
    const bucket = await startBucketEngine({ buckets: model.buckets, db, prefix: tableName });
    buckets = bucket;
    const { createUseCounts } = await import('./usage/use-counts.ts');
    const { startUsageServer } = await import('./usage/server.ts');
    const counts = createUseCounts(gatewayOptions.now ?? Date.now);
    const counting = await startUsageServer(counts, model.usagePlans);
    usage = counting;
    const logging = await startLocalLogs(model, gatewayOptions);
    logs = logging;
    const gateway = await startGateway({
      ...gatewayOptions,
      onOutput: logging.onOutput,
      onAnswered: logging.onAnswered,
      assemblyDirectory,
      environment: {
        DYNAMODB_ENDPOINT: await between(engine.endpoint),
        AWS_ENDPOINT_URL_S3: bucket.endpoint,
        AWS_ENDPOINT_URL_API_GATEWAY: counting.endpoint,
        ...environment,
      },
      references: {
        ...Object.fromEntries(model.tables.map(({ logicalId }) => [logicalId, tableName])),
        ...opened.references,
        ...bucket.references,
      },
      onPassed: counts.note,
      findMeteringKey: async (value) => {
        const found = await meteringKeyByValue(table, value);
        return found && { id: found.apiKeyId, plan: found.plan, enabled: true };
      },
    });
    const { invoke } = gateway;
    const events = startEventSources({
      table,
      endpoint: engine.endpoint,
      model,
      queues: opened,
      invoke,
      onNotice,
      onDelivery,
    });
    // Not awaited: what waits for its next try needs no request to wait.
    if (db)
      void import('./pending.ts')
        .then(({ sendPending }) => sendPending(table, model, opened))
        .catch((error: Error) => onNotice(`Deliveries that wait could not be sent anew: ${error.message}`));
    return {
      url: gateway.url,
      endpoint: engine.endpoint,
      table,
      usageEndpoint: counting.endpoint,
      logsEndpoint: logging.endpoint,
      bucket: bucket.place,
      reload: gateway.reload,
      async close(grace) {
        const stopped = events.stop();
        await gateway.close(grace);
        await stopped;
        await opened.stop();
        await bucket.stop();
        await counting.close();
        await logging.close();
        table.client.destroy();
        await engine.stop();
      },
    };
  } catch (error) {
    await queues?.stop();
    await buckets?.stop();
    await usage?.close();
    await logs?.close();
    await engine.stop();
    throw error;
  }
};
