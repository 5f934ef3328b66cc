/** The pages that add something step by step, followed to the letter in a copy of the project. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { keepOperations } from '../stack/copied-sources.ts';

/** The list of operations, to which docs/adding-an-operation.md adds. */
export const LIST = 'lib/operations.ts';

/** Those of the first commands that `npm start` prints. */
const FIRST = ['getBusiness', 'updateBusiness', 'setFieldValue'];
const PARTS = ['cdk', 'functions', 'lib', 'tools', 'cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Operations next to which another one is built. */
export const NEIGHBOURS = ['getListing', 'updateListing', 'getMapsActionLinks'];

export const pageNamed = (name: string): string => join(projectRoot, 'docs', name);

/** The files of the page: each block of code behind a line that names its file. */
const filesIn = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^(?:[^\n]*)`([a-z][\w./-]+\.ts)`:?\n\n```ts\n(.*?)^```$/gms)].map(([, file, text]) => [
      file!,
      text!,
    ]),
  );

/**
 * A list with the imports and the row that the page adds to it, as its last one; as it is where someone has done so already.
 *
 * @throws Error where the file has no list
 */
const listWith = (list: string, added: string): string => {
  const [imports, row] = added.startsWith('import ') ? added.split('\n\n') : [undefined, added];
  if (row === undefined || list.includes(row)) return list;
  const withImports = imports === undefined ? list : list.replace(/^(?=import )/m, `${imports}\n`);
  const ends = [...withImports.matchAll(/^\](?: as const[^\n]*)?;$/gm)];
  const end = ends[0] ?? [...withImports.matchAll(/^\} as const;$/gm)].at(-1);
  if (!end) throw new Error(`there is no list for ${row}`);
  return `${withImports.slice(0, end.index)}${row}${withImports.slice(end.index)}`;
};

export interface FollowedPage {
  /** Where the copy is. */
  readonly copy: string;
  /** The text of each file that the page names; of a file that there is, what the page adds to it. */
  readonly files: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/**
 * @param name - the page's file in docs
 * @param operations - those next to which it is built: all others take long, and are nothing to it
 */
export const followPage = async (name: string, operations: readonly string[]): Promise<FollowedPage> => {
  const copy = await mkdtemp(join(tmpdir(), 'adding-'));
  for (const part of PARTS) await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  await keepOperations(copy, [...new Set([...FIRST, ...operations])]);
  const files = filesIn(await readFile(pageNamed(name), 'utf8'));
  for (const [file, text] of files) {
    const found = await readFile(join(copy, file), 'utf8').catch(() => undefined);
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), found === undefined ? text : listWith(found, text));
  }
  return { copy, files, remove: () => rm(copy, { recursive: true, force: true }) };
};
