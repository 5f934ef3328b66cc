/** A copy of the project, for tests that change its sources. */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';

/** What a synthesis reads. */
const parts = ['cdk', 'functions', 'lib', 'tools', 'cdk.json', 'package.json', 'package-lock.json'];

/** Copies the sources into a new directory; the packages are the project's own. */
export const copySources = async (directory: string): Promise<void> => {
  await mkdir(directory, { recursive: true });
  for (const part of parts) await cp(join(projectRoot, part), join(directory, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(directory, 'node_modules'));
};

/** A row of the list of operations, by its id. */
const ROW = /^ {2}operation\((\w+),/;

/** An import of a contract, or of its cases. */
const IMPORT = /^import \{ (\w+?)(?:Cases)? \} from '\.\/\w+\/contracts\//;

/** Leaves these operations alone in the list of a copy: a build of all of them takes long, and is made in the same way. */
export const keepOperations = async (directory: string, ids: readonly string[]): Promise<void> => {
  const list = join(directory, 'lib/operations.ts');
  const lines = (await readFile(list, 'utf8')).split('\n');
  const missing = ids.filter((id) => !lines.some((line) => ROW.exec(line)?.[1] === id));
  if (missing.length > 0) throw new Error(`${list} has no ${missing.join(', ')}`);
  // What a sandbox offers next to them stays.
  const others = lines.filter((line) => !ROW.test(line) && !IMPORT.test(line)).join('\n');
  const isKept = (id: string) => ids.includes(id) || new RegExp(`\\b${id}\\b`).test(others);
  const kept = lines.filter((line) => isKept((ROW.exec(line) ?? IMPORT.exec(line))?.[1] ?? ids[0]!));
  await writeFile(list, kept.join('\n'));
};
