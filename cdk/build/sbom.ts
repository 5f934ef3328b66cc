/**
 * A software bill of materials (CycloneDX 1.6) of what is deployed: the packages with code in a bundle, as esbuild
 * reports them, with the versions, licences and hashes from the lockfile. `npm run synth` writes it next to the
 * assembly. The same sources give the same file to the byte.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BundledPackages, PACKAGES_FILE, projectRoot } from './bundle.ts';

/** A package in the lockfile. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly resolved?: string;
  /** `sha512-` and the hash in base64; missing for a package that is inside another package's archive. */
  readonly integrity?: string;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
}

interface Lockfile {
  readonly name: string;
  readonly version: string;
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export const readLockfile = async (): Promise<Lockfile> =>
  JSON.parse(await readFile(join(projectRoot, 'package-lock.json'), 'utf8'));

/** `node_modules/a/node_modules/@b/c` is the package `@b/c`. */
const nameOf = (directory: string): string => directory.slice(directory.lastIndexOf('node_modules/') + 13);

const purlOf = (directory: string, { version }: LockedPackage): string =>
  `pkg:npm/${nameOf(directory).replace('@', '%40')}@${version}`;

/** A licence by its SPDX id, or an SPDX expression of several. */
type Licence = { readonly license: { readonly id: string } } | { readonly expression: string };

/** A package of the bill. */
export interface Library {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly Licence[];
  readonly purl: string;
}

const licenceOf = (licence: string): Licence =>
  /[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } };

const hashesOf = ({ integrity = '' }: LockedPackage) => {
  const [, base64] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return base64 ? [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] : [];
};

/**
 * Builds the bill of materials.
 *
 * @param bundled - the packages of each bundle, as `bundleFunctions` found them
 */
export const sbomOf = (bundled: BundledPackages, { name, version, packages }: Lockfile) => {
  const locked = (directory: string): LockedPackage => {
    const found = packages[directory];
    if (!found) throw new Error(`${directory} is bundled, but is not in package-lock.json`);
    return found;
  };
  const library = (directory: string): Library => {
    const found = locked(directory);
    return {
      type: 'library',
      'bom-ref': purlOf(directory, found),
      name: nameOf(directory),
      version: found.version,
      hashes: hashesOf(found),
      licenses: found.license ? [licenceOf(found.license)] : [],
      purl: purlOf(directory, found),
    };
  };
  const bundles = Object.entries(bundled).sort(([a], [b]) => (a < b ? -1 : 1));
  const directories = [...new Set(bundles.flatMap(([, each]) => each))].sort();
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
    components: [
      ...bundles.map(([bundle]) => ({ type: 'application', 'bom-ref': `bundle:${bundle}`, name: bundle, version })),
      ...directories.map(library),
    ],
    dependencies: [
      { ref: name, dependsOn: bundles.map(([bundle]) => `bundle:${bundle}`) },
      ...bundles.map(([bundle, inside]) => ({
        ref: `bundle:${bundle}`,
        dependsOn: inside.map((directory) => purlOf(directory, locked(directory))).sort(),
      })),
    ],
  };
};

/** The name of the file, which is next to the manifest of the assembly. */
export const SBOM_FILE = 'sbom.cdx.json';

/** Writes the bill of the bundles in `bundleDirectory`, and of others, into the assembly's directory. */
export const writeSbom = async (
  assemblyDirectory: string,
  bundleDirectory: string,
  others: BundledPackages = {},
): Promise<void> => {
  const bundled: BundledPackages = JSON.parse(await readFile(join(bundleDirectory, PACKAGES_FILE), 'utf8'));
  const sbom = sbomOf({ ...bundled, ...others }, await readLockfile());
  await writeFile(join(assemblyDirectory, SBOM_FILE), `${JSON.stringify(sbom, undefined, 2)}\n`);
};
