/** Who may import whom (CONTRIBUTING: layers). What is not listed is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The folders of ours that the files of a folder may import from; `types` are for `import type` alone. */
const layers: Readonly<Record<string, { readonly from: readonly string[]; readonly types?: readonly string[] }>> = {
  'lib/catalog': { from: ['lib/catalog'] },
  'lib/api': { from: ['lib/api'] },
  'lib/rules': { from: ['lib/rules', 'lib/api', 'lib/catalog'] },
  'lib/store': { from: ['lib/store'] },
  'lib/replies': { from: ['lib/replies', 'lib/catalog'], types: ['lib/store'] },
  'lib/http': { from: ['lib/http', 'lib/api'] },
  'lib/data': { from: ['lib'] },
  functions: { from: ['lib'] },
  cdk: { from: ['cdk', 'lib'] },
};

/** The folders whose files may import a package of these names. */
const packages: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^@(?:aws-sdk|smithy)\//, ['lib/store', 'cdk']],
  [/^@middy\//, ['lib/http']],
  [/^(?:aws-cdk-lib|constructs|esbuild)(?:\/|$)/, ['cdk']],
];

interface Import {
  readonly file: string;
  /** A path from the root, or the name of a package. */
  readonly target: string;
  readonly isType: boolean;
}

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[mc]?[jt]s$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'));

const STATEMENT =
  /^\s*(?:import|export)\s(?<clause>[^'";]*?from\s*)?'(?<from>[^']+)'|\bimport\(\s*'(?<dynamic>[^']+)'/gm;

const importsOf = (file: string): Import[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(STATEMENT)].map(({ groups = {} }) => {
    const from = groups.from ?? groups.dynamic ?? '';
    const target = from.startsWith('.') ? join(dirname(file), from) : from;
    return { file, target, isType: /^type\s/.test(groups.clause ?? '') };
  });

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
const isOurs = ({ target }: Import) => ['lib', 'functions', 'cdk', 'test'].some((folder) => isIn(target, folder));

const files = ['lib', 'functions', 'cdk'].flatMap(sources);
const imports = files.flatMap(importsOf);

describe('Layers', () => {
  it('hold every source', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(100);
    expect(files.filter((file) => !Object.keys(layers).some((folder) => isIn(file, folder)))).toEqual([]);
  });

  it.each(Object.entries(layers))('%s imports from its own layers only', (folder, { from, types = [] }) => {
    const wrong = imports.filter(
      (each) =>
        isIn(each.file, folder) &&
        isOurs(each) &&
        !from.some((allowed) => isIn(each.target, allowed)) &&
        !(each.isType && types.some((allowed) => isIn(each.target, allowed))),
    );
    expect(wrong).toEqual([]);
  });

  it('the catalogue stands on its JSON alone', () => {
    const ofCatalogue = imports.filter(({ file }) => isIn(file, 'lib/catalog'));
    expect(ofCatalogue.filter(({ target }) => !/^lib\/catalog\/[a-z-]+\.json$/.test(target))).toEqual([]);
  });

  it.each(packages)('packages %s are imported where they belong', (name, folders) => {
    const wrong = imports.filter(
      ({ file, target, isType }) => name.test(target) && !isType && !folders.some((folder) => isIn(file, folder)),
    );
    expect(wrong).toEqual([]);
  });

  it('nothing is exported by default', () => {
    const withDefault = [...files, ...sources('test')].filter((file) =>
      // Declarations and scripts in JavaScript, if any, are judged too.
      /^\s*export\s+default\b|\bas\s+default\b/m.test(readFileSync(join(root, file), 'utf8')),
    );
    // The compiled validators, as `Ajv` writes them, and the setup that Vitest asks for.
    expect(withDefault.sort()).toEqual(['lib/api/validator.d.ts', 'test/support/global-setup.ts']);
  });
});
