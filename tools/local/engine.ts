/** The DynamoDB engine on this machine: dynoxide as a child process, or whatever `DYNAMODB_ENDPOINT` names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findEngineBinary } from './engine-binary.ts';

export interface Engine {
  readonly endpoint: string;
  /** Stops the child process, if there is one. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** A persistent database file. Without it the data is lost when the engine stops. */
  readonly file?: string | undefined;
  /** Whether streams of its tables are read. Without `file` it then uses a temporary file instead of memory. */
  readonly isStreamed?: boolean;
  /** The engine exited for this reason and was restarted at the same endpoint. Without a file its data is lost. */
  readonly onRestart?: (reason: string) => void;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until anything answers over HTTP. */
const answers = async (endpoint: string, isOver: () => string | undefined): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt++) {
    const over = isOver();
    if (over !== undefined) throw new Error(`The DynamoDB engine ended before it was ready: ${over}`);
    try {
      await fetch(endpoint);
      return;
    } catch {
      await pause(25);
    }
  }
  throw new Error('The DynamoDB engine did not become ready within 10 seconds.');
};

/**
 * Runs the engine and stops it when this process ends, however it ends: then standard input closes and `read`
 * returns. A background job gets no standard input from the shell, so it is passed as another descriptor. The
 * first argument is a folder to remove with the engine, or empty.
 */
const GUARD = [
  'folder=$1; shift; exec 3<&0; "$0" "$@" </dev/null & engine=$!; { read _ <&3; kill $engine; } 2>/dev/null &',
  'wait $engine; status=$?; [ -z "$folder" ] || rm -rf "$folder"; exit $status',
].join('\n');

/**
 * The engine looks up a stream's next sequence number, and a reader's next records, in a table without an index, so
 * writes slow down as records accumulate. With the index the time of a write stays constant.
 */
const indexStreams = (file: string): void => {
  const database = new DatabaseSync(file);
  database.exec(
    'CREATE INDEX IF NOT EXISTS _stream_places ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  database.close();
};

/** The environment variables that the engine's binary inherits, so that it sees no secrets. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

const run = (binary: string, folder: string, args: readonly string[]) => {
  // Its own process group: Ctrl-C in a terminal reaches this process alone, which then shuts the engine down cleanly.
  const child: ChildProcess = spawn('sh', ['-c', GUARD, binary, folder, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  });
  let complaint = '';
  let over: string | undefined;
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  const ended = new Promise<string>((resolve) => {
    const end = (reason: string) => {
      over = reason;
      resolve(reason);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => end(complaint.trim().split('\n').at(-1) || `exit ${signal ?? code}`));
  });
  return { ended, isOver: () => over, end: () => child.stdin?.end('\n') };
};

/**
 * Finds the engine that `startEngine` uses, so that a missing one is reported before other work is done.
 *
 * @returns the endpoint of a running engine (`DYNAMODB_ENDPOINT`), or the binary to start
 * @throws Error with one sentence about what is missing
 */
export const locateEngine = async (): Promise<{ readonly endpoint: string } | { readonly binary: string }> => {
  const { DYNAMODB_ENDPOINT } = process.env;
  if (!DYNAMODB_ENDPOINT) return { binary: findEngineBinary() };
  await fetch(DYNAMODB_ENDPOINT).catch(() => {
    throw new Error(`No DynamoDB engine answers at DYNAMODB_ENDPOINT (${DYNAMODB_ENDPOINT}).`);
  });
  return { endpoint: DYNAMODB_ENDPOINT };
};

/**
 * Starts an engine, or uses the one that `DYNAMODB_ENDPOINT` names. An engine started here is restarted if it exits.
 *
 * @throws Error with one sentence about what is missing
 */
export const startEngine = async ({ file, isStreamed, onRestart }: EngineOptions = {}): Promise<Engine> => {
  const located = await locateEngine();
  if ('endpoint' in located) return { endpoint: located.endpoint, stop: async () => {} };
  const { binary } = located;
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async () => {
    const folder = !file && isStreamed ? await mkdtemp(join(tmpdir(), 'partner-api-engine-')) : '';
    const database = folder ? join(folder, 'engine.db') : file;
    const args = ['--host', '127.0.0.1', '--port', String(port), ...(database ? ['--db-path', database] : [])];
    const started = run(binary, folder, args);
    await answers(endpoint, started.isOver);
    if (database) indexStreams(database);
    return started;
  };
  let engine = await start();
  let isStopping = false;

  const watch = async (): Promise<void> => {
    const reason = await engine.ended;
    if (isStopping) return;
    engine = await start();
    onRestart?.(reason);
    await watch();
  };
  // If the engine can't be restarted, its endpoint stays down and every request reports it.
  watch().catch((error: Error) => console.error(error.message));
  return {
    endpoint,
    async stop() {
      isStopping = true;
      engine.end();
      await engine.ended;
    },
  };
};
