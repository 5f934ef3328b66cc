/** docs/adding-an-operation.md, followed to the letter in a copy of the project. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { keepOperations } from '../stack/copied-sources.ts';

export const PAGE = join(projectRoot, 'docs/adding-an-operation.md');
export const LIST = 'lib/operations.ts';
/** The operations beside which it is built: all others take long, and are nothing to it. */
const BESIDE = ['getListing', 'updateListing', 'getMapsActionLinks'];
const PARTS = ['cdk', 'functions', 'lib', 'cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** The files of the page: each block of code behind a line that names its file. */
const filesIn = (page: string): Map<string, string> =>
  new Map(
    [...page.matchAll(/^(?:[^\n]*)`([a-z][\w./-]+\.ts)`:?\n\n```ts\n(.*?)^```$/gms)].map(([, file, text]) => [
      file!,
      text!,
    ]),
  );

/** The list of operations with the imports and the row that the page adds to it; as it is where someone has done so already. */
const listWith = (list: string, added: string): string => {
  const [imports = '', row = ''] = added.split('\n\n');
  if (list.includes(row)) return list;
  const withImports = list.replace(/^(?=import )/m, `${imports}\n`);
  return withImports.replace(/^\];$/m, `${row}];`);
};

export interface FollowedPage {
  /** Where the copy is. */
  readonly copy: string;
  /** The text of each file that the page names; of the list of operations what it adds. */
  readonly files: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

export const followPage = async (): Promise<FollowedPage> => {
  const copy = await mkdtemp(join(tmpdir(), 'adding-'));
  for (const part of PARTS) await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  const files = filesIn(await readFile(PAGE, 'utf8'));
  for (const [file, text] of files) {
    if (file === LIST) continue;
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
  }
  await keepOperations(copy, BESIDE);
  const list = await readFile(join(copy, LIST), 'utf8');
  await writeFile(join(copy, LIST), listWith(list, files.get(LIST) ?? ''));
  return { copy, files, remove: () => rm(copy, { recursive: true, force: true }) };
};
