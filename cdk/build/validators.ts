/**
 * Compiles the schemas of operations into standalone code when a bundle or a test is built: compiling the largest one in a
 * function would cost it 60 to 90 ms of each cold start.
 *
 * `lib/http/endpoint.ts` imports them as `compiled:validators`. A bundle gets those of its own operation, a test all of them.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Ajv, type AnySchema } from 'ajv';
import type { Plugin } from 'esbuild';
import { parametersOf, parametersSchema } from '../../lib/contract/derived.ts';
import type { Contract } from '../../lib/contract/operation.ts';
import type { Validate } from '../../lib/contract/violations.ts';
import { allOperations } from '../../lib/operations.ts';
import { leftOf } from './contracts.ts';

const require = createRequire(import.meta.url);
// Ajv's generator is CommonJS and sets `module.exports` as well as `default`; a require gets the function itself.
const standaloneCode = require('ajv/dist/standalone') as (ajv: Ajv, validate: unknown) => string;

/**
 * The modules that are compiled: the table of validators, and behind it those of each operation. `body` says whether a body
 * is right and no more; what is wrong say `first` and `all`, which stand in `reports`.
 */
export const COMPILED = /^compiled:(?:validators$|(parameters|body|reports|first|all)\/(.+)$)/;
const ANNOTATIONS = [
  ...['x-errors', 'x-read', 'x-flag', 'x-blank', 'x-missing', 'x-blank-rows', 'x-only-where'],
  ...['x-aliases', 'x-numbered'],
];

const createAjv = ({ allErrors = false, validateSchema = false } = {}): Ajv =>
  new Ajv({
    validateSchema,
    // The first violation answers: finding all of them would let a large body cost more than it should.
    allErrors,
    // Formats are for the document's readers: what a function demands of a text stands in patterns.
    validateFormats: false,
    messages: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: false, optimize: 1 },
  }).addVocabulary(ANNOTATIONS);

/** One judges all schemas: each instance that does compiles the schema of schemas anew, which takes as long as most of ours. */
const judge = createAjv({ validateSchema: true });

/** @throws Error where the schema is none */
const compileWith = (ajv: Ajv, schema: AnySchema) => {
  if (typeof schema === 'object') judge.validateSchema(schema, true);
  return ajv.compile(schema);
};

/** Compiles a schema at run time, for commands and tests that start seldom. */
export const compile = (schema: unknown): Validate =>
  compileWith(createAjv(), schema as AnySchema) as unknown as Validate;

/** What only operations that write need. */
const IDEMPOTENCY = resolve(import.meta.dirname, '../../lib/http/idempotency/once.ts');

/** The table of what was made of these operations. */
const tableSource = (ids: readonly string[]): string => {
  const rows = ids.map((id, index) => {
    const operation = operationOf(id);
    const { request, writes } = operation;
    const imports = [
      `import parameters${index} from 'compiled:parameters/${id}';`,
      ...(request ? [`import body${index} from 'compiled:body/${id}';`] : []),
      ...(writes ? [`import * as idempotency${index} from ${JSON.stringify(IDEMPOTENCY)};`] : []),
    ];
    const loadReports = `loadReports: () => import('compiled:reports/${id}')`;
    const parts = [
      `list: ${leftOf(parametersOf(operation))}`,
      `parameters: parameters${index}`,
      ...(request ? [`body: body${index}`, loadReports] : []),
      ...(writes ? [`idempotency: idempotency${index}`] : []),
    ];
    return { imports, row: `${id}: { ${parts.join(', ')} }` };
  });
  return [
    ...rows.flatMap(({ imports }) => imports),
    `export const validators = { ${rows.map(({ row }) => row).join(', ')} };`,
  ].join('\n');
};

const operationOf = (id: string): Contract => {
  const found = allOperations.find((operation) => operation.id === id);
  if (!found) throw new Error(`There is no operation ${id}`);
  return found;
};

/**
 * The generated code says with each error which pattern or list of values was missed, and holds the whole schema for it.
 * Nothing reads that (lib/contract/violations.ts); without it a bundle is a fifth smaller.
 */
