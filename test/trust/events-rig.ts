/** The service for the storm: the gateway by the clock of the machine, the way of events by one that can be moved. */
import { randomUUID } from 'node:crypto';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { meteringKeyByValue } from '../../tools/admin/store/metering-keys.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { startEngine } from '../../tools/local/engine.ts';
import { startGateway } from '../../tools/local/gateway.ts';
import { startQueueEngine } from '../../tools/local/queue/queue-engine.ts';
import { startQueueServer } from '../../tools/local/queue/server.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { loadAll } from '../support/load.ts';
import { world } from '../support/world.ts';
import { withEnvironment } from './bundles.ts';
import { type Clock, createHost } from './events-host.ts';
import { startWay } from './events-way.ts';
import { worldRecords } from './events-writes.ts';
import { type Fault, faultKinds, silences, startFaultProxy } from './fault-proxy.ts';
import type { Trial } from './part.ts';
import type { Random } from './random.ts';

export interface Roughness {
  /** The sandbox of a call is killed. */
  readonly kill: number;
  /** A batch of the stream is handed over once more, a message is shown once more. */
  readonly again: number;
  readonly twice: number;
  /** A call of the functions to the store meets a fault. */
  readonly fault: number;
}

const kinds: readonly Fault[] = faultKinds.filter((fault) => !silences.includes(fault));

/** Starts all of it, on an engine of its own, with the world loaded in silence. */
export const startEventsRig = async (
  trial: Trial,
  { clock, random, roughness }: { clock: Clock; random: Random; roughness: () => Roughness },
) => {
  const { assemblyDirectory, written } = trial;
  const notices: string[] = [];
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const engine = await startEngine({ isStreamed: true });
    ends.push(() => engine.stop());
    const tableName = `events-${randomUUID()}`;
    const target = await openLocalTarget(engine.endpoint, tableName);
    const { table } = target;
    ends.push(() => table.client.destroy());
    const plain = await readAssembly(assemblyDirectory);
    await ensureTable(table, plain);
    await loadAll(table, [...world, ...worldRecords]);

    const server = await startQueueServer(0, clock.now);
    ends.push(() => server.close());
    const queues = await withEnvironment({ SQS_ENDPOINT: server.endpoint }, () =>
      startQueueEngine({ queues: plain.queues, prefix: tableName }),
    );
    ends.push(() => queues.stop());
    const references = {
      ...Object.fromEntries(plain.tables.map(({ logicalId }) => [logicalId, tableName])),
      ...queues.references,
    };
    const model = await readAssembly(assemblyDirectory, references);
    const proxy = await startFaultProxy(engine.endpoint, () =>
      random.chance(roughness().fault) ? random.pick(kinds) : undefined,
    );
    ends.push(() => proxy.stop());
    const host = createHost({
      assemblyDirectory,
      functions: model.functions,
      environment: { DYNAMODB_ENDPOINT: proxy.endpoint, WEBHOOKS_LOCAL: 'allowed' },
      clock,
      random,
      killing: () => roughness().kill,
      written,
    });
    ends.push(() => host.stop());
    const way = startWay({
      model,
      table,
      endpoint: engine.endpoint,
      queues,
      host,
      clock,
      random,
      roughness,
      onNotice: (text) => notices.push(text),
    });
    ends.push(() => way.stop());
    const gateway = await startGateway({
      assemblyDirectory,
      environment: { DYNAMODB_ENDPOINT: engine.endpoint, WEBHOOKS_LOCAL: 'allowed' },
      references,
      findMeteringKey: async (value) => {
        const found = await meteringKeyByValue(table, value);
        return found && { id: found.apiKeyId, plan: found.plan, enabled: true };
      },
      onRequest: (line) => written(JSON.stringify(line)),
      onOutput: ({ text }) => written(text),
    });
    ends.push(() => gateway.close());
    return { url: gateway.url, target, table, way, host, notices, close };
  } catch (error) {
    await close();
    throw error;
  }
};
