/**
 * The bundles of the functions and the synthesized stack, of the sources as they are. They stay in `node_modules/.cache` for
 * the next run, which finds them by a digest of all that they are made of: a run of one test file has not to make them.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesize } from '../../cdk/assembly.ts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { bundleAll } from '../../cdk/build/functions.ts';
import type { DeployedOperation } from '../../cdk/stack/deployed-operation.ts';

const SOURCES = ['cdk', 'functions', 'lib', 'cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];
const CACHE = join(projectRoot, 'node_modules/.cache/assembly');
/** Milliseconds since it was last used, after which an assembly goes: no run takes so long. */
const FORGOTTEN = 6 * 3_600_000;
/** Written last: without it no one takes a directory for whole. */
const WHOLE = 'whole';

export interface KeptAssembly {
  readonly assembly: string;
  readonly bundles: string;
}

const filesOf = async (name: string): Promise<string[]> => {
  const path = join(projectRoot, name);
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
};

const digestOfSources = async (): Promise<string> => {
  const files = (await Promise.all(SOURCES.map(filesOf))).flat().sort();
  const digest = createHash('sha256').update(process.version);
  for (const file of files) digest.update(`\n${file.slice(projectRoot.length)}\n`).update(await readFile(file));
  return digest.digest('hex');
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const partsOf = (directory: string): KeptAssembly => ({ assembly: directory, bundles: join(directory, 'bundles') });

const forgetOld = async (): Promise<void> => {
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(join(CACHE, name));
    if (Date.now() - mtimeMs > FORGOTTEN) await rm(join(CACHE, name), { recursive: true, force: true });
  }
};

/** What is kept of these sources; else it is made. No one may write there. */
export const keptAssembly = async (): Promise<KeptAssembly> => {
  await mkdir(CACHE, { recursive: true });
  const digest = await digestOfSources();
  for (const name of (await readdir(CACHE)).filter((each) => each.startsWith(digest))) {
    const directory = join(CACHE, name);
    if (!(await isThere(join(directory, WHOLE)))) continue;
    await utimes(directory, new Date(), new Date());
    return partsOf(directory);
  }
  await forgetOld();
  // Runs at once make one each: none waits for another that may never end.
  const made = partsOf(join(CACHE, `${digest}-${randomUUID()}`));
  await bundleAll(made.bundles);
  await synthesize({ outdir: made.assembly, bundles: made.bundles });
  if ((await digestOfSources()) === digest) await writeFile(join(made.assembly, WHOLE), '');
  return made;
};

interface KeptVariant {
  readonly directory: string;
  readonly stackName: string;
}

/** The stack of these bundles in another context, next to the assembly; made by the first test file that asks for it. */
export const keptVariant = async (
  { assembly, bundles }: KeptAssembly,
  context: Readonly<Record<string, unknown>>,
  operations?: readonly DeployedOperation[],
): Promise<KeptVariant> => {
  const variants = `${assembly}.variants`;
  const name = createHash('sha256')
    .update(JSON.stringify([context, operations?.map(({ entry }) => entry)]))
    .digest('hex');
  const directory = join(variants, name);
  const nameFile = join(directory, 'stack-name');
  if (!(await isThere(nameFile))) {
    const made = `${directory}-${randomUUID()}`;
    const { stacks } = await synthesize({ outdir: made, bundles, context, operations });
    await writeFile(join(made, 'stack-name'), stacks[0]!.stackName);
    // Another worker may have been faster.
    await rename(made, directory).catch(() => rm(made, { recursive: true, force: true }));
  }
  await utimes(variants, new Date(), new Date());
  return { directory, stackName: await readFile(nameFile, 'utf8') };
};
