/**
 * Histories: clients at one contended record, over a store that loses, delays and refuses calls. Each history is checked by a
 * checker that knows nothing of marks and versions: some order of what was done explains every answer, or a promise is broken.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { startEngine } from '../../tools/local/engine.ts';
import { compileCache } from '../../tools/local/lambda.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { withoutStream } from '../../tools/local/without-stream.ts';
import { localEnvironment } from '../../tools/local-credentials.ts';
import { load } from '../support/load.ts';
import { world } from '../support/world.ts';
import type { WorkerOptions, WorkerResult } from './histories-worker.ts';
import type { Findings, Part, Trial } from './part.ts';

/** `HISTORIES` asks a full run for another number of operations. */
const sizes = {
  short: { workers: 1, operations: 100, clients: 5, each: 10, atOnce: 8, silent: false },
  full: {
    workers: 2,
    operations: Number(process.env.HISTORIES ?? 200_000),
    clients: 8,
    each: 25,
    atOnce: 40,
    silent: true,
  },
} as const;

const playIn = async (trial: Trial, options: WorkerOptions): Promise<WorkerResult> => {
  const worker = new Worker(new URL('./histories-worker.ts', import.meta.url), {
    env: { ...compileCache(), ...localEnvironment },
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: options,
  });
  // What the functions log: that a store fails is what they are meant to meet.
  for (const stream of [worker.stdout, worker.stderr]) stream.setEncoding('utf8').on('data', trial.written);
  const [result] = await once(worker, 'message');
  await worker.terminate();
  return result;
};

type Total = Exclude<keyof WorkerResult, 'wrong' | 'counts'>;

const summed = (results: readonly WorkerResult[], name: Total): number =>
  results.reduce((sum, result) => sum + result[name], 0);

const run = async (trial: Trial): Promise<Findings> => {
  const { workers, operations, clients, each, atOnce, silent } = sizes[trial.size];
  const rounds = Math.ceil(operations / (clients * each));
  const engine = await startEngine();
  const tableName = `histories-${randomUUID()}`;
  const { table } = await openLocalTarget(engine.endpoint, tableName);
  try {
    await ensureTable(table, withoutStream(await readAssembly(trial.assemblyDirectory)));
    await load(table, world);
    trial.say(`${rounds} rounds of ${clients} clients with ${each} operations each at one record`);
    const results = await Promise.all(
      Array.from({ length: workers }, (_, worker) =>
        playIn(trial, {
          assemblyDirectory: trial.assemblyDirectory,
          tableName,
          endpoint: engine.endpoint,
          seed: trial.seed,
          rounds: Array.from({ length: rounds }, (_, round) => round).filter((round) => round % workers === worker),
          clients,
          operations: each,
          atOnce: Math.ceil(atOnce / workers),
          silent,
        }),
      ),
    );
    const count = (...names: readonly string[]) =>
      results.reduce((sum, { counts }) => sum + names.reduce((all, name) => all + (counts[name] ?? 0), 0), 0);
    const writes = count('blind', 'If-Match', 'keyed');
    const answers = count('200', '412', '409', '503');
    const failures = results.flatMap(({ wrong }) => wrong);
    if (count('200') === 0 || count('412') === 0) failures.push('no write landed, or none was refused');
    const hurried = summed(results, 'hurried');
    const share = (100 * (count('503') - summed(results, 'hurriedUnavailable'))) / (answers - hurried);
    return {
      tried: `${rounds * clients * each} operations in ${rounds} rounds of ${clients} clients at one record (${count('blind')} blind writes, ${count('If-Match')} on a version, ${count('keyed')} under a key, ${count('dry run')} dry runs, ${count('read')} reads); of ${summed(results, 'calls')} calls 2 % lost their answer and 15 % met another fault`,
      found: `${failures.length === 0 ? 'every round' : `all but ${failures.length} rounds`} can be explained by one order; ${share.toFixed(2)} % of ${answers - hurried} answers are 503, and ${summed(results, 'hurriedUnavailable')} of ${hurried} whose request had less than 40 ms; ${count('412')} are 412 and ${count('409')} are 409; ${(summed(results, 'calls') / answers).toFixed(2)} calls to the store for an answer, and ${(summed(results, 'writeCalls') / writes).toFixed(2)} tries to write for a write`,
      failures,
    };
  } finally {
    table.client.destroy();
    await engine.stop();
  }
};

export const histories: Part = {
  name: 'histories',
  promise: 'Under faults and contention, the responses about a record are linearizable',
  run,
};
