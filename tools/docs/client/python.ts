/** Generates the operations of the Python client: types, and a description and a method for each operation. Pure. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { pythonEvents } from './events.ts';
import { type ClientOperation, eventTypes, runtimeOperation } from './facts.ts';
import { followedTypes } from './python-follow.ts';
import { HEAD, optionsOf, pythonMethods, type Schemas, snake } from './python-methods.ts';
import { pythonDeclaration } from './python-types.ts';

/** A value in Python's syntax: of JSON only these literals differ. */
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

/**
 * The fields of bodies that a response which can be sent back never has, by the name of the response: mypy lets a
 * dictionary be spread into a body only if it knows all of the body's fields.
 */
const fieldsNeverIn = (
  operations: readonly ClientOperation[],
  schemas: Schemas,
): ReadonlyMap<string, readonly string[]> => {
  const namesIn = (name: string) => Object.keys(schemas[name]?.properties ?? {});
  return new Map(
    operations.flatMap(({ body, sentBack }) =>
      body && sentBack !== undefined
        ? [[sentBack, namesIn(body.type).filter((name) => !namesIn(sentBack).includes(name))] as const]
        : [],
    ),
  );
};

const types = (operations: readonly ClientOperation[], schemas: Schemas): string => {
  // The body's other fields, of a list that names its page in the body.
  const filters = operations.flatMap(({ body, paging }) =>
    paging?.in === 'body' && body
      ? [pythonDeclaration(`${body.type}Filter`, schemas[body.type]!, [paging.start, paging.size])]
      : [],
  );
  const never = fieldsNeverIn(operations, schemas);
  const declared = Object.entries(schemas).map(([name, schema]) =>
    pythonDeclaration(name, schema, [], never.get(name)),
  );
  return `${HEAD}from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import Never, NotRequired, TypeAlias, TypedDict


${[...declared, ...filters].join('\n\n')}${followedTypes(operations)}`;
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
    ...pythonMethods(operations, schemas),
    '_operations.py': `${HEAD}from typing import Any\n\n${operations.map(rowOf).join('')}`,
    'types.py': types(operations, schemas),
    'events.py': pythonEvents(eventTypes),
    'error_codes.py': `${HEAD}#: Every error code, with its HTTP status and its message; new ones may come.
ERROR_CODES: dict[int, tuple[int, str]] = {
${Object.entries(catalogue)
  .map(([code, { status, message }]) => `    ${code}: (${status}, ${JSON.stringify(message)}),`)
  .join('\n')}
}
`,
  };
};
