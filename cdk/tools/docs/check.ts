/**
 * `npm run lint:openapi [-- NAME...]`: holds the document against the tools of `check-tools.ts`. A tool that can't be brought
 * is skipped, and said to be.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../build/bundle.ts';
import { type Command, type Tool, tools } from './check-tools.ts';

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));

/** What a command printed, and whether it ended well. */
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

/** Runs commands one after another up to the first that fails, whose output it answers with. */
const runAll = async (commands: readonly Command[]): Promise<string | undefined> => {
  for (const each of commands) {
    const { isOk, output } = await run(each);
    if (!isOk) return `${each.program} ${each.parameters.join(' ')}\n${output}`;
  }
  return undefined;
};

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';

/** Answers with whether the document passes, also where the tool can't be had. */
const checked = async ({ name, needs, install, check }: Tool): Promise<boolean> => {
  const missing = needs.find((program) => !isInstalled(program));
  if (missing !== undefined) {
    console.log(`skipped: ${name} needs ${missing}, which is not installed`);
    return true;
  }
  const directory = join(projectRoot, 'node_modules/.openapi-tools', name);
  await mkdir(directory, { recursive: true });
  const notInstalled = await runAll(install(directory));
  if (notInstalled !== undefined) {
    console.log(`skipped: ${name} could not be installed: ${lastLine(notInstalled)}`);
    return true;
  }
  const out = await mkdtemp(join(tmpdir(), `${name}-`));
  try {
    const failed = await runAll(check(directory, out));
    console.log(failed === undefined ? `${name}: no finding` : `${name} failed: ${failed}`);
    return failed === undefined;
  } finally {
    await rm(out, { recursive: true, force: true });
  }
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !tools.some((tool) => tool.name === name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${tools.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const tool of tools.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    if (!(await checked(tool))) process.exitCode = 1;
  }
}
