/** Runs the commands as an operator does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `npm run admin -- ...args` */
export const admin = (args: readonly string[], environment: Record<string, string | undefined> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const NODE_COMPILE_CACHE = inject('compiledDirectory');
    const own = { DYNAMODB_ENDPOINT: undefined, NODE_OPTIONS: undefined, NODE_COMPILE_CACHE };
    const env = { ...process.env, ...own, ...environment };
    execFile(
      process.execPath,
      [join(root, 'cdk/tools/admin/admin.ts'), ...args],
      { cwd: root, env },
      (error, stdout, stderr) =>
        resolve({ status: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    );
  });
