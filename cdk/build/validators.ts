/**
 * Compiles the request schemas into standalone code when a bundle or a test is built: compiling the largest one in a
 * function would cost it 60 to 90 ms of each cold start.
 *
 * A function imports its validator by the name of its operation: `import validate from 'validator:updateBusiness'`.
 */
import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import type { Plugin } from 'esbuild';
import type { Validate } from '../../lib/contract/violations.ts';
import { operations } from '../../lib/operations.ts';

const require = createRequire(import.meta.url);
// Ajv's generator is CommonJS and sets `module.exports` as well as `default`; a require gets the function itself.
const standaloneCode = require('ajv/dist/standalone') as (ajv: Ajv, validate: unknown) => string;

/** `validator:` stops at the first violation; `validator-all:` finds every one, for clients that ask for them. */
const NAME = /^validator(-all)?:(.+)$/;
const ANNOTATIONS = ['x-errors', 'x-read', 'x-flag', 'x-blank', 'x-aliases', 'x-numbered'];

const createAjv = (allErrors = false): Ajv =>
  new Ajv({
    // The first violation answers: finding all of them would let a large body cost more than it should.
    allErrors,
    messages: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: false, optimize: 1 },
  }).addVocabulary(ANNOTATIONS);

/** Compiles a schema at run time, for commands and tests that start seldom. */
export const compile = (schema: unknown): Validate => createAjv().compile(schema as AnySchema) as unknown as Validate;

/** The source text of the module `validator:<operationId>` or `validator-all:<operationId>`; its default export. */
export const validatorSource = (moduleName: string): string => {
  const [, all, operationId] = NAME.exec(moduleName) ?? [];
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation?.request) throw new Error(`No request schema for ${moduleName}`);
  const ajv = createAjv(all !== undefined);
  return standaloneCode(ajv, ajv.compile(operation.request as AnySchema));
};

/**
 * For esbuild: resolves `validator:<operationId>` to the compiled code. A validator that is imported dynamically is left
 * to a file beside the bundle, so that no cold start loads it.
 *
 * @param file - the name of that file
 * @param onDynamic - told the name of each validator that belongs into it
 */
export const validatorsPlugin = (file?: string, onDynamic?: (moduleName: string) => void): Plugin => ({
  name: 'validators',
  setup(build) {
    build.onResolve({ filter: NAME }, ({ path, kind }) => {
      if (kind !== 'dynamic-import' || !file) return { path, namespace: 'validator' };
      onDynamic?.(path);
      return { path: `./${file}`, external: true };
    });
    build.onLoad({ filter: /.*/, namespace: 'validator' }, ({ path }) => ({
      contents: validatorSource(path),
      loader: 'js',
      // The generated code asks for Ajv's small run-time helpers.
      resolveDir: import.meta.dirname,
    }));
  },
});
