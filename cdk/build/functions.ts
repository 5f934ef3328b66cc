/**
 * Bundles every function. As a command, `node cdk/build/functions.ts OUTDIR`, it does so in a process of its own, which
 * sees the sources as they are now: `npm start -- --watch` runs it on each change.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { allOperations } from '../../lib/operations.ts';
import { bundleFunctions } from './bundle.ts';
import { CATALOGUES, checkCatalogues } from './catalogues.ts';

/** The functions that no request calls: on the table's stream, on the queue, and by the clock. */
export const eventFunctions = [
  ...['keep-up', 'route-events', 'deliver-webhook', 'move-due'],
  ...['fetch-media', 'fail-late-media', 'check-quotas'],
].map((entry) => ({ module: 'events', entry }));

/**
 * @param catalogues - where they are checked; what is bundled are those of `lib/catalog`
 * @returns the directory of each bundle, by the function's file name without its ending
 * @throws Error where two modules have a function of one name: their bundles would overwrite each other; and where a
 *   catalogue can't be used
 */
export const bundleAll = async (
  outdir: string,
  functions: readonly { readonly module: string; readonly entry: string }[] = allOperations,
  catalogues = CATALOGUES,
): Promise<Record<string, string>> => {
  const entries = [...functions, { module: '.', entry: 'authorizer' }, ...eventFunctions];
  const [twice] = [...Map.groupBy(entries, ({ entry }) => entry).values()].filter(({ length }) => length > 1);
  if (twice)
    throw new Error(`Functions of one name: ${twice.map(({ module, entry }) => `${module}/${entry}`).join(', ')}`);
  await checkCatalogues(catalogues);
  return bundleFunctions(
    outdir,
    entries.map(({ module, entry }) => `functions/${module}/${entry}.ts`),
  );
};

/** The bundles that lie in a directory, as `bundleAll` has left them there. */
export const bundlesIn = async (directory: string): Promise<Record<string, string>> => {
  const entries = await readdir(directory, { withFileTypes: true });
  return Object.fromEntries(
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => [name, join(directory, name)]),
  );
};

if (import.meta.main) await bundleAll(process.argv[2] ?? 'dist/functions');
