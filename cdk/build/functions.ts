/**
 * Bundles every function. `npm start -- --watch` runs it on each change as a command,
 * `node cdk/build/functions.ts OUTDIR`: a new process reads the current sources.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { allOperations } from '../../lib/operations.ts';
import { bundleFunctions } from './bundle.ts';
import { CATALOGUES, checkCatalogues } from './catalogues.ts';

/** The background functions: they run on the table's stream, on a queue or on a schedule. */
export const eventFunctions = [
  ...['process-stream', 'route-events', 'deliver-webhook', 'move-due'],
  ...['run-jobs'],
  ...['fetch-media', 'fail-late-media', 'run-bulk', 'check-quotas'],
].map((entry) => ({ module: 'events', entry }));

/**
 * Bundles all functions.
 *
 * @param catalogues - the directory to check; the catalogues that are bundled are those of `lib/catalog`
 * @returns the directory of each bundle, by the function's file name without its extension
 * @throws Error if functions of two modules have the same name, as their bundles would overwrite each other; or if a
 *   catalogue is invalid
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

/** The bundles in a directory that `bundleAll` has filled. */
export const bundlesIn = async (directory: string): Promise<Record<string, string>> => {
  const entries = await readdir(directory, { withFileTypes: true });
  return Object.fromEntries(
    entries.filter((entry) => entry.isDirectory()).map(({ name }) => [name, join(directory, name)]),
  );
};

if (import.meta.main) await bundleAll(process.argv[2] ?? 'dist/functions');
