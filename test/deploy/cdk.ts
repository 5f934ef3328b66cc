/** The CDK's own command, as operators type it, but for the assembly, which is made before. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Engine } from './engine.ts';

export interface Ran {
  readonly status: number;
  /** All that it printed. */
  readonly text: string;
}

/** Runs a program against the engine. */
export const runProgram = (engine: Engine, program: string, args: readonly string[], cwd = projectRoot): Promise<Ran> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...engine.environment, CDK_DISABLE_CLI_TELEMETRY: 'true', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk;
      });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? 1, text }));
  });

const run = (engine: Engine, script: string, args: readonly string[], cwd?: string): Promise<Ran> =>
  runProgram(engine, process.execPath, [script, ...args], cwd);

const cli = join(projectRoot, 'node_modules/aws-cdk/bin/cdk');
const cdk = (engine: Engine, ...args: string[]): Promise<Ran> => run(engine, cli, [...args, '--no-notices']);

/** `npx cdk bootstrap`, from where there is no `cdk.json`: with it the app would be synthesized for nothing. */
export const bootstrap = (engine: Engine): Promise<Ran> =>
  run(engine, cli, ['bootstrap', 'aws://000000000000/us-east-1', '--no-notices'], tmpdir());

/** `npx cdk deploy` of an assembly. */
export const deploy = (engine: Engine, directory: string): Promise<Ran> =>
  cdk(engine, 'deploy', '--app', directory, '--require-approval', 'never', '--progress', 'events');

/** `npx cdk destroy` of an assembly. */
export const destroy = (engine: Engine, directory: string): Promise<Ran> =>
  cdk(engine, 'destroy', '--app', directory, '--force');

/** `npm run admin -- ...`, in another checkout. */
export const adminOf = (checkout: string, engine: Engine, ...args: string[]): Promise<Ran> =>
  run(engine, join(checkout, 'tools/admin/admin.ts'), args);

/** `npm run admin -- ...` */
export const admin = (engine: Engine, ...args: string[]): Promise<Ran> => adminOf(projectRoot, engine, ...args);
