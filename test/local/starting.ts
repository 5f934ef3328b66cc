/** `npm start` as a process, for tests. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';

/** A directory for the files of a test file; what was started in it ends with the tests. */
export const useStarts = () => {
  const children: ChildProcess[] = [];
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'start-'));
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(directory, { recursive: true, force: true });
  });

  /** Starts the service, with an engine of its own unless `environment` names one; `ended` resolves with how it ended. */
  const start = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
    const { DYNAMODB_ENDPOINT: _, ...env } = process.env;
    const own = {
      CDK_OUTDIR: join(directory, `out-${children.length}`),
      NODE_COMPILE_CACHE: inject('compiledDirectory'),
    };
    const child = spawn(process.execPath, ['tools/local/start.ts', ...args], {
      cwd: projectRoot,
      env: { ...env, ...own, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const output = { stdout: '', stderr: '' };
    const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }));
    const ready = new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        output.stdout += chunk;
        const url = /Ready at (http:[^\s,]+)/.exec(output.stdout)?.[1];
        if (url) resolve(url);
      });
      child.stderr.on('data', (chunk) => {
        output.stderr += chunk;
      });
      void ended.then(() => reject(new Error(`not ready: ${JSON.stringify(output)}`)));
    });
    ready.catch(() => {});
    return { child, output, ended, ready };
  };

  const file = (name: string) => join(directory, name);
  /** Writes records, or texts as they are, one a line. */
  const dataFile = async (name: string, records: readonly unknown[]) => {
    const lines = records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record)));
    await writeFile(file(name), lines.join('\n'));
    return file(name);
  };
  return { start, file, dataFile };
};

/** The processes whose command line names this text: a test's database file. */
export const processesOf = async (text: string): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  return stdout.split('\n').filter((line) => line.includes(text) && !line.includes('ps -eo'));
};

export const untilNone = (text: string): Promise<unknown> => expect.poll(() => processesOf(text)).toEqual([]);

/** A port that is taken until `close`. */
export const takePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { port: String(port), close: () => new Promise((done) => server.close(done)) };
};
