/** Installs and runs third-party tools that partners use, and captures their output. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';

/** A program with its arguments, where it runs and what it finds in its environment. */
export interface Command {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A tool that can be installed. */
export interface Installable {
  readonly name: string;
  /** Programs that its installation or run requires. */
  readonly needs: readonly string[];
  /** The commands that install it into its own directory. */
  readonly install: (directory: string) => readonly Command[];
}

export const command = (
  program: string,
  parameters: readonly string[],
  more: Omit<Command, 'program' | 'parameters'> = {},
): Command => ({ program, parameters, ...more });

/** Packages from npm, under `node_modules` of the directory. */
export const npm = (directory: string, ...names: string[]): Command =>
  command('npm', [
    'install',
    '--prefix',
    directory,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...names,
  ]);

/** Packages from PyPI in their own environment. */
export const venv = (directory: string, ...packages: string[]): readonly Command[] => [
  command('python3', ['-m', 'venv', directory]),
  ...(packages.length > 0 ? [command(join(directory, 'bin/pip'), ['install', '--quiet', ...packages])] : []),
];

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));

/** Runs a command. Returns its output and whether it succeeded. */
const run = ({ program, parameters, cwd = projectRoot, environment }: Command) =>
  new Promise<{ readonly isOk: boolean; readonly output: string }>((resolve) => {
    const child = spawn(program, parameters, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
    const end = (isOk: boolean) => resolve({ isOk, output: Buffer.concat(parts).toString().trim() });
    child.on('error', () => end(false));
    child.on('close', (code) => end(code === 0));
  });

/** Runs commands one after another up to the first that fails, and returns that one's output. */
export const runAll = async (commands: readonly Command[]): Promise<string | undefined> => {
  for (const each of commands) {
    const { isOk, output } = await run(each);
    if (!isOk) return `${each.program} ${each.parameters.join(' ')}\n${output}`;
  }
  return undefined;
};

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';

/** Installs a tool. @returns its directory, or why it can't be installed here */
export const installTool = async ({
  name,
  needs,
  install,
}: Installable): Promise<{ directory: string } | { absent: string }> => {
  const missing = needs.find((program) => !isInstalled(program));
  if (missing !== undefined) return { absent: `${name} needs ${missing}, which is not installed` };
  const directory = join(projectRoot, 'node_modules/.openapi-tools', name);
  await mkdir(directory, { recursive: true });
  const failed = await runAll(install(directory));
  return failed === undefined ? { directory } : { absent: `${name} could not be installed: ${lastLine(failed)}` };
};

/**
 * Runs the entries of a list that the command line names, or all if it names none, one after another.
 *
 * @param attempt - returns whether it passed
 */
export const tryWanted = async <T extends { readonly name: string }>(
  list: readonly T[],
  attempt: (each: T) => Promise<boolean>,
): Promise<void> => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !list.some((each) => each.name === name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}; there are ${list.map(({ name }) => name).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  for (const each of list.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    if (!(await attempt(each))) process.exitCode = 1;
};
