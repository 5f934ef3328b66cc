/** The entry of a thread that runs a bundle of a function by the clock of the trial, which may be ahead. */
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

export interface Work {
  readonly id: number;
  readonly event: string;
  /** How long it may take. */
  readonly milliseconds: number;
}

export type Done = { readonly id: number } & ({ readonly payload: string } | { readonly error: string });

const { file, clock } = workerData as { readonly file: string; readonly clock: SharedArrayBuffer };
const ahead = new Float64Array(clock);
const realNow = Date.now;
Date.now = () => realNow() + ahead[0]!;

const loaded = import(pathToFileURL(file).href);
loaded.catch(() => {});

const run = async ({ id, event, milliseconds }: Work): Promise<Done> => {
  // By a clock that never jumps.
  const deadline = performance.now() + milliseconds;
  try {
    const { handler } = await loaded;
    const result = await handler(JSON.parse(event), {
      awsRequestId: String(id),
      getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    });
    return { id, payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    return { id, error: String((error as Error).stack ?? error) };
  }
};

parentPort!.on('message', async (work: Work) => parentPort!.postMessage(await run(work)));
