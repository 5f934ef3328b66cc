/** The DynamoDB engine on this machine: dynoxide as a child process, or whatever `DYNAMODB_ENDPOINT` names. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';

export interface Engine {
  readonly endpoint: string;
  /** Ends the child process, if there is one. */
  stop(): Promise<void>;
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

/**
 * Starts an engine, or takes the one that `DYNAMODB_ENDPOINT` names.
 *
 * @param options.file - a database file that is kept; in memory without it
 * @throws Error with one sentence that says what is missing
 */
export const startEngine = async ({ file }: { file?: string | undefined } = {}): Promise<Engine> => {
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
  // A group of its own: Ctrl-C in a terminal reaches this process alone, which then ends the engine in order.
  const child = spawn('sh', ['-c', GUARD, binary, ...args], { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
  let complaint = '';
  let over: string | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  const ended = new Promise<void>((resolve) => {
    child.on('error', (error) => {
      over = error.message;
      resolve();
    });
    child.on('exit', () => {
      over = complaint.trim().split('\n').at(-1) ?? '';
      resolve();
    });
  });
  const endpoint = `http://127.0.0.1:${port}`;
  await answers(endpoint, () => over);
  return {
    endpoint,
    async stop() {
      child.stdin.end('\n');
      await ended;
    },
  };
};
