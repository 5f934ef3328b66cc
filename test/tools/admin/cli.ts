/** Runs the commands as an operator does. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** What `npm run admin` runs. */
export const adminFile = join(root, 'tools/admin/admin.ts');

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunAs {
  /** What is run with Node and the command behind it, in place of Node; `before` stands between. */
  readonly file?: string;
  readonly before?: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** `npm run admin -- ...args` */
export const admin = (
  args: readonly string[],
  environment: Record<string, string | undefined> = {},
  { file, before = [], ...owner }: RunAs = {},
): Promise<Ran> =>
  new Promise((resolve) => {
    const NODE_COMPILE_CACHE = inject('compiledDirectory');
    const own = { DYNAMODB_ENDPOINT: undefined, NODE_OPTIONS: undefined, NODE_COMPILE_CACHE };
    const env = { ...process.env, ...own, ...environment };
    const command = [...(file ? [...before, process.execPath] : []), adminFile, ...args];
    execFile(file ?? process.execPath, command, { cwd: root, env, ...owner }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    );
  });
