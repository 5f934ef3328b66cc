/** Builds the client for TypeScript and JavaScript: a package to install or to publish, in a directory of its own. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../../lib/operations.ts';
import { projectRoot } from '../../../build/bundle.ts';
import { freshDocument } from '../document.ts';
import { clientOperations } from './facts.ts';
import { pythonModules } from './python.ts';
import { typescriptModules } from './typescript.ts';

/** The name under which both clients are installed. */
export const CLIENT_NAME = 'partner-listing-client';
const DESCRIPTION = 'Typed client of the partner API for business listings';
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

/** What the compiler finds, one line each. */
export const compilerFindings = (program: ts.Program): string[] =>
  ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) =>
    [file && `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`, messageText]
      .map((part) => (typeof part === 'object' ? ts.flattenDiagnosticMessageText(part, '\n') : part))
      .filter(Boolean)
      .join(': '),
  );

/** Declarations as they are installed: the compiler leaves the endings of sources in them, where the package has none. */
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

/** The schemas of the document as types. */
const schemaTypes = async (directory: string): Promise<string> => {
  const document = { ...(await freshDocument()), paths: {}, servers: [] };
  const path = join(directory, 'types');
  await createClient({
    input: JSON.parse(JSON.stringify(document)),
    output: { path, entryFile: false },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent', file: false },
  });
  const text = await readFile(join(path, 'types.gen.ts'), 'utf8');
  await rm(path, { recursive: true });
  // The runtime has settings of its own.
  return text.replace(/export type ClientOptions = \{[\s\S]*?\n\};\n/, '');
};

/** The version of the project, which is that of its clients. */
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

const pyproject = (version: string): string => `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "${CLIENT_NAME}"
version = "${version}"
description = "${DESCRIPTION}"
readme = "README.md"
license = "MIT"
license-files = ["LICENSE"]
requires-python = ">=3.11"
dependencies = []

[tool.setuptools]
packages = ["partner_listing_client"]

[tool.setuptools.package-data]
partner_listing_client = ["py.typed"]
`;

/** Builds the package for Python into `outDir`, which is emptied first: `pip install` takes the directory. */
export const buildPythonClient = async (outDir: string): Promise<void> => {
  const version = await projectVersion();
  const modules = pythonModules(clientOperations(allOperations), await freshDocument(), catalogue, version);
  await rm(outDir, { recursive: true, force: true });
  // What Python compiled of the sources on this machine is not part of them.
  await cp(join(import.meta.dirname, 'python'), outDir, {
    recursive: true,
    filter: (file) => !file.includes('__pycache__'),
  });
  await Promise.all([
    writeFile(join(outDir, 'pyproject.toml'), pyproject(version)),
    cp(join(projectRoot, 'LICENSE'), join(outDir, 'LICENSE')),
    ...Object.entries(modules).map(([name, text]) => writeFile(join(outDir, 'partner_listing_client', name), text)),
  ]);
};
