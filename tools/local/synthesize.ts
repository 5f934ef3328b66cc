/** Synthesizes the stack in a child process: the CDK takes hundreds of megabytes, which are freed when it ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const projectRoot = resolve(import.meta.dirname, '../..');

/** @returns the directory of the assembly; `undefined` if it failed, which the child process has reported */
export const synthesizeApart = async ({ isSandbox }: { readonly isSandbox: boolean }): Promise<string | undefined> => {
  const directory = resolve(process.env.CDK_OUTDIR ?? join(projectRoot, 'cdk.out'));
  const child = spawn(process.execPath, ['cdk/assembly.ts', ...(isSandbox ? ['--sandbox'] : [])], {
    cwd: projectRoot,
    env: { ...process.env, CDK_OUTDIR: directory },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code === 0 ? directory : undefined;
};
