/** The DynamoDB engine on this machine: dynoxide as a child process, or whatever `DYNAMODB_ENDPOINT` names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Engine {
  readonly endpoint: string;
  /** Ends the child process, if there is one. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** A database file that is kept; without it the data goes with the engine. */
  readonly file?: string | undefined;
  /** Whether streams of its tables are read: without a file, it then writes one of its own rather than to memory. */
  readonly isStreamed?: boolean;
  /** The engine ended by itself, for this reason, and runs again at the same endpoint; data without a file is gone. */
  readonly onRestart?: (reason: string) => void;
}

const packagedBinary = (): string | undefined => {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@dynoxide/${process.platform}-${process.arch}/package.json`,
    );
    const binary = join(dirname(manifest), process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
};

const binaryOnPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, 'dynoxide'))
    .find((file) => existsSync(file));

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
 * Runs the engine and ends it when this process ends, however it ends: then the standard input closes and `read`
 * returns. A job in the background has no standard input of its own, so it is passed on as another descriptor. The
 * first argument is a folder that is removed with the engine, or empty.
 */
const GUARD = [
  'folder=$1; shift; exec 3<&0; "$0" "$@" </dev/null & engine=$!; { read _ <&3; kill $engine; } 2>/dev/null &',
  'wait $engine; status=$?; [ -z "$folder" ] || rm -rf "$folder"; exit $status',
].join('\n');

/**
 * The engine looks for the next place of a stream, and for a reader's next records, in a table without an index: each
 * write takes longer the more records there are. With the index, a write takes the same after any number of them.
 */
const indexStreams = (file: string): void => {
  const database = new DatabaseSync(file);
  database.exec(
    'CREATE INDEX IF NOT EXISTS _stream_places ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
  database.close();
};

/** All that a foreign binary gets to know of this process. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

const run = (binary: string, folder: string, args: readonly string[]) => {
  // A group of its own: Ctrl-C in a terminal reaches this process alone, which then ends the engine in order.
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
 * Starts an engine, or takes the one that `DYNAMODB_ENDPOINT` names. An engine of ours that ends by itself is started again.
 *
 * @throws Error with one sentence that says what is missing
 */
export const startEngine = async ({ file, isStreamed, onRestart }: EngineOptions = {}): Promise<Engine> => {
  const { DYNAMODB_ENDPOINT } = process.env;
  if (DYNAMODB_ENDPOINT) {
    await fetch(DYNAMODB_ENDPOINT).catch(() => {
      throw new Error(`No DynamoDB engine answers at DYNAMODB_ENDPOINT (${DYNAMODB_ENDPOINT}).`);
    });
    return { endpoint: DYNAMODB_ENDPOINT, stop: async () => {} };
  }
  const binary = packagedBinary() ?? binaryOnPath();
  if (!binary) {
    throw new Error(
      `No DynamoDB engine: the optional package @dynoxide/${process.platform}-${process.arch} is not installed, ` +
        'there is no dynoxide on the PATH, and DYNAMODB_ENDPOINT names none.',
    );
  }
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
  // An engine that does not start again leaves an endpoint that does not answer: every request says so.
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
