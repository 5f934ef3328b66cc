import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { localEnvironment } from '../local-credentials.ts';
import { pseudoParameters } from './intrinsics.ts';
import type { LambdaFunction } from './model.ts';
import { lambdaPayloadLimit } from './proxy-response.ts';

export type Invocation = { id: string; event: string; context: Record<string, unknown>; deadline: number };

export type Outcome = { id: string } & ({ payload: string } | { errorType: string; errorMessage: string });

/** The function failed: it threw, crashed, could not be loaded, or passed its timeout. */
export class InvocationError extends Error {
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

export type Output = (line: { functionId: string; stream: 'stdout' | 'stderr'; text: string }) => void;

/** Lambda rejects events over 6 MB. API Gateway then responds with 413 (observed, not documented). */
export const eventTooLarge = 'RequestTooLargeException';

/** Shows stderr, on which functions report failures, and drops stdout. */
export const showErrors: Output = ({ stream, text }) => {
  if (stream === 'stderr') process.stderr.write(text);
};

export type LambdaOptions = {
  assemblyDirectory: string;
  environment: Record<string, string>;
  onOutput: Output;
  /** Makes each function sign with its own access key, its logical id, which identifies the caller (iam/guard.ts). */
  hasOwnKeys?: boolean | undefined;
};

const { AWS_REGION: region } = localEnvironment;

/** What the Lambda runtime sets by itself. The credentials are made up: nothing here reaches AWS. */
const runtimeEnvironment = ({ id, handler }: LambdaFunction, hasOwnKeys = false): Record<string, string> => ({
  ...localEnvironment,
  ...(hasOwnKeys && { AWS_ACCESS_KEY_ID: id }),
  AWS_LAMBDA_FUNCTION_NAME: id,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
  _HANDLER: handler,
});

/** Shares this process's compile cache with what it starts: or each thread strips the types of its entry again. */
export const compileCache = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};
};

type Pending = { resolve: (payload: string) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

/** One worker thread and the invocations it is busy with. */
const startWorker = (model: LambdaFunction, options: LambdaOptions) => {
  const { assemblyDirectory, environment, onOutput, hasOwnKeys } = options;
  const worker = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
    // As on AWS the function sees only its own environment; the worker deletes the cache variable.
    env: { ...compileCache(), ...runtimeEnvironment(model, hasOwnKeys), ...model.environment, ...environment },
    execArgv: [],
    stdout: true,
    stderr: true,
    workerData: {
      directory: resolve(assemblyDirectory, model.assetPath),
      handler: model.handler,
      jsonLogs: model.jsonLogs,
    },
  });
  const pending = new Map<string, Pending>();
  const state = { alive: true, retired: false };
  for (const stream of ['stdout', 'stderr'] as const) {
    worker[stream].setEncoding('utf8').on('data', (text) => onOutput({ functionId: model.id, stream, text }));
  }

  const finish = (id: string): Pending | undefined => {
    const invocation = pending.get(id);
    pending.delete(id);
    clearTimeout(invocation?.timer);
    if (state.retired && pending.size === 0) void worker.terminate();
    return invocation;
  };
  const crash = (error: Error) => {
    state.alive = false;
    for (const id of [...pending.keys()]) finish(id)?.reject(error);
  };
  worker.on('message', (outcome: Outcome) => {
    const invocation = finish(outcome.id);
    if ('payload' in outcome) invocation?.resolve(outcome.payload);
    else invocation?.reject(new InvocationError(outcome.errorType, outcome.errorMessage));
  });
  worker.on('error', (error: Error) => {
    onOutput({ functionId: model.id, stream: 'stderr', text: `${error.stack ?? error}\n` });
    crash(new InvocationError('Runtime.ExitError', 'RequestId: Error: Runtime exited with an error'));
  });
  worker.on('exit', (code) => crash(new InvocationError('Runtime.ExitError', `Runtime exited with status ${code}`)));

  return {
    ended: new Promise<void>((resolveEnd) => worker.once('exit', () => resolveEnd())),
    isUsable: () => state.alive && !state.retired,
    invoke: (invocation: Invocation, timeoutMilliseconds: number) =>
      new Promise<string>((resolvePayload, reject) => {
        const timer = setTimeout(() => {
          // Lambda would end the sandbox. Here the thread may run other calls: it takes no new ones, and ends later.
          state.retired = true;
          finish(invocation.id)?.reject(
            new InvocationError('Sandbox.Timedout', `Task timed out after ${timeoutMilliseconds / 1000} seconds`),
          );
        }, timeoutMilliseconds);
        pending.set(invocation.id, { resolve: resolvePayload, reject, timer });
        worker.postMessage(invocation);
      }),
    /** Takes no more calls and ends after the last one. */
    retire: () => {
      state.retired = true;
      if (pending.size === 0) void worker.terminate();
    },
    close: () => worker.terminate(),
  };
};

const contextOf = ({ id }: LambdaFunction, awsRequestId: string) => ({
  awsRequestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName: id,
  functionVersion: '$LATEST',
  invokedFunctionArn: `arn:aws:lambda:${region}:${pseudoParameters['AWS::AccountId']}:function:${id}`,
  logGroupName: `/aws/lambda/${id}`,
  logStreamName: 'local',
  memoryLimitInMB: '128',
});

/**
 * Runs the assembly's function bundles. Each has its own worker thread, started by the first call and restarted
 * after a crash. Events and results are passed as JSON text, as on Lambda. Unlike Lambda, concurrent calls of
 * one function share its thread, and with it the module's state.
 */
export const createLambda = (functions: Map<string, LambdaFunction>, options: LambdaOptions) => {
  const workers = new Map<string, ReturnType<typeof startWorker>>();
  const started = new Set<ReturnType<typeof startWorker>>();

  const workerOf = (model: LambdaFunction) => {
    const known = workers.get(model.id);
    if (known?.isUsable()) return known;
    const worker = startWorker(model, options);
    workers.set(model.id, worker);
    started.add(worker);
    void worker.ended.then(() => started.delete(worker));
    return worker;
  };

  return {
    /** Calls a function with an event. Resolves with its result as JSON text, or rejects with an InvocationError. */
    invoke: async (functionId: string, event: unknown): Promise<string> => {
      const model = functions.get(functionId);
      if (!model) throw new Error(`Unknown function ${functionId}`);
      const id = randomUUID();
      const text = JSON.stringify(event);
      if (Buffer.byteLength(text) > lambdaPayloadLimit) throw new InvocationError(eventTooLarge, 'Request Too Long');
      const timeout = model.timeoutSeconds * 1000;
      const deadline = Date.now() + timeout;
      return workerOf(model).invoke({ id, event: text, context: contextOf(model, id), deadline }, timeout);
    },
    /** Restarts every function on its next call, from its current bundle. Running calls complete first. */
    reload: (): void => {
      const retired = [...workers.values()];
      workers.clear();
      for (const worker of retired) worker.retire();
    },
    /** Stops every function immediately; running calls are rejected. */
    close: async (): Promise<void> => {
      await Promise.all([...started].map((worker) => worker.close()));
    },
  };
};
