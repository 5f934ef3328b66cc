/**
 * Bundles the Lambda functions. Synthesis, the local run and the benchmark all use it, so that they run the same bytes.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { allOperations } from '../../lib/operations.ts';
import { builtinsPlugin } from './builtins.ts';
import { contractsPlugin } from './contracts.ts';
import { validatorsPlugin } from './validators.ts';

/** The root of the project; relative paths start here. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** Of every bundle. */
export const settings = {
  // The output names files relative to this directory only, so it is the same on every machine.
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // ES sources of a package can be tree-shaken. The condition `import` is left out of the list; it would pick wrappers around
  // CommonJS where `module` has the sources.
  mainFields: ['module', 'main'],
  conditions: ['module'],
  treeShaking: true,
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  // A name that a module does not export, read from all of it (`errors.noSuchRow`); where it is imported itself, a build fails
  // anyway.
  logOverride: { 'import-is-undefined': 'error' },
} as const satisfies BuildOptions;

/** The packages whose code is in each bundle, by the bundle's name: their directories, such as `node_modules/@a/b`. */
export type BundledPackages = Readonly<Record<string, readonly string[]>>;

/** A file next to the bundles that lists the bundled packages, for the bill of materials. */
export const PACKAGES_FILE = 'packages.json';

/** Matches a file of a package, from the first `node_modules` to the package's own directory. */
const PACKAGE = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The packages with code in the outputs of a build; tree shaking removes most files that esbuild reads. */
export const packagesIn = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (PACKAGE.exec(file)?.[0] ?? []) : [],
    ),
  );

/** The operations whose requests a function makes itself. */
const INSIDE: Readonly<Record<string, readonly string[]>> = { 'run-bulk': ['patchBusiness'] };

/** What describes what is wrong with a request; a function loads this file when it first refuses one for that. */
const ALL_VIOLATIONS = 'all-violations.mjs';

const idsOf = (bundle: string): string[] =>
  allOperations
    .filter((operation) => operation.entry === bundle || INSIDE[bundle]?.includes(operation.id))
    .map(({ id }) => id);

/**
 * The source map of the bundle that `bundleFunctions` makes of an entry. No bundle holds it: Node would read it at each cold
 * start.
 */
export const sourceMapOf = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    ...settings,
    plugins: [
      contractsPlugin(),
      builtinsPlugin(),
      validatorsPlugin(idsOf(parse(entry).name), ALL_VIOLATIONS, () => undefined),
    ],
    entryPoints: [resolve(projectRoot, entry)],
    outfile: 'index.mjs',
    sourcemap: 'external',
    sourcesContent: false,
    write: false,
  });
  return outputFiles.find(({ path }) => path.endsWith('.map'))!.text;
};

/**
 * Bundles each entry into its own directory under `outdir`. The directory then holds `index.mjs` and, of an operation,
 * the file that describes what is wrong with its requests. `packages.json`, next to the
 * directories, lists the bundled packages.
 *
 * @param outdir - made if it does not exist; earlier bundles of the same entries are replaced
 * @param entries - source files, absolute or from the project's root
 * @returns the directory of each bundle by the entry's name without its extension
 */
export const bundleFunctions = async (outdir: string, entries: string[]): Promise<Record<string, string>> => {
  const bundles = entries.map((entry) => {
    const { name } = parse(entry);
    return { name, entry: resolve(projectRoot, entry), directory: resolve(outdir, name) };
  });
  const packages: Record<string, string[]> = {};
  // One build for each entry: a bundle then depends on its own sources alone, whatever else is built in the same run.
  await Promise.all(
    bundles.map(async ({ name: bundle, entry, directory }) => {
      await rm(directory, { recursive: true, force: true });
      const dynamic = new Set<string>();
      // An operation's function holds only the validators of that operation.
      const ids = idsOf(bundle);
      const { metafile } = await build({
        ...settings,
        plugins: [
          contractsPlugin(),
          builtinsPlugin(),
          validatorsPlugin(ids, ALL_VIOLATIONS, (name) => dynamic.add(name)),
        ],
        entryPoints: [entry],
        outfile: join(directory, 'index.mjs'),
      });
      const found = packagesIn(metafile);
      for (const name of dynamic) {
        const outfile = join(directory, ALL_VIOLATIONS);
        const plugins = [contractsPlugin(), builtinsPlugin(), validatorsPlugin(ids)];
        const external = await build({ ...settings, plugins, entryPoints: [name], outfile });
        found.push(...packagesIn(external.metafile));
      }
      packages[bundle] = [...new Set(found)].sort();
    }),
  );
  await writeFile(join(outdir, PACKAGES_FILE), JSON.stringify(packages));
  return Object.fromEntries(bundles.map(({ name, directory }) => [name, directory]));
};
