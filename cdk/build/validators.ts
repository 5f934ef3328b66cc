/**
 * Compiles the request schemas into standalone code when a bundle or a test is built: compiling the largest one in a
 * function would cost it 60 to 90 ms of each cold start.
 *
 * A function imports its validator by the name of its operation: `import validate from 'validator:updateBusiness'`.
 */
import { createRequire } from 'node:module';
import { Ajv, type AnySchema } from 'ajv';
import type { Plugin } from 'esbuild';
import { operations } from '../../lib/api/operations.ts';
import type { Validate } from '../../lib/api/violations.ts';

const require = createRequire(import.meta.url);
// Ajv's generator is CommonJS and sets `module.exports` as well as `default`; a require gets the function itself.
const standaloneCode = require('ajv/dist/standalone') as (ajv: Ajv, validate: unknown) => string;

const PREFIX = 'validator:';
const ANNOTATIONS = ['x-errors', 'x-read', 'x-flag', 'x-blank', 'x-aliases', 'x-numbered'];

const createAjv = (): Ajv =>
  new Ajv({
    // The first violation answers; `allErrors` would also let a large body cost more than it should.
    allErrors: false,
    messages: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: false, optimize: 1 },
  }).addVocabulary(ANNOTATIONS);

/** Compiles a schema at run time, for commands and tests that start seldom. */
export const compile = (schema: unknown): Validate => createAjv().compile(schema as AnySchema) as unknown as Validate;

/** The source text of a module whose default export is the validator of the operation's request schema. */
export const validatorSource = (operationId: string): string => {
  const operation = operations.find(({ id }) => id === operationId);
  if (!operation?.request) throw new Error(`No request schema for validator:${operationId}`);
  const ajv = createAjv();
  return standaloneCode(ajv, ajv.compile(operation.request as AnySchema));
};

/** For esbuild: resolves `validator:<operationId>`. */
export const validatorsPlugin = (): Plugin => ({
  name: 'validators',
  setup(build) {
    build.onResolve({ filter: /^validator:/ }, ({ path }) => ({ path, namespace: 'validator' }));
    build.onLoad({ filter: /.*/, namespace: 'validator' }, ({ path }) => ({
      contents: validatorSource(path.slice(PREFIX.length)),
      loader: 'js',
      // The generated code asks for Ajv's small run-time helpers.
      resolveDir: import.meta.dirname,
    }));
  },
});
