/** The copy of a followed page, served as `npm start` does. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const { DYNAMODB_ENDPOINT: _, ...environment } = process.env;

export interface CopyService {
  readonly url: string;
  stop(): Promise<void>;
}

/** @throws Error with what it printed, where it ends before it is ready */
export const startCopy = async (copy: string): Promise<CopyService> => {
  const child = spawn(process.execPath, ['tools/local/start.ts', '--port', '0'], {
    cwd: copy,
    env: { ...environment, CDK_OUTDIR: join(copy, 'cdk.out') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /Ready at (http:[^\s,]+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`not ready: ${output}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
