/** Supply: what is deployed is known, pinned and free to use; nothing runs when it is installed but what is allowed by name. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { type Library, readLockfile, SBOM_FILE, type sbomOf } from '../../cdk/build/sbom.ts';
import type { Part, Trial } from './part.ts';

/** Licences that ask for no more than their text and a name. */
const FREE = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);
/** More than this is no longer few: whoever adds a package to a function raises it knowingly. */
const MOST_BUNDLED = 15;

const readJson = async (...path: readonly string[]) => JSON.parse(await readFile(join(...path), 'utf8'));

type Sbom = ReturnType<typeof sbomOf>;

const nameOf = (licence: Library['licenses'][number]): string =>
  'license' in licence ? licence.license.id : licence.expression;

/** Every package of the bill is installed in that version, was hashed, and may be used. */
const checkLibraries = async (libraries: readonly Library[]): Promise<string[]> => {
  const failures: string[] = [];
  if (libraries.length > MOST_BUNDLED) failures.push(`${libraries.length} packages are bundled`);
  for (const { name, version, hashes, licenses } of libraries) {
    const installed = await readJson(projectRoot, 'node_modules', name, 'package.json');
    const package_ = `${name} ${version}`;
    if (installed.version !== version) failures.push(`${package_} is in the bill, ${installed.version} is installed`);
    if (hashes.length !== 1) failures.push(`${package_} has no hash in the lockfile`);
    const ids = licenses.map(nameOf);
    if (ids.length !== 1 || !FREE.has(ids[0]!)) failures.push(`${package_} has the licence ${ids}`);
    if (installed.license !== ids[0]) failures.push(`${package_} says ${installed.license}, the lockfile ${ids}`);
  }
  return failures;
};

/** The bill names each bundle that lies in the assembly, and has a component for all that it says is in one. */
const checkBill = async ({ assemblyDirectory }: Trial, { components, dependencies }: Sbom): Promise<string[]> => {
  const entries = await readdir(join(assemblyDirectory, 'bundles'), { withFileTypes: true });
  const bundles = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const refs = new Set<string>(components.map((component) => component['bom-ref']));
  const known = dependencies.flatMap(({ dependsOn }) => dependsOn);
  return [
    ...bundles.filter((bundle) => !refs.has(`bundle:${bundle}`)).map((bundle) => `${bundle} is not in the bill`),
    ...known.filter((ref) => !refs.has(ref)).map((ref) => `${ref} has no component`),
  ];
};

/** Direct dependencies stand in exact versions; every package has a hash, and none the address of a registry. */
const checkLockfile = async (): Promise<string[]> => {
  const { packages } = await readLockfile();
  const manifest = await readJson(projectRoot, 'package.json');
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const direct = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
  return [
    ...direct.filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range)).map(([name]) => `${name} is not pinned`),
    ...scripts.filter((script) => script in manifest.scripts).map((script) => `we have an install script: ${script}`),
    ...Object.entries(packages).flatMap(([directory, { integrity, inBundle, resolved, hasInstallScript }]) => {
      if (directory === '') return [];
      const name = directory.slice(directory.lastIndexOf('node_modules/') + 13);
      return [
        ...(integrity || inBundle ? [] : [`${directory} has no hash`]),
        ...(resolved ? [`${directory} names a registry`] : []),
        ...(hasInstallScript && !manifest.allowScripts[name] ? [`${directory} has an install script`] : []),
      ];
    }),
  ];
};

/** A test as SECURITY.md names it: its file, and, in quotes, the beginning or a part of its name. */
const NAMED_TEST = /`(test\/[\w./-]+)`(?: "([^"]+)")?/g;

/** A test that may be skipped may show nothing; `.ci/run` looks at the report, too. */
const MAY_BE_SKIPPED = /\b(?:it|test|describe)\.(?:\w+\.)*(?:skip|skipIf|runIf|todo)\b/;

/** Every threat of the table is met by a test that exists, and is not skipped. */
const checkThreats = async (): Promise<{ threats: number; failures: string[] }> => {
  const text = await readFile(join(projectRoot, 'SECURITY.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [STRIDE] \|/.test(line));
  const failures: string[] = [];
  for (const letter of 'STRIDE') {
    if (!rows.some((row) => row.startsWith(`| ${letter} |`)))
      failures.push(`SECURITY.md has no threat of kind ${letter}`);
  }
  for (const row of rows) {
    const shown = row.split('|')[5] ?? '';
    const named = [...shown.matchAll(NAMED_TEST)];
    if (named.length === 0) failures.push(`no test shows how this is met: ${row}`);
    for (const [, file = '', name = ''] of named) {
      const source = await readFile(join(projectRoot, file), 'utf8').catch(() => undefined);
      if (source === undefined) failures.push(`SECURITY.md names ${file}, which is not there`);
      else if (MAY_BE_SKIPPED.test(source)) failures.push(`SECURITY.md names ${file}, which may skip its tests`);
      else if (!source.includes(name)) failures.push(`SECURITY.md names "${name}", which ${file} has not`);
    }
  }
  return { threats: rows.length, failures };
};

export const supply: Part = {
  name: 'supply',
  promise: 'Every deployed package is known, pinned and free to use, and each threat of SECURITY.md has a test.',
  async run(trial) {
    const sbom: Sbom = await readJson(trial.assemblyDirectory, SBOM_FILE);
    const libraries = sbom.components.filter((component): component is Library => 'purl' in component);
    const { threats, failures } = await checkThreats();
    return {
      tried: `${libraries.length} packages in the bundles, the lockfile, ${threats} threats.`,
      found: `licences: ${[...new Set(libraries.flatMap(({ licenses }) => licenses.map(nameOf)))].join(', ')}.`,
      failures: [
        ...(libraries.length === 0 ? ['the bill is empty'] : []),
        ...(await checkLibraries(libraries)),
        ...(await checkBill(trial, sbom)),
        ...(await checkLockfile()),
        ...failures,
      ],
    };
  },
};
