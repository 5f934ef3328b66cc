/** The complete service on this machine: engine, table, data, and the gateway in front of the synthesized stack. */
import type { Place } from '../../lib/bucket/place.ts';
import { localTableName, openLocalTarget } from '../admin/local-target.ts';
import { meteringKeyByValue } from '../admin/store/metering-keys.ts';
import type { OpenTable } from '../open-table.ts';
import { readAssemblyTemplate } from './assembly.ts';
import type { DeliveryLine } from './deliveries.ts';
import { startEngine } from './engine.ts';
import { startEventSources } from './event-sources.ts';
import { type GatewayOptions, startGateway } from './gateway.ts';
import { type Denial, denialText } from './iam/authority.ts';
import { startLocalLogs } from './logs/local-logs.ts';
import { eachSecond } from './schedules.ts';
import { ensureTable } from './table.ts';
import { readTemplate } from './template.ts';

export { useLocalCredentials } from '../local-credentials.ts';

export interface ServiceOptions extends Pick<GatewayOptions, 'port' | 'aside' | 'onRequest' | 'onOutput' | 'now'> {
  readonly assemblyDirectory: string;
  /** A database file that is kept; in memory without it. */
  readonly db?: string | undefined;
  /** Puts something between the functions and the engine at this endpoint; answers with where the functions find it. */
  readonly between?: (endpoint: string) => Promise<string>;
  /** Made unless it is there; the queues are named after it. */
  readonly tableName?: string;
  /** Variables for every function in addition to those of the template. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs what requests call and nothing else: no function of the stream, the queues or the clock. */
  readonly requestsOnly?: boolean;
  /** Runs `move-due` each second. */
  readonly isFast?: boolean;
  /** Called for each try of a delivery. */
  readonly onDelivery?: (line: DeliveryLine) => void;
  /** Loads data before the first request, and again for an engine that lost it; gets whether the table is new. */
  readonly load: (table: OpenTable, isNew: boolean) => Promise<unknown>;
  /** Takes what is to be known of the service itself. */
  readonly onNotice?: (text: string) => void;
  /** Takes each call that a function's role did not allow; a notice where it is left out. */
  readonly onDenied?: (denial: Denial) => void;
  /** Takes each right that a function used, every time that it did (iam/authority.ts). */
  readonly onRightUsed?: (right: string) => void;
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
  requestsOnly = false,
  isFast = false,
  load,
  onNotice = () => {},
  onDenied = (denial) => onNotice(denialText(denial)),
  onRightUsed,
  onDelivery,
  ...gatewayOptions
}: ServiceOptions): Promise<Service> => {
  let fillTable = async (): Promise<unknown> => undefined;
  const onRestart = async (reason: string) => {
    onNotice(`The DynamoDB engine ended (${reason}) and was started again.`);
    try {
      await fillTable();
    } catch (error) {
      onNotice(`Its data could not be loaded again: ${(error as Error).message}`);
    }
  };
  const engine = await startEngine({ file: db, isStreamed: !requestsOnly, onRestart });
  // The last that was started is ended first.
  const ends: (() => Promise<unknown>)[] = [() => engine.stop()];
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const { table } = await openLocalTarget(engine.endpoint, tableName);
    const template = await readAssemblyTemplate(assemblyDirectory);
    const model = readTemplate(template);
    fillTable = async () => load(table, await ensureTable(table, model));
    await fillTable();
    const { startQueueEngine } = await import('./queue/queue-engine.ts');
    const opened = await startQueueEngine({ queues: model.queues, prefix: tableName });
    ends.push(opened.stop);
    const { startBucketEngine } = await import('./bucket/bucket-engine.ts');
    const bucket = await startBucketEngine({ buckets: model.buckets, db, prefix: tableName });
    ends.push(bucket.stop);
    const { createUseCounts } = await import('./usage/use-counts.ts');
    const { startUsageServer } = await import('./usage/server.ts');
    const counts = createUseCounts(gatewayOptions.now ?? Date.now);
    const counting = await startUsageServer(counts, model.usagePlans);
    ends.push(counting.close);
    const logging = await startLocalLogs(model, gatewayOptions);
    ends.push(logging.close);
    const { guardFunctions } = await import('./iam/guard-functions.ts');
    const guarding = await guardFunctions({
      template,
      model,
      tableName,
      queues: opened,
      bucket,
      targets: {
        dynamodb: await between(engine.endpoint),
        sqs: opened.endpoint,
        s3: bucket.endpoint,
        apigateway: counting.endpoint,
      },
      onDenied,
      onRightUsed,
    });
    ends.push(guarding.close);
    const gateway = await startGateway({
      ...gatewayOptions,
      hasOwnKeys: true,
      onOutput: logging.onOutput,
      onAnswered: logging.onAnswered,
      assemblyDirectory,
      environment: {
        DYNAMODB_ENDPOINT: guarding.endpoint,
        AWS_ENDPOINT_URL_SQS: guarding.endpoint,
        AWS_ENDPOINT_URL_S3: guarding.endpoint,
        AWS_ENDPOINT_URL_API_GATEWAY: guarding.endpoint,
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
    const events = requestsOnly
      ? undefined
      : startEventSources({
          table,
          endpoint: engine.endpoint,
          model: isFast ? { ...model, schedules: eachSecond(model.schedules) } : model,
          queues: opened,
          invoke,
          onNotice,
          onDelivery,
        });
    // Not awaited: what waits for its next try needs no request to wait.
    if (db)
      void import('./pending.ts')
        .then(({ sendPending }) => sendPending(table, model, opened))
        .catch((error: Error) => onNotice(`Deliveries that wait could not be sent again: ${error.message}`));
    return {
      url: gateway.url,
      endpoint: engine.endpoint,
      table,
      usageEndpoint: counting.endpoint,
      logsEndpoint: logging.endpoint,
      bucket: bucket.place,
      reload: gateway.reload,
      async close(grace) {
        const stopped = events?.stop();
        await gateway.close(grace);
        await stopped;
        table.client.destroy();
        await endAll();
      },
    };
  } catch (error) {
    await endAll();
    throw error;
  }
};
