/**
 * Compiles the schemas of operations into standalone code when a bundle or a test is built. Compiling the largest one
 * in a function would add 60 to 90 ms to each cold start.
 *
 * `lib/http/endpoint.ts` imports them as `compiled:validators`. A bundle gets those of its own operation, a test all of
 * them.
 */
import { createRequire } from 'node:module';
import { Ajv, type AnySchema, type CodeKeywordDefinition } from 'ajv';
import type { Plugin } from 'esbuild';
import { answersConflict, parametersOf, parametersSchema } from '../../lib/contract/derived.ts';
import { KEYWORDS } from '../../lib/contract/keywords.ts';
import type { Contract } from '../../lib/contract/operation.ts';
import type { Validate } from '../../lib/contract/violations.ts';
import { allOperations } from '../../lib/operations.ts';
import { leftOf } from './contracts.ts';
import { formOf } from './form.ts';
import { reportsSource, sourceOf } from './reports.ts';

const require = createRequire(import.meta.url);
// Ajv's generator is CommonJS and sets `module.exports` as well as `default`; a require gets the function itself.
const standaloneCode = require('ajv/dist/standalone') as (ajv: Ajv, validate: unknown) => string;
// Of a later version of JSON Schema than Ajv's own.
const { default: dependentRequired } = require('ajv/dist/vocabularies/validation/dependentRequired') as {
  readonly default: CodeKeywordDefinition;
};

/**
 * The compiled modules: the table of validators, and the validators of each operation. `parameters` and `body` only say
 * whether these are valid. `reports` has what a refusal needs: `all` says what is wrong with a body, `wrong` with the
 * parameters; `form` says whether the body is refused whatever its record has.
 */
export const COMPILED = /^compiled:(?:validators$|(parameters|body|reports|all|wrong|form)\/(.+)$)/;

const createAjv = ({ allErrors = false, validateSchema = false } = {}): Ajv =>
  new Ajv({
    validateSchema,
    // Whether a body is valid is known at its first error: only a refusal pays for finding all of them.
    allErrors,
    // Formats are for the readers of the document; the validated rule of a text is its pattern.
    validateFormats: false,
    messages: false,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: false, optimize: 1 },
  })
    .addVocabulary([...KEYWORDS])
    .addKeyword(dependentRequired);

/**
 * One instance validates all schemas: each new instance would compile the meta-schema again, which takes as long as
 * most of our schemas.
 */
const schemaValidator = createAjv({ validateSchema: true });

/**
 * Compiles a schema.
 *
 * @throws Error if the schema is invalid
 */
const compileWith = (ajv: Ajv, schema: AnySchema) => {
  if (typeof schema === 'object') schemaValidator.validateSchema(schema, true);
  return ajv.compile(schema);
};

/**
 * Compiles a schema at run time, for commands and tests that start seldom.
 *
 * @param allErrors - whether a refusal lists every broken constraint; only the first by default
 */
export const compile = (schema: unknown, { allErrors = false } = {}): Validate =>
  compileWith(createAjv({ allErrors }), schema as AnySchema) as unknown as Validate;

/** Only operations that write need this module. */
const IDEMPOTENCY = sourceOf('idempotency/once.ts');

