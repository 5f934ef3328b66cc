/** The typed client: sources generated from the OpenAPI document and the error catalogue, compiled for Node and browsers' fetch. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import ts from 'typescript';
import catalogue from '../../../lib/contract/errors.json' with { type: 'json' };
import { freshDocument } from './document.ts';

/** The codes as a union, and what each stands for. */
const errorCodes = (): string => `/** Every error code, with its HTTP status and its message. */
export const errorCodes = {
${Object.entries(catalogue)
  .map(([code, { status, message }]) => `  ${code}: ${JSON.stringify({ status, message })},`)
  .join('\n')}
} as const;

/** A code that this version of the client knows. */
export type ErrorCode = keyof typeof errorCodes;

/** Whether this version of the client knows a code: new ones may be added within /v1. */
export const isErrorCode = (code: unknown): code is ErrorCode => Object.hasOwn(errorCodes, String(code));
`;

const index = `import { type Client, createClient, createConfig } from './client/index.js';

export * from './error-codes.js';
export * from './index.gen.js';
export type { Client };

/**
 * A client for one address and one key. Hand it to each operation.
 *
 * @example
 * const client = partnerClient({ baseUrl: 'http://localhost:3000', apiKey: process.env.API_KEY });
 * const { data, error } = await getContact({ client, query: { businessId: 700100 }, body: { id: 41001 } });
 * if (error?.code === 5043) console.log('no such contact');
 */
export const partnerClient = ({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Client =>
  createClient(createConfig({ baseUrl, auth: apiKey }));
`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  exactOptionalPropertyTypes: false,
  declaration: true,
  skipLibCheck: true,
};

/** What the compiler finds, one line each. */
export const compilerFindings = (program: ts.Program): string[] =>
  ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) =>
    [file && `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`, messageText]
      .map((part) => (typeof part === 'object' ? ts.flattenDiagnosticMessageText(part, '\n') : part))
      .filter(Boolean)
      .join(': '),
  );

const compile = (directory: string, outDir: string): void => {
  const program = ts.createProgram([join(directory, 'index.ts')], { ...options, rootDir: directory, outDir });
  const findings = compilerFindings(program);
  if (findings.length > 0) throw new Error(`The client does not compile:\n${findings.join('\n')}`);
  program.emit();
};

/** Builds the client into `outDir`: JavaScript modules and their declarations. */
export const buildClient = async (outDir: string): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    await createClient({
      input: JSON.parse(JSON.stringify(await freshDocument())),
      output: { path: directory, entryFile: false, module: { extension: '.js' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent', file: false },
    });
    await Promise.all([
      writeFile(join(directory, 'package.json'), '{ "type": "module" }'),
      writeFile(join(directory, 'error-codes.ts'), errorCodes()),
      writeFile(
        join(directory, 'index.gen.ts'),
        "export * from './sdk.gen.js';\nexport type * from './types.gen.js';\n",
      ),
      writeFile(join(directory, 'index.ts'), index),
    ]);
    await rm(outDir, { recursive: true, force: true });
    compile(directory, outDir);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
