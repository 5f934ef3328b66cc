/** The whole service with a small world in it, and a client that sends bytes as they are. */
import { randomUUID } from 'node:crypto';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { startEngine } from '../../tools/local/engine.ts';
import type { RequestLine } from '../../tools/local/gateway.ts';
import { type Service, startService } from '../../tools/local/service.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { withoutStream } from '../../tools/local/without-stream.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { itemsOfCases } from '../support/case-items.ts';
import { putDemoData } from '../support/demo-items.ts';
import { bringOnce } from '../support/kept-records.ts';
import { loadAll } from '../support/load.ts';
import { putItems } from '../support/put-items.ts';
import { requestPage } from '../support/request-page.ts';
import { world } from '../support/world.ts';
import type { Trial } from './part.ts';

export interface Store {
  readonly endpoint: string;
  readonly table: OpenTable;
  close(): Promise<void>;
}

/** An engine with the table of the assembly alone, without its stream: for functions that are called in this process. */
export const startStore = async (trial: Trial, records: readonly unknown[] = world): Promise<Store> => {
  const engine = await startEngine();
  try {
    const { table } = await openLocalTarget(engine.endpoint, `trust-${randomUUID()}`);
    await ensureTable(table, withoutStream(await readAssembly(trial.assemblyDirectory)));
    await bringOnce(table, records);
    return {
      endpoint: engine.endpoint,
      table,
      async close() {
        table.client.destroy();
        await engine.stop();
      },
    };
  } catch (error) {
    await engine.stop();
    throw error;
  }
};

export interface RigOptions {
  /** Next to the small world of `test/support/world.ts`. */
  readonly records?: readonly unknown[];
  /** The demo data, and what cases are about next to it, stand between these. */
  readonly withDemo?: boolean;
  readonly onRequest?: (line: RequestLine) => void;
  /** The clock of the gateway's caches, throttles and quotas. */
  readonly now?: () => number;
  /** What stands between the functions and the engine: `ServiceOptions.between`. */
  readonly between?: (endpoint: string) => Promise<string>;
}

/** Starts the service on a table of its own; all that it writes goes to the trial. */
export const startRig = async (
  trial: Trial,
  { records = [], withDemo = false, onRequest, now, between }: RigOptions = {},
): Promise<Service> =>
  startService({
    assemblyDirectory: trial.assemblyDirectory,
    tableName: `trust-${randomUUID()}`,
    environment: requestPage,
    ...(now && { now }),
    ...(between && { between }),
    onRequest: (line) => {
      trial.written(JSON.stringify(line));
      onRequest?.(line);
    },
    onOutput: ({ text }) => trial.written(text),
    load: async (table) => {
      await bringOnce(table, world);
      if (withDemo) {
        await putDemoData(table);
        await putItems(table, itemsOfCases());
      }
      await loadAll(table, records);
    },
  });
