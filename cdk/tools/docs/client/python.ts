/** The generated part of the client in Python: types, what it knows of each operation, and a method for it. Pure. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type ClientOperation, runtimeOperation } from './facts.ts';
import { docstring, isPythonName, pythonDeclaration, pythonType } from './python-types.ts';

const HEAD = '# Generated from the contracts of the API; see README.md.\n\n';

/** `businessId` is `business_id`. */
const snake = (name: string): string => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const optionsOf = ({ writes, ifMatch }: ClientOperation): readonly string[] => [
  ...(writes ? ['idempotency_key', 'validate_only'] : []),
  ...(ifMatch ? ['if_match'] : []),
];

/** A value as Python writes it: of JSON's words only these differ. */
const python = (value: unknown): string =>
  JSON.stringify(value, undefined, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/: true/g, ': True')
    .replace(/: false/g, ': False');

const rowOf = (operation: ClientOperation): string => {
  const { parameters } = operation;
  const { id, method, path, query = [], headers = {}, writes = false, paging } = runtimeOperation(operation);
  const inPath = parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const row = {
    id,
    method,
    path,
    in_path: inPath,
    query,
    headers,
    writes,
    options: optionsOf(operation),
    ...(paging && { paging }),
  };
  return `${snake(id)}: dict[str, Any] = ${python(row)}\n`;
};

interface Signature {
  readonly parameters: string;
  readonly given: string;
}

/** What a method takes, by name alone, and what it hands on. */
const signatureOf = (operation: ClientOperation, isList = false): Signature => {
  const { id, parameters, body, paging, needsBody } = operation;
  const left = isList ? [paging!.start, paging!.size] : [];
  const named = parameters
    .filter(({ wire }) => !left.includes(wire))
    .map((each) => ({
      name: snake(each.name),
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

const methodOf = (operation: ClientOperation): string => {
  const { id, summary, description, reply, writes, ifMatch } = operation;
  const options = ifMatch ? 'VersionedWriteOptions' : writes ? 'WriteOptions' : 'CallOptions';
  const { parameters, given } = signatureOf(operation);
  return `    def ${snake(id)}(self,${parameters} **options: Unpack[${options}]) -> Answer[_types.${reply}]:
${docstring(`${summary}.\n\n${description}`, '        ')}        return self._caller.call(_operations.${snake(id)}, ${given}, options)
`;
};

const listMethod = (operation: ClientOperation, kind: 'pages' | 'records', type: string): string => {
  const { parameters, given } = signatureOf(operation, true);
  const name = snake(operation.id);
  return `    def ${name}(self,${parameters} **options: Unpack[PageOptions]) -> Iterator[${type}]:
        return self._caller.${kind}(_operations.${name}, ${given}, options)
`;
};

type Schemas = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The type of a record of a list. */
const recordType = ({ id, reply, paging }: ClientOperation, schemas: Schemas): string => {
  const schema = schemas[reply] as { items?: unknown; properties?: Readonly<Record<string, { items?: unknown }>> };
  const items = paging!.records === undefined ? schema.items : schema.properties?.[paging!.records]?.items;
  const type = pythonType(items ?? {});
  if (!/^\w+$/.test(type)) throw new Error(`${id}: its records have no name`);
  return `_types.${type}`;
};

const methods = (operations: readonly ClientOperation[], schemas: Schemas): string => {
  const lists = operations.filter(({ paging }) => paging);
  const owner = (name: string, text: string) => `class ${name}:
${docstring(text, '    ')}
    def __init__(self, caller: Caller) -> None:
        self._caller = caller

`;
  return `${HEAD}from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Unpack

from . import _operations
from . import types as _types
from ._caller import Answer, Caller
from ._request import CallOptions, PageOptions, VersionedWriteOptions, WriteOptions


${owner('Pages', 'Lists page by page: each step is one request, answered as the method of that name answers it.')}${lists
  .map((each) => listMethod(each, 'pages', `Answer[_types.${each.reply}]`))
  .join('\n')}

${owner('Records', 'The records of lists one by one, on all pages.')}${lists
  .map((each) => listMethod(each, 'records', recordType(each, schemas)))
  .join('\n')}

${owner('Operations', 'A method for each operation.')}${operations.map(methodOf).join('\n')}`;
};

const types = (operations: readonly ClientOperation[], schemas: Schemas): string => {
  // What a list whose page is named in the body takes beside it.
  const filters = operations.flatMap(({ body, paging }) =>
    paging?.in === 'body' && body
      ? [pythonDeclaration(`${body.type}Filter`, schemas[body.type]!, [paging.start, paging.size])]
      : [],
  );
  const declared = Object.entries(schemas).map(([name, schema]) => pythonDeclaration(name, schema));
  return `${HEAD}from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


${[...declared, ...filters].join('\n\n')}`;
};

/** The generated modules by their names. */
export const pythonModules = (
  operations: readonly ClientOperation[],
  { components }: OpenApiDocument,
  catalogue: Readonly<Record<string, { status: number; message: string }>>,
  version: string,
): Readonly<Record<string, string>> => {
  const schemas = components.schemas!;
  return {
    '_version.py': `VERSION = ${JSON.stringify(version)}\n`,
    '_methods.py': methods(operations, schemas),
    '_operations.py': `${HEAD}from typing import Any\n\n${operations.map(rowOf).join('')}`,
    'types.py': types(operations, schemas),
    'error_codes.py': `${HEAD}#: Every error code, with its HTTP status and its message; new ones may come.
ERROR_CODES: dict[int, tuple[int, str]] = {
${Object.entries(catalogue)
  .map(([code, { status, message }]) => `    ${code}: (${status}, ${JSON.stringify(message)}),`)
  .join('\n')}
}
`,
  };
};
