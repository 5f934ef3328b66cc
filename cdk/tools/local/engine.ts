/** The DynamoDB engine on this machine: dynoxide as a child process, or whatever `DYNAMODB_ENDPOINT` names. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';

export interface Engine {
  readonly endpoint: string;
  /** Ends the child process, if there is one. */
  stop(): Promise<void>;
}

export interface EngineOptions {
  /** A database file that is kept; in memory without it. */
  readonly file?: string | undefined;
  /** The engine ended by itself, for this reason, and runs again at the same endpoint; what was in memory is gone. */
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
 * returns. A job in the background has no standard input of its own, so it is passed on as another descriptor.
 */
const GUARD = 'exec 3<&0; "$0" "$@" </dev/null & engine=$!; { read _ <&3; kill $engine; } 2>/dev/null & wait $engine';

/** All that a foreign binary gets to know of this process. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'LANG'];

const run = (binary: string, args: readonly string[]) => {
  // A group of its own: Ctrl-C in a terminal reaches this process alone, which then ends the engine in order.
  const child: ChildProcess = spawn('sh', ['-c', GUARD, binary, ...args], {
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
export const startEngine = async ({ file, onRestart }: EngineOptions = {}): Promise<Engine> => {
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
  const args = ['--host', '127.0.0.1', '--port', String(port), ...(file ? ['--db-path', file] : [])];
  const endpoint = `http://127.0.0.1:${port}`;
  let engine = run(binary, args);
  let isStopping = false;
  await answers(endpoint, engine.isOver);

  const watch = async (): Promise<void> => {
    const reason = await engine.ended;
    if (isStopping) return;
    engine = run(binary, args);
    await answers(endpoint, engine.isOver);
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
