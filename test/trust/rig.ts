/** The whole service with a small world in it, and a client that sends bytes as they are. */
import { randomUUID } from 'node:crypto';
import type { RequestLine } from '../../cdk/tools/local/gateway.ts';
import { type Service, startService } from '../../cdk/tools/local/service.ts';
import { load } from '../support/load.ts';
import { world } from '../support/world.ts';
import type { Trial } from './part.ts';

export interface RigOptions {
  /** Beside the small world of `test/support/world.ts`. */
  readonly records?: readonly unknown[];
  readonly onRequest?: (line: RequestLine) => void;
  /** The clock of the gateway's caches, throttles and quotas. */
  readonly now?: () => number;
  /** What stands between the functions and the engine: `ServiceOptions.between`. */
  readonly between?: (endpoint: string) => Promise<string>;
}

/** Starts the service on a table of its own; all that it writes goes to the trial. */
export const startRig = async (
  trial: Trial,
  { records = [], onRequest, now, between }: RigOptions = {},
): Promise<Service> =>
  startService({
    assemblyDirectory: trial.assemblyDirectory,
    tableName: `trust-${randomUUID()}`,
    ...(now && { now }),
    ...(between && { between }),
    onRequest: (line) => {
      trial.written(JSON.stringify(line));
      onRequest?.(line);
    },
    onOutput: ({ text }) => trial.written(text),
    load: async (table) => {
      const refused = await load(table, [...world, ...records]);
      if (refused.length > 0) throw new Error(`The world was refused: ${JSON.stringify(refused)}`);
    },
  });
