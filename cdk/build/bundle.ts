/** Bundles the Lambda functions. Synthesis, the local run and the benchmark all bundle here, so that they run the same bytes. */
import { rm, writeFile } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { allOperations } from '../../lib/operations.ts';
import { builtinsPlugin } from './builtins.ts';
import { contractsPlugin } from './contracts.ts';
import { validatorsPlugin } from './validators.ts';

/** The root of the project: paths that are not absolute start here. */
export const projectRoot = resolve(import.meta.dirname, '../..');

const settings = {
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
} as const satisfies BuildOptions;

/** The packages whose code stands in each bundle, by the bundle's name: their directories, `node_modules/@a/b`. */
export type BundledPackages = Readonly<Record<string, readonly string[]>>;

/** Stands beside the bundles, not in one: what is bundled, for the bill of materials. */
export const PACKAGES_FILE = 'packages.json';

/** A file of a package, from the first `node_modules` to the package's own directory. */
const PACKAGE = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The packages that left anything in the outputs of a build; most files that are read are shaken off to the last byte. */
const packagesIn = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (PACKAGE.exec(file)?.[0] ?? []) : [],
    ),
  );

/** Holds the validators that say what is wrong with a body; it is loaded when the first one is refused. */
const ALL_VIOLATIONS = 'all-violations.mjs';

/**
 * Bundles each entry into a directory of its own under `outdir`, which then holds nothing but `index.mjs` and, where a
 * body is judged, the validators that say what is wrong with it. `packages.json` beside them says what was
 * bundled.
 *
 * @param outdir - made if it does not exist; earlier bundles of the same entries are replaced
 * @param entries - source files, absolute or from the project's root
 * @returns the directory of each bundle by the entry's name without its ending
 */
export const bundleFunctions = async (outdir: string, entries: string[]): Promise<Record<string, string>> => {
  const bundles = entries.map((entry) => {
    const { name } = parse(entry);
    return { name, entry: resolve(projectRoot, entry), directory: resolve(outdir, name) };
  });
  const packages: Record<string, string[]> = {};
  // One build for each entry: a bundle then depends on its own sources alone, whatever else is built beside it.
  await Promise.all(
    bundles.map(async ({ name: bundle, entry, directory }) => {
      await rm(directory, { recursive: true, force: true });
      const dynamic = new Set<string>();
      // The function of an operation has the validators of that one and no other.
      const ids = allOperations.filter((operation) => operation.entry === bundle).map(({ id }) => id);
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
        const plugins = [builtinsPlugin(), validatorsPlugin(ids)];
        const beside = await build({ ...settings, plugins, entryPoints: [name], outfile });
        found.push(...packagesIn(beside.metafile));
      }
      packages[bundle] = [...new Set(found)].sort();
    }),
  );
  await writeFile(join(outdir, PACKAGES_FILE), JSON.stringify(packages));
  return Object.fromEntries(bundles.map(({ name, directory }) => [name, directory]));
};
