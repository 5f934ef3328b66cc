/** Sandboxes of functions: threads that run the bundles that are deployed, by a clock that can be moved, and can be killed. */
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../../tools/local/lambda.ts';
import type { LambdaFunction } from '../../tools/local/model.ts';
import { localEnvironment } from '../../tools/local-credentials.ts';
import type { Done, Work } from './events-worker.ts';
import type { Random } from './random.ts';

/** The clock of the functions on the way of an event, and of their queue: ahead of that of the machine. */
export interface Clock {
  now(): number;
  advance(milliseconds: number): void;
  readonly shared: SharedArrayBuffer;
}

export const createClock = (): Clock => {
  const shared = new SharedArrayBuffer(8);
  const ahead = new Float64Array(shared);
  return {
    now: () => Date.now() + ahead[0]!,
    advance: (milliseconds) => {
      ahead[0] = ahead[0]! + milliseconds;
    },
    shared,
  };
};

/** So many threads of each function. */
const SANDBOXES = 2;
/** A sandbox that is killed is killed so soon after a call has begun. */
const LATEST_KILL = 150;

interface Sandbox {
  call(event: unknown, milliseconds: number): Promise<string>;
  /** Ends the thread wherever it is; its calls fail. */
  kill(): Promise<unknown>;
  isDead(): boolean;
}

const startSandbox = (
  file: string,
  env: Readonly<Record<string, string>>,
  clock: Clock,
  write: (text: string) => void,
) => {
  const worker = new Worker(new URL('./events-worker.ts', import.meta.url), {
    env: { ...compileCache(), ...env },
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: { file, clock: clock.shared },
  });
  for (const stream of ['stdout', 'stderr'] as const) worker[stream].setEncoding('utf8').on('data', write);
  const open = new Map<number, { resolve(payload: string): void; reject(error: Error): void }>();
  let calls = 0;
  let isDead = false;
  const end = (reason: string) => {
    isDead = true;
    for (const each of open.values()) each.reject(new Error(reason));
    open.clear();
  };
  worker.on('message', (done: Done) => {
    const call = open.get(done.id);
    open.delete(done.id);
    if ('payload' in done) call?.resolve(done.payload);
    else call?.reject(new Error(done.error));
  });
  worker.on('error', (error: Error) => end(`${error.stack ?? error}`));
  worker.on('exit', () => end('the sandbox was killed'));
  return {
    call: (event, milliseconds) =>
      new Promise((done, reject) => {
        const id = ++calls;
        open.set(id, { resolve: done, reject });
        worker.postMessage({ id, event: JSON.stringify(event), milliseconds } satisfies Work);
      }),
    kill: () => worker.terminate(),
    isDead: () => isDead,
  } satisfies Sandbox;
};

export interface HostOptions {
  readonly assemblyDirectory: string;
  readonly functions: ReadonlyMap<string, LambdaFunction>;
  /** Variables next to those of the template. */
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly random: Random;
  /** How probable it is by now that a call's sandbox is killed. */
  readonly killing: () => number;
  readonly written: (text: string) => void;
}

export interface Host {
  invoke(functionId: string, event: unknown): Promise<string>;
  readonly seen: { calls: number; kills: number };
  stop(): Promise<void>;
}

export const createHost = (options: HostOptions): Host => {
  const { assemblyDirectory, functions, environment, clock, random, killing, written } = options;
  const pools = new Map<string, Sandbox[]>();
  const seen = { calls: 0, kills: 0 };

  const sandboxOf = ({ id, assetPath, environment: own }: LambdaFunction): Sandbox => {
    const pool = (pools.get(id) ?? []).filter((each) => !each.isDead());
    pools.set(id, pool);
    const place = random.below(SANDBOXES);
    const known = pool[place];
    if (known) return known;
    const env = { ...localEnvironment, ...own, ...environment };
    const made = startSandbox(join(resolve(assemblyDirectory, assetPath), 'index.mjs'), env, clock, written);
    pool.push(made);
    return made;
  };

  return {
    seen,
    async invoke(functionId, event) {
      const model = functions.get(functionId);
      if (!model) throw new Error(`Unknown function ${functionId}`);
      seen.calls++;
      const sandbox = sandboxOf(model);
      const called = sandbox.call(event, model.timeoutSeconds * 1000);
      if (random.chance(killing())) {
        seen.kills++;
        setTimeout(() => void sandbox.kill(), random.below(LATEST_KILL));
      }
      return called;
    },
    async stop() {
      await Promise.all([...pools.values()].flat().map((each) => each.kill()));
    },
  };
};
