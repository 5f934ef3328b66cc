/** Generates the methods of the Python client. Pure. */
import type { ClientOperation } from './facts.ts';
import { pythonFollowers, type Style } from './python-follow.ts';
import { docstring, isPythonName, pythonType } from './python-types.ts';

/** The first lines of a generated module. */
export const HEAD = '# Generated from the contracts of the API; see README.md.\n\n';

/** `businessId` is `business_id`. */
export const snake = (name: string): string =>
  name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The name of a parameter: `from`, which is a word of Python, is `from_`. */
const pythonName = (name: string): string => (isPythonName(snake(name)) ? snake(name) : `${snake(name)}_`);

/** The options of a call of the operation, next to those of any call. */
export const optionsOf = ({ writes, ifMatch }: ClientOperation): readonly string[] => [
  ...(writes ? ['idempotency_key', 'validate_only'] : []),
  ...(ifMatch ? ['if_match'] : []),
];

interface Signature {
  readonly parameters: string;
  readonly given: string;
}

/** The fields of a list's page, which its iterators do not take. */
const pageOf = ({ paging }: ClientOperation, isList: boolean): readonly string[] =>
  isList ? [paging!.start, paging!.size] : [];

/** A method's keyword-only parameters, and the arguments that it passes on. */
const signatureOf = (operation: ClientOperation, isList = false, left = pageOf(operation, isList)): Signature => {
  const { id, parameters, body, paging, needsBody } = operation;
  const named = parameters
    .filter(({ wire }) => !left.includes(wire))
    .map((each) => ({
      name: pythonName(each.name),
      key: each.name,
      type: pythonType(each.schema),
      required: each.required,
    }));
  if (body) {
    const isPaged = isList && paging!.in === 'body';
    const required = isPaged ? needsBody : body.required;
    named.push({ name: 'body', key: 'body', type: `_types.${body.type}${isPaged ? 'Filter' : ''}`, required });
  }
  const taken = new Set([
    'self',
    ...optionsOf(operation),
    'timeout',
    'deadline',
    'retries',
    ...(isList ? ['page_size'] : []),
  ]);
  for (const { name } of named) {
    if (!isPythonName(name)) throw new Error(`${id}: ${name} is no name in Python`);
    if (taken.has(name)) throw new Error(`${id}: ${name} has two meanings`);
    taken.add(name);
  }
  const ordered = [...named.filter(({ required }) => required), ...named.filter(({ required }) => !required)];
  const texts = ordered.map(({ name, type, required }) => `${name}: ${type}${required ? '' : ' | None = None'}`);
  return {
    parameters: texts.length > 0 ? ` *, ${texts.join(', ')},` : '',
    given: `{${named.map(({ name, key }) => `${JSON.stringify(key)}: ${name}`).join(', ')}}`,
  };
};

/** Of a response of which a parameter selects fields: a signature without the parameter, and one with it. */
const overloadsOf = (operation: ClientOperation, head: (parameters: string, reply: string) => string): string => {
  const { selected, reply } = operation;
  if (!selected) return '';
  const required = signatureOf(operation, false, [selected.by]).parameters;
  return [
    head(`${required || ' *,'} ${snake(selected.by)}: None = None,`, selected.complete),
    head(`${required || ' *,'} ${snake(selected.by)}: str,`, reply),
  ]
    .map((signature) => `    @overload\n${signature} ...\n\n`)
    .join('');
};

const blocking: Style = { prefix: '', define: 'def', wait: '', iterator: 'Iterator', nothing: 'object' };
const async: Style = {
  prefix: 'Async',
  define: 'async def',
  wait: 'await ',
  iterator: 'AsyncIterator',
  nothing: 'Awaitable[object]',
};

const methodOf = (operation: ClientOperation, { define, wait }: Style): string => {
  const { id, summary, description, reply, selected, etag, writes, ifMatch } = operation;
  const options = ifMatch ? 'VersionedWriteOptions' : writes ? 'WriteOptions' : 'CallOptions';
  const { parameters, given } = signatureOf(operation);
  const answer = etag ? 'VersionedAnswer' : 'Answer';
  const head = (own: string, of: string) =>
    `    ${define} ${snake(id)}(self,${own} **options: Unpack[${options}]) -> ${of}:`;
  const of = (type: string) => `${answer}[_types.${type}]`;
  const both = selected ? `${of(selected.complete)} | ${of(reply)}` : of(reply);
  return `${overloadsOf(operation, (own, type) => head(own, of(type)))}${head(parameters, both)}
${docstring(`${summary}.\n\n${description}`, '        ')}        return ${wait}self._caller.call${etag ? '_versioned' : ''}(_operations.${snake(id)}, ${given}, options)
`;
};

const listMethod = (
  operation: ClientOperation,
  kind: 'pages' | 'records',
  type: string,
  { iterator }: Style,
): string => {
  const { parameters, given } = signatureOf(operation, true);
  const name = snake(operation.id);
  return `    def ${name}(self,${parameters} **options: Unpack[PageOptions]) -> ${iterator}[${type}]:
        return self._caller.${kind}(_operations.${name}, ${given}, options)
`;
};

/** The schemas of the document by their names. */
export type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The type of a record of a list. */
const recordType = ({ id, reply, paging }: ClientOperation, schemas: Schemas): string => {
  const schema = schemas[reply] as { items?: unknown; properties?: Readonly<Record<string, { items?: unknown }>> };
  const items = paging!.records === undefined ? schema.items : schema.properties?.[paging!.records]?.items;
  const type = pythonType(items ?? {});
  if (!/^\w+$/.test(type)) throw new Error(`${id}: its records have no name`);
  return `_types.${type}`;
};

const module = (operations: readonly ClientOperation[], schemas: Schemas, style: Style): string => {
  const { prefix, iterator } = style;
  const lists = operations.filter(({ paging }) => paging);
  const owner = (name: string, text: string) => `class ${prefix}${name}:
${docstring(text, '    ')}
    def __init__(self, caller: ${prefix}Caller) -> None:
        self._caller = caller

`;
  return `${HEAD}from __future__ import annotations

from collections.abc import ${[...(prefix ? ['Awaitable'] : []), 'Callable', iterator, 'Sequence'].sort().join(', ')}
from typing import Any, Literal, overload

from typing_extensions import Unpack

from . import _operations
from . import types as _types
from ._answer import Answer, VersionedAnswer
from ._caller import ${prefix}Caller
from ._follow import BulkUpload, ChangeFeed
from ._request import CallOptions, PageOptions, VersionedWriteOptions, WriteOptions


${owner('Pages', 'Lists page by page: each step is one request, answered as the method of that name answers it.')}${lists
  .map((each) => listMethod(each, 'pages', `Answer[_types.${each.reply}]`, style))
  .join('\n')}

${owner('Records', 'The records of lists one by one, on all pages.')}${lists
  .map((each) => listMethod(each, 'records', recordType(each, schemas), style))
  .join('\n')}

${owner('Operations', 'A method for each operation.')}${operations.map((each) => methodOf(each, style)).join('\n')}${pythonFollowers(operations, style, signatureOf)}`;
};

/**
 * The modules of the methods, of the blocking and the async client: a method for each operation, and for each list's pages
 * and records.
 */
export const pythonMethods = (
  operations: readonly ClientOperation[],
  schemas: Schemas,
): Readonly<Record<string, string>> => ({
  '_methods.py': module(operations, schemas, blocking),
  '_async_methods.py': module(operations, schemas, async),
});
