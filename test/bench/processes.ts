/** Runs bundles in processes of their own, and the stub that answers them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { TABLE_NAME } from './engine.ts';

const environmentOf = (endpoint: string, nodeOptions = ''): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  TABLE_NAME,
  DYNAMODB_ENDPOINT: endpoint,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: 'a-token-as-lambda-gives-one',
  // The stub's certificate is of its own making.
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  NODE_NO_WARNINGS: '1',
  NODE_OPTIONS: nodeOptions,
});

let jobs = 0;

/** Runs a job of `runner.cjs`; the time in `began` and its `at` are of one clock, in milliseconds. */
export const runJob = async <Result>(
  directory: string,
  endpoint: string,
  { nodeOptions, ...job }: { readonly nodeOptions?: string | undefined } & Readonly<Record<string, unknown>>,
): Promise<Result & { readonly began: number }> => {
  const file = join(directory, `job-${jobs++}.json`);
  await writeFile(file, JSON.stringify(job));
  const began = performance.timeOrigin + performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'runner.cjs'), file], {
    env: environmentOf(endpoint, nodeOptions),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`A job of the benchmark failed: ${JSON.stringify(job).slice(0, 200)}`);
  // Before the result stand the lines that functions write of what they refuse.
  return { ...JSON.parse(output.slice(output.lastIndexOf('\n') + 1)), began };
};

/** Starts the stub of DynamoDB, over HTTPS as DynamoDB is. */
export const startStub = async (directory: string, items: readonly unknown[]) => {
  // From the benchmark's own packages, which may be missing where types are checked.
  const selfsigned: string = 'selfsigned';
  const { generate } = await import(selfsigned);
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }]);
  const file = join(directory, 'stub.json');
  await writeFile(file, JSON.stringify({ items, tls: { key, cert } }), { mode: 0o600 });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stub/server.cjs'), file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { port } = JSON.parse(String((await lines.next()).value));
  return {
    endpoint: `https://127.0.0.1:${port}`,
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
};
