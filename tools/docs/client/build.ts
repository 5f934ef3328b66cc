/** Builds the client for TypeScript and JavaScript: a package to install or to publish, in its own directory. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../lib/operations.ts';
import { freshDocument } from '../document.ts';
import { clientOperations } from './facts.ts';
import { CLIENT_NAME } from './name.ts';
import { pythonModules } from './python.ts';
import { pyproject } from './python-project.ts';
import { typescriptModules } from './typescript.ts';

/** What both say that they are. */
export const DESCRIPTION = 'Typed client of the Partner Listing API';
const RUNTIME = join(import.meta.dirname, 'runtime');

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  // Without the types of a platform: the client must run on any that has `fetch`.
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
};

/** The compiler's diagnostics, one line each. */
export const compilerFindings = (program: ts.Program): string[] =>
  ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) =>
    [file && `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`, messageText]
      .map((part) => (typeof part === 'object' ? ts.flattenDiagnosticMessageText(part, '\n') : part))
      .filter(Boolean)
      .join(': '),
  );

/** Fixes the imports of declarations: the compiler keeps `.ts` endings, but the package has no such files. */
const declared = (text: string): string =>
  text
    .replace(/((?:from |import\()['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js')
    .replace(/\/\*\*\n\s*\* (.*)\n\s*\*\//g, '/** $1 */')
    .replace(/^(?: {4})+/gm, (indent) => '  '.repeat(indent.length / 4));

/** Code without its comments, which editors show from the declarations. */
const bare = (text: string): string =>
  ts.transpileModule(text, {
    compilerOptions: { target: options.target!, module: ts.ModuleKind.ESNext, removeComments: true },
  }).outputText;

const compile = (directory: string, outDir: string): void => {
  const program = ts.createProgram([join(directory, 'index.ts')], { ...options, rootDir: directory, outDir });
  const findings = compilerFindings(program);
  if (findings.length > 0) throw new Error(`The client does not compile:\n${findings.join('\n')}`);
  program.emit(undefined, (file, text) => ts.sys.writeFile(file, file.endsWith('.d.ts') ? declared(text) : bare(text)));
};

const manifest = (version: string) => ({
  name: CLIENT_NAME,
  version,
  description: DESCRIPTION,
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20' },
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
});

/** The schemas of the document as types of TypeScript. @param directory - to work in */
export const schemaTypes = async (directory: string): Promise<string> => {
  const document = { ...(await freshDocument('typescript')), paths: {}, servers: [] };
  const path = join(directory, 'types');
  await createClient({
    input: JSON.parse(JSON.stringify(document)),
    output: { path, entryFile: false },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  });
  const text = await readFile(join(path, 'types.gen.ts'), 'utf8');
  await rm(path, { recursive: true });
  // The runtime has its own settings.
  return text.replace(/export type ClientOptions = \{[\s\S]*?\n\};\n/, '');
};

/** The version of the project, which its clients share. */
export const projectVersion = async (): Promise<string> =>
  JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')).version;

/** Builds the package into `outDir`, which is emptied first. */
export const buildClient = async (outDir: string): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    const version = await projectVersion();
    const modules = typescriptModules(clientOperations(allOperations), catalogue, `${CLIENT_NAME}/${version}`);
    await Promise.all([
      cp(RUNTIME, join(directory, 'runtime'), { recursive: true }),
      writeFile(join(directory, 'package.json'), '{ "type": "module" }'),
      ...Object.entries(modules).map(([name, text]) => writeFile(join(directory, name), text)),
      schemaTypes(directory).then((text) => writeFile(join(directory, 'types.ts'), text)),
    ]);
    await rm(outDir, { recursive: true, force: true });
    compile(directory, outDir);
    await Promise.all([
      writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest(version), undefined, 2)}\n`),
      cp(join(import.meta.dirname, 'README.md'), join(outDir, 'README.md')),
      cp(join(projectRoot, 'LICENSE'), join(outDir, 'LICENSE')),
    ]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

/** Builds the package for Python into `outDir`, which is emptied first: `pip install` takes the directory. */
export const buildPythonClient = async (outDir: string): Promise<void> => {
  const version = await projectVersion();
  const modules = pythonModules(clientOperations(allOperations), await freshDocument('python'), catalogue, version);
  await rm(outDir, { recursive: true, force: true });
  // Python's compiled caches are not part of the package.
  await cp(join(import.meta.dirname, 'python'), outDir, {
    recursive: true,
    filter: (file) => !file.includes('__pycache__'),
  });
  await Promise.all([
    writeFile(join(outDir, 'pyproject.toml'), pyproject({ name: CLIENT_NAME, version, description: DESCRIPTION })),
    cp(join(projectRoot, 'LICENSE'), join(outDir, 'LICENSE')),
    ...Object.entries(modules).map(([name, text]) => writeFile(join(outDir, 'partner_listing_client', name), text)),
  ]);
};
