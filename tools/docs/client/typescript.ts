/** Generates the operations of the TypeScript client: a description and a method for each operation. Pure. */
import { typescriptEvents } from './events.ts';
import { type ClientOperation, type ClientParameter, eventTypes, runtimeOperation } from './facts.ts';
import { followers } from './follow.ts';

const HEAD = '// Generated from the contracts of the API; see README.md.\n';

/** Text as a comment before a declaration. */
const comment = (text: string, indent: string): string => {
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */\n`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

const capital = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const requestName = ({ id }: ClientOperation): string => `${capital(id)}Request`;

/** The type of a parameter; it is a scalar. */
const typeOf = ({ schema }: ClientParameter): string => {
  const { type, enum: values } = schema as { type?: string; enum?: readonly unknown[] };
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  return { integer: 'number', number: 'number', boolean: 'boolean' }[type ?? ''] ?? 'string';
};

const requestType = (operation: ClientOperation): string => {
  const { parameters, body, summary } = operation;
  const fields = parameters.map(
    (each) => `${comment(each.description, '  ')}  ${each.name}${each.required ? '' : '?'}: ${typeOf(each)};\n`,
  );
  if (body) fields.push(`  body${body.required ? '' : '?'}: types.${body.type};\n`);
  return `${comment(`What ${summary.charAt(0).toLowerCase()}${summary.slice(1)} takes.`, '')}export type ${requestName(operation)} = {\n${fields.join('')}};\n`;
};

/** The request of a list without the two fields that name its page. */
const listRequest = (operation: ClientOperation): string => {
  const { paging, body, needsBody } = operation;
  const left = `'${paging!.start}' | '${paging!.size}'`;
  const name = `requests.${requestName(operation)}`;
  if (paging!.in === 'query') return `Omit<${name}, ${left}>`;
  return `Omit<${name}, 'body'> & { body${needsBody ? '' : '?'}: Omit<types.${body!.type}, ${left}> }`;
};

/** Whether the operation can be called without arguments. */
const takesNothing = ({ parameters, body }: ClientOperation): boolean =>
  !parameters.some(({ required }) => required) && !body?.required;

const optionsOf = ({ writes, ifMatch }: ClientOperation): string =>
  ifMatch ? 'VersionedWriteOptions' : writes ? 'WriteOptions' : 'CallOptions';

const methodOf = (operation: ClientOperation): string => {
  const { id, summary, description, reply, selected, etag, isDeprecated } = operation;
  const text = `${summary}.\n\n${description}${isDeprecated ? '\n\n@deprecated' : ''}`;
  const answer = (type: string) => `Promise<${etag ? 'VersionedAnswer' : 'Answer'}<types.${type}>>`;
  const name = `requests.${requestName(operation)}`;
  const options = `options?: ${optionsOf(operation)}`;
  const request = `request: ${name}${takesNothing(operation) ? ' = {}' : ''}`;
  const method = `  ${id}(${request}, ${options}): ${answer(reply)} {
    return this.#caller.call(operations.${id}, request, options);
  }
`;
  if (!selected) return comment(text, '  ') + method;
  const overloads = [
    [`${name} & { ${selected.by}?: never }`, selected.complete],
    [name, reply],
  ].map(([type, of]) => `${comment(text, '  ')}  ${id}(request: ${type}, ${options}): ${answer(of!)};\n`);
  return overloads.join('') + method;
};

const rowType = ({ reply, paging }: ClientOperation): string =>
  `types.${reply}${paging!.records === undefined ? '' : `['${paging!.records}']`}[number]`;

/** The type of the arguments of a list's iterators. */
const listType = (operation: ClientOperation): string =>
  `export type ${capital(operation.id)}List = ${listRequest(operation)};\n`;

const iterators = (
  lists: readonly ClientOperation[],
  method: 'pages' | 'records',
  typeOfEach: (operation: ClientOperation) => string,
): string =>
  lists
    .map((operation) => {
      const { parameters, needsBody } = operation;
      const isOptional = !needsBody && !parameters.some(({ required }) => required);
      const request = `request: ${capital(operation.id)}List${isOptional ? ' = {}' : ''}`;
      return `    ${operation.id}: (${request}, options?: PageOptions): AsyncGenerator<${typeOfEach(operation)}> =>
      this.#caller.${method}(operations.${operation.id}, request, options),
`;
    })
    .join('');

const rowOf = (operation: ClientOperation): string =>
  `  ${operation.id}: ${JSON.stringify(runtimeOperation(operation))},\n`;

const clientClass = (operations: readonly ClientOperation[], agent: string): string => {
  const lists = operations.filter(({ paging }) => paging);
  return `${HEAD}import { rowsOfRequests } from './runtime/bulk-rows.ts';
import { type Answer, Caller, type VersionedAnswer } from './runtime/caller.ts';
import { RecentIds } from './runtime/recent-ids.ts';
import { pause } from './runtime/retry.ts';
import type { CallOptions, FollowOptions, PageOptions, Settings, VersionedWriteOptions, WriteOptions } from './runtime/settings.ts';
import { operations } from './operations.ts';
import type * as requests from './requests.ts';
import type * as types from './types.ts';

${lists.map(listType).join('')}
/**
 * The API, with a method for each operation.
 *
 * A method takes the operation's parameters and its \`body\` in one object, and options of the call in another. It
 * returns the data with the response's metadata, or throws a \`ListingError\`.
 */
export class PartnerListing {
  readonly #caller: Caller;

  constructor(settings: Settings) {
    this.#caller = new Caller(settings, '${agent}');
  }

  /** Lists page by page: each step is one request, with the result of the method of that name. */
  readonly pages = {
${iterators(lists, 'pages', ({ reply }) => `Answer<types.${reply}>`)}  };

  /** The records of lists one by one, on all pages. */
  readonly all = {
${iterators(lists, 'records', rowType)}  };

${operations.map(methodOf).join('\n')}${followers(operations)}}
`;
};

const INDEX = `${HEAD}export * from './client.ts';
export { type ErrorCode, errorCodes, isErrorCode } from './error-codes.ts';
export * from './events.ts';
export type * from './requests.ts';
export type { Answer, VersionedAnswer } from './runtime/caller.ts';
export * from './runtime/errors.ts';
// A schema has this name too.
export type { Violation } from './runtime/errors.ts';
export type { CallOptions, FollowOptions, PageOptions, Settings, VersionedWriteOptions, WriteOptions } from './runtime/settings.ts';
export { type VerifyOptions, WebhookError, type WebhookHeaders } from './runtime/webhooks.ts';
export type * from './types.ts';
`;

/** Generates the list of every code of the catalogue, with its status and message. */
const errorCodes = (catalogue: Readonly<Record<string, { status: number; message: string }>>): string => `${HEAD}
/** Every error code, with its HTTP status and its message. */
export const errorCodes: Readonly<Record<ErrorCode, { readonly status: number; readonly message: string }>> = {
${Object.entries(catalogue)
  .map(([code, { status, message }]) => `  ${code}: ${JSON.stringify({ status, message })},`)
  .join('\n')}
};

/** A code that this version of the client knows. */
export type ErrorCode = ${Object.keys(catalogue).join(' | ')};

/** Whether this version of the client knows a code: new ones may be added within /v1. */
export const isErrorCode = (code: unknown): code is ErrorCode => Object.hasOwn(errorCodes, String(code));
`;

/**
 * The generated modules by their names; \`types.ts\` comes from the document.
 *
 * @param agent - the client's name and version for \`User-Agent\`
 */
export const typescriptModules = (
  operations: readonly ClientOperation[],
  catalogue: Readonly<Record<string, { status: number; message: string }>>,
  agent: string,
): Readonly<Record<string, string>> => ({
  'operations.ts': `${HEAD}import type { Operation } from './runtime/request.ts';

export type OperationId = ${operations.map(({ id }) => `'${id}'`).join(' | ')};

/** The client's description of each operation. */
export const operations: Readonly<Record<OperationId, Operation>> = {
${operations.map(rowOf).join('')}};
`,
  'requests.ts': `${HEAD}import type * as types from './types.ts';

${operations.map(requestType).join('\n')}`,
  'client.ts': clientClass(operations, agent),
  'error-codes.ts': errorCodes(catalogue),
  'events.ts': typescriptEvents(eventTypes),
  'index.ts': INDEX,
});
