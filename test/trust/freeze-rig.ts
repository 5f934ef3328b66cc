/** The demo data on the engine, and workers: each a sandbox with a proxy of its own between it and the engine. */
import { randomUUID } from 'node:crypto';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { startEngine } from '../../tools/local/engine.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { withoutStream } from '../../tools/local/without-stream.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { putDemoData } from '../support/demo-items.ts';
import { type Fault, type StoreCall, startFaultProxy } from './fault-proxy.ts';
import { type Answer, type Sandbox, startSandbox } from './freeze-child.ts';
import type { Write } from './idempotency-writes.ts';
import type { Trial } from './part.ts';

/** What is done to the calls of a request, by their number, from 1. */
export interface Script {
  readonly choose?: (number: number, call: StoreCall) => Fault | undefined | Promise<Fault | undefined>;
  /** The engine has done the call; its caller has not heard of it. */
  readonly done?: (number: number, call: StoreCall) => unknown;
}

/** As much time as the stack gives a function, in milliseconds. */
const FUNCTION_MILLISECONDS = 25_000;

export interface Worker {
  /** Sends a request, whose calls the script sees. */
  invoke(write: Write, value: string, options?: InvokeOptions): Promise<Answer>;
  /** How many calls of the last request have reached the proxy: all that were sent before this was asked. */
  calls(): number;
  signal(name: NodeJS.Signals): void;
}

interface InvokeOptions {
  readonly script?: Script;
  /** When the time of the function is over, in milliseconds since 1970. */
  readonly end?: number;
  readonly freeze?: { readonly call: number; readonly moment: 'before' | 'connected' };
}

export interface SandboxRig {
  readonly table: OpenTable;
  /** A worker whose sandbox has looked the partner's key up; it is started again where it was killed. */
  worker(): Promise<Worker>;
  close(): Promise<void>;
}

export const startSandboxRig = async (trial: Trial): Promise<SandboxRig> => {
  const engine = await startEngine();
  const tableName = `sandbox-${randomUUID()}`;
  const { table } = await openLocalTarget(engine.endpoint, tableName);
  await ensureTable(table, withoutStream(await readAssembly(trial.assemblyDirectory)));
  await putDemoData(table);
  const ends: (() => unknown)[] = [];

  const worker = async (): Promise<Worker> => {
    let script: Script = {};
    let calls = 0;
    const proxy = await startFaultProxy(
      engine.endpoint,
      (call) => {
        // The look-up of the partner's key is no step of a write, and is remembered.
        if (call.body.includes('"KEY#')) return undefined;
        calls++;
        return script.choose?.(calls, call);
      },
      { done: (call) => call.body.includes('"KEY#') || script.done?.(calls, call) },
    );
    const options = { assemblyDirectory: trial.assemblyDirectory, tableName, endpoint: proxy.endpoint };
    const start = () => startSandbox(options, trial.written);
    let sandbox: Sandbox = await start();
    ends.push(
      () => sandbox.close(),
      () => proxy.stop(),
    );
    return {
      async invoke(write, value, { script: given = {}, end = Date.now() + FUNCTION_MILLISECONDS, freeze } = {}) {
        if (!sandbox.isAlive()) sandbox = await start();
        script = given;
        calls = 0;
        return sandbox.invoke({ entry: write.operation.entry, event: write.event(value), end, freeze });
      },
      calls: () => calls,
      signal: (name) => sandbox.signal(name),
    };
  };

  return {
    table,
    worker,
    async close() {
      for (const end of ends) await end();
      table.client.destroy();
      await engine.stop();
    },
  };
};
