/** What the reference says of an operation, read from the document: for its section, its Markdown and the search. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { Node } from '../openapi/flatten.ts';
import { type Field, fieldOf, fieldsOf } from './fields.ts';

/** The parts of an operation. */
export interface Described {
  readonly operation: Operation;
  readonly path: readonly Field[];
  readonly query: readonly Field[];
  readonly headers: readonly Field[];
  readonly body: readonly Field[];
  /** The response itself, or an item of it if it is a list: a field without a name. */
  readonly whole: Field;
  /** Its fields, by their names or, of a map, by any. */
  readonly reply: readonly Field[];
  /** Of a successful response. */
  readonly replyHeaders: readonly Field[];
}

/** A parameter as the document has it. */
export interface DocumentParameter extends Node {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

const schemaOf = (node: Node | undefined): Node =>
  ((node?.content as Record<string, { schema: Node }> | undefined)?.['application/json']?.schema ?? {}) as Node;

/** The parameters of an operation in the document. */
export const documentParametersOf = (
  { method, path }: Operation,
  document: OpenApiDocument,
): readonly DocumentParameter[] =>
  (document.paths[path]![method.toLowerCase()]!.parameters as DocumentParameter[] | undefined) ?? [];

/** Reads an operation's parameters, fields and responses from the document. */
export const describeOperation = (operation: Operation, document: OpenApiDocument): Described => {
  const { id, method, path } = operation;
  const node = document.paths[path]![method.toLowerCase()]!;
  const body = fieldsOf(id, schemaOf(node.requestBody as Node | undefined), document);
  const taken = new Set(body.map(({ name }) => name));
  const placed = (place: DocumentParameter['in']) =>
    documentParametersOf(operation, document)
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, example, required }) => {
        // Where the body has a field of this name too.
        const anchor = taken.has(name) ? `${id}:${place}.${name}` : `${id}.${name}`;
        return fieldOf(anchor, name, { ...(schema as Node), description, example }, document, required === true);
      });
  const responses = node.responses as Readonly<Record<string, Node>>;
  const success = responses[200]!;
  const whole = fieldOf(`${id}:reply`, '', replyOf(schemaOf(success), document), document, false);
  return {
    operation,
    path: placed('path'),
    query: placed('query'),
    headers: placed('header'),
    body,
    whole,
    reply: whole.children,
    replyHeaders: Object.keys((success.headers as Node | undefined) ?? {}).map((name) => {
      const { schema, ...header } = document.components.headers![name]!;
      return fieldOf(`${id}:reply.${name}`, name, { ...(schema as Node), ...header, required: [] }, document, false);
    }),
  };
};

/** The object that a response is, or is a list of. */
const replyOf = (schema: Node, document: OpenApiDocument): Node => {
  const named =
    typeof schema.$ref === 'string' ? document.components.schemas![schema.$ref.split('/').at(-1)!]! : schema;
  return (named.items as Node | undefined) ?? named;
};