const withoutSchema = (code: string): string =>
  code
    .replace(/params:\s*\{pattern:\s*"(?:[^"\\]|\\.)*"\}/g, 'params:{}')
    .replace(/params:\s*\{allowedValues:\s*[\w.[\]"-]+\}/g, 'params:{}');

/**
 * A text is as long as its code points, which takes a walk through all of it. None is needed where it has no more characters
 * than are allowed, nor where it has twice as many: a body of one text would be walked through for each rule.
 */
const withShortcuts = (code: string): string =>
  code.replace(/(func[0-9]+)\((data[0-9]*)\) > ([0-9]+)/g, (_, count, text, most) => {
    const longer = `${text}.length > ${2 * most} || ${count}(${text}) > ${most}`;
    return `${text}.length > ${most} && (${longer})`;
  });

/** An error as the code writes it, and the place where it ends with one. */
const ERROR = /\{instancePath(?=[:,])[^{}]*,schemaPath:(?:[^{}]|\{[^{}]*\})*\}/g;
const LAST_ERROR = /validate\d+\.errors = \[\{\}\];(?=return false;)/g;

/** The list of errors: its beginning, an error of a branch of an `anyOf`, what takes those back, and the list's end. */
const LISTED = [
  /let vErrors = null;/g,
  /const err\d+ = \{\};if\(vErrors === null\)\{vErrors = \[err\d+\];\}else \{vErrors\.push\(err\d+\);\}/g,
  /if\(vErrors !== null\)\{if\(_errs\d+\)\{vErrors\.length = _errs\d+;\}else \{vErrors = null;\}\}/g,
  /validate\d+\.errors = vErrors;/g,
];

/**
 * The code without what it says of an error: two thirds of it, which each cold start would read and most requests never run.
 * Errors are counted all the same, as one branch of an `anyOf` may fail where another one holds.
 */
const verdictOf = (code: string): string => {
  const said = code.replace(ERROR, '{}').replace(LAST_ERROR, '');
  const verdict = LISTED.reduce((rest, part) => rest.replace(part, ''), said);
  if (/schemaPath|vErrors/.test(verdict))
    throw new Error('The compiled code names its errors in another way than is known here');
  return verdict;
};

/** The source text of a compiled module: `compiled:validators`, or the one of a schema, by its default export. */
export const compiledSource = (moduleName: string, ids: readonly string[]): string => {
  const [, kind, id = ''] = COMPILED.exec(moduleName) ?? [];
  if (kind === undefined) return tableSource(ids);
  if (kind === 'reports') {
    return ['first', 'all'].map((each) => `export { default as ${each} } from 'compiled:${each}/${id}';`).join('\n');
  }
  const operation = operationOf(id);
  const schema = kind === 'parameters' ? parametersSchema(operation) : operation.request;
  const ajv = createAjv({ allErrors: kind === 'all' });
  const code = withShortcuts(withoutSchema(standaloneCode(ajv, compileWith(ajv, schema as AnySchema))));
  return kind === 'body' ? verdictOf(code) : code;
};

/**
 * For esbuild: the compiled modules. Those that say what is wrong with a body are left to a file beside the bundle, so that
 * no cold start loads them.
 *
 * @param ids - of the operations whose validators are wanted
 * @param file - the name of that file
 * @param onDynamic - called with the name of each module that belongs into it
 */
export const validatorsPlugin = (
  ids: readonly string[],
  file?: string,
  onDynamic?: (moduleName: string) => void,
): Plugin => ({
  name: 'validators',
  setup(build) {
    build.onResolve({ filter: COMPILED }, ({ path, kind }) => {
      if (kind !== 'dynamic-import' || !file) return { path, namespace: 'compiled' };
      onDynamic?.(path);
      return { path: `./${file}`, external: true };
    });
    build.onLoad({ filter: /.*/, namespace: 'compiled' }, ({ path }) => ({
      contents: compiledSource(path, ids),
      loader: 'js',
      // The generated code asks for Ajv's small run-time helpers.
      resolveDir: import.meta.dirname,
    }));
  },
});
