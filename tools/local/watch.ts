/** `npm start -- --watch`: rebuilds the functions when their sources change, and serves the new bundles. */
import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { bundlesIn } from '../../cdk/build/functions.ts';
import { readAssembly } from './assembly.ts';

const run = promisify(execFile);

/** The sources of the functions; changes of the stack and of this server need a restart. */
const WATCHED = ['functions', 'lib'];

/** Editors write a file in several steps. */
const QUIET_MILLISECONDS = 100;

/** The asset of each bundle: a file of the same bytes, under the name in the template. */
const assetsOf = async (assemblyDirectory: string): Promise<ReadonlyMap<string, string>> => {
  const { functions } = await readAssembly(assemblyDirectory);
  const assets = [...functions.values()].map(({ assetPath }) => join(assemblyDirectory, assetPath));
  const bundles = Object.values(await bundlesIn(join(assemblyDirectory, 'bundles')));
  const bytes = (directory: string) => readFile(join(directory, 'index.mjs'), 'utf8');
  const byBytes = new Map(await Promise.all(assets.map(async (asset) => [await bytes(asset), asset] as const)));
  const pairs = await Promise.all(bundles.map(async (bundle) => [bundle, byBytes.get(await bytes(bundle))] as const));
  // The stage has no function for some bundles, which only a sandbox deploys.
  return new Map(pairs.flatMap(([bundle, asset]) => (asset === undefined ? [] : [[bundle, asset] as const])));
};

/**
 * Watches the sources of the functions.
 *
 * @param assemblyDirectory - the assembly that is served; its assets are replaced
 * @param onBuilt - called when new bundles are in place, with the milliseconds that it took
 * @param onFailed - called with the build's output when it fails; the old bundles stay in place
 * @param root - the project whose sources are watched; this one by default
 * @returns a function that stops the watch
 */
export const watchFunctions = async (
  assemblyDirectory: string,
  onBuilt: (milliseconds: number) => void,
  onFailed: (reason: string) => void,
  root = projectRoot,
): Promise<() => void> => {
  const assets = await assetsOf(assemblyDirectory);

  const build = async (): Promise<void> => {
    const started = performance.now();
    try {
      await run(process.execPath, ['cdk/build/functions.ts', join(assemblyDirectory, 'bundles')], { cwd: root });
      for (const [bundle, asset] of assets) {
        for (const file of await readdir(bundle)) await copyFile(join(bundle, file), join(asset, file));
      }
      onBuilt(performance.now() - started);
    } catch (error) {
      onFailed((error as { stderr?: string }).stderr || (error as Error).message);
    }
  };

  let timer: NodeJS.Timeout | undefined;
  let building: Promise<void> = Promise.resolve();
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      building = building.then(build);
    }, QUIET_MILLISECONDS);
  };
  const watchers = WATCHED.map((directory) => watch(join(root, directory), { recursive: true }, changed));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};