/** The source of the table of validators for these operations. */
const tableSource = (ids: readonly string[]): string => {
  const rows = ids.map((id, index) => {
    const operation = operationOf(id);
    const { request, writes } = operation;
    const imports = [
      `import parameters${index} from 'compiled:parameters/${id}';`,
      ...(request ? [`import body${index} from 'compiled:body/${id}';`] : []),
      ...(writes ? [`import * as idempotency${index} from ${IDEMPOTENCY};`] : []),
    ];
    const loadReports = `loadReports: () => import('compiled:reports/${id}')`;
    const fields = [
      `list: ${leftOf(parametersOf(operation))}`,
      `parameters: parameters${index}`,
      `answersConflict: ${answersConflict(operation)}`,
      loadReports,
      ...(request ? [`body: body${index}`] : []),
      ...(writes ? [`idempotency: idempotency${index}`] : []),
    ];
    return { imports, row: `${id}: { ${fields.join(', ')} }` };
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
 * Removes from each generated error the pattern or list of values that was missed, for which the code would hold the
 * complete schema. Nothing reads that (lib/contract/violations.ts), and a bundle is a fifth smaller without it.
 */
const withoutSchema = (code: string): string =>
  code
    .replace(/params:\s*\{pattern:\s*"(?:[^"\\]|\\.)*"\}/g, 'params:{}')
    .replace(/params:\s*\{allowedValues:\s*[\w.[\]"-]+\}/g, 'params:{}');

/**
 * Adds shortcuts to length checks. The length of a text is its number of code points, which takes a walk through all of
 * it. That is only needed if its number of UTF-16 units is above the limit and at most twice the limit; without the
 * shortcut each rule would walk through a long text.
 */
const withShortcuts = (code: string): string =>
  code.replace(/(func[0-9]+)\((data[0-9]*)\) > ([0-9]+)/g, (_, count, text, most) => {
    const longer = `${text}.length > ${2 * most} || ${count}(${text}) > ${most}`;
    return `${text}.length > ${most} && (${longer})`;
  });

/** An error as the generated code writes it, up to its end. */
const ERROR = /\{instancePath(?=[:,])[^{}]*,schemaPath:(?:[^{}]|\{[^{}]*\})*\}/g;
const LAST_ERROR = /validate\d+\.errors = \[\{\}\];(?=return false;)/g;

/**
 * The statements on the list of errors: its start, adding an error of an `anyOf` branch, dropping those errors, and its
 * end.
 */
const LISTED = [
  /let vErrors = null;/g,
  /const err\d+ = \{\};if\(vErrors === null\)\{vErrors = \[err\d+\];\}else \{vErrors\.push\(err\d+\);\}/g,
  /if\(vErrors !== null\)\{if\(_errs\d+\)\{vErrors\.length = _errs\d+;\}else \{vErrors = null;\}\}/g,
  /validate\d+\.errors = vErrors;/g,
];

/**
 * The validator without the details of its errors. They are two thirds of the code, which each cold start would read
 * and most requests never run. Errors are still counted, as one branch of an `anyOf` may fail where another one holds.
 */
const outcomeOf = (code: string): string => {
  const said = code.replace(ERROR, '{}').replace(LAST_ERROR, '');
  const outcome = LISTED.reduce((rest, part) => rest.replace(part, ''), said);
  if (/schemaPath|vErrors/.test(outcome))
    throw new Error('The compiled code names its errors in another way than is known here');
  return outcome;
};

/** The source text of a compiled module: `compiled:validators`, or the validator of a schema as its default export. */
export const compiledSource = (moduleName: string, ids: readonly string[]): string => {
  const [, kind, id = ''] = COMPILED.exec(moduleName) ?? [];
  if (kind === undefined) return tableSource(ids);
  if (kind === 'reports') return reportsSource(operationOf(id));
  const operation = operationOf(id);
  const ofBody = kind === 'form' ? formOf(operation.request) : operation.request;
  const schema = ['parameters', 'wrong'].includes(kind) ? parametersSchema(operation) : ofBody;
  const ajv = createAjv({ allErrors: ['all', 'wrong'].includes(kind) });
  const code = withShortcuts(withoutSchema(standaloneCode(ajv, compileWith(ajv, schema as AnySchema))));
  return ['body', 'parameters', 'form'].includes(kind) ? outcomeOf(code) : code;
};

/**
 * An esbuild plugin that adds the compiled modules. The validators that describe errors go to a separate file next to
 * the bundle, so that no cold start loads them.
 *
 * @param ids - the operations whose validators are included
 * @param file - the name of the separate file
 * @param onDynamic - called with the name of each module that belongs in that file
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
      // The generated code imports Ajv's small run-time helpers.
      resolveDir: import.meta.dirname,
    }));
  },
});
