/** The OpenAPI 3.1 document, from the table of operations and the error catalogue. Pure; `npm run openapi` writes it. */
import { errorBody } from '../../../../lib/contract/atoms.ts';
import type { Operation, Parameter } from '../../../../lib/contract/operation.ts';
import { operations } from '../../../../lib/operations.ts';
import { errorResponses } from './errors.ts';
import examples from './examples.json' with { type: 'json' };
import { type Components, documentSchema, type Node } from './schema.ts';
import { introduction, type Plans, tags } from './texts.ts';

/** The parts of a document that its readers in this project name. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string } & Node;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly [member: string]: unknown;
}

/** A request of an operation against the demo data, and the answer to it. */
export interface OperationExample {
  readonly summary: string;
  readonly request?: unknown;
  readonly reply: unknown;
}

interface OperationExamples {
  /** Values of the parameters, with which every example of the operation works. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly examples: Readonly<Record<string, OperationExample>>;
}

export const examplesOf = ({ id }: Operation): OperationExamples => {
  const found = (examples.operations as unknown as Record<string, OperationExamples>)[id];
  return found ?? { parameters: {}, examples: {} };
};

const problem: Node = {
  title: 'Problem',
  type: 'object',
  description: 'Problem details (RFC 9457)',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'errors'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', format: 'uri', description: 'Identifies the error: it ends in the code' },
    title: { type: 'string', description: 'The same as the message' },
    status: { type: 'integer', description: 'The HTTP status' },
    detail: { type: 'string', description: 'The same as the message' },
    code: { type: 'integer', description: 'The code of the plain answer: that of the first violation' },
    message: { type: 'string' },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'Every violated rule, up to 1000, the first being the one that the plain answer names',
      items: {
        title: 'Violation',
        type: 'object',
        required: ['code', 'message'],
        additionalProperties: false,
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer (RFC 6901) of the field in the body' },
          code: { type: 'integer' },
          message: { type: 'string' },
          limit: { type: 'number', description: 'The limit of the rule' },
          actual: { type: 'number', description: 'The length of the value, its number of items, or the value itself' },
        },
      },
    },
  },
};

const header = (description: string, schema: Node, required = false): Node => ({
  description,
  ...(required && { required }),
  schema,
});

/** Every header of an answer, by name. */
const HEADERS: Readonly<Record<string, Node>> = {
  'X-Request-Id': header('Identifies the request in our logs', { type: 'string' }, true),
  'Retry-After': header('Seconds after which to try again', { type: 'integer', minimum: 1 }, true),
  ETag: header('The version of the record, for `If-Match`; not sent by a dry run', { type: 'string' }),
  'Idempotent-Replayed': header('Sent where an `Idempotency-Key` was answered as the first time', { const: 'true' }),
  Deprecation: header('Since when the operation is deprecated (RFC 9745)', { type: 'string' }),
  Sunset: header('When the operation ends (RFC 8594)', { type: 'string' }),
  Link: header('Where to read more of the deprecation', { type: 'string' }),
};

/** Errors that are never kept under an `Idempotency-Key`: another try may end otherwise. */
const PASSING = new Set([409, 412, 422]);
/** Of the statuses with `Retry-After`. */
const RETRIED = new Set([429, 503]);

const headersOf =
  (operation: Operation, used: Set<string>) =>
  (status: number): Node => {
    const hasEtag = status === 200 && operation.parameters.some(({ name }) => name === 'If-Match');
    const isOwn = status === 200 || operation.errors.some((entry) => entry.status === status);
    const { deprecation } = operation;
    const names = [
      'X-Request-Id',
      ...(RETRIED.has(status) ? ['Retry-After'] : []),
      ...(hasEtag ? ['ETag'] : []),
      ...(operation.idempotent && isOwn && !PASSING.has(status) ? ['Idempotent-Replayed'] : []),
      ...(deprecation ? ['Deprecation'] : []),
      ...(deprecation?.sunset ? ['Sunset'] : []),
      ...(deprecation?.link ? ['Link'] : []),
    ];
    for (const name of names) used.add(name);
    return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  };

const parameterOf = ({ name, in: place, required, description, schema }: Parameter, example: unknown): Node => ({
  name,
  in: place,
  required,
  description,
  schema: documentSchema(schema, false, new Map()),
  ...(example !== undefined && { example }),
});

/** One part of each example of an operation, by the example's name. */
const named = (operation: Operation, part: 'request' | 'reply'): Node =>
  Object.fromEntries(
    Object.entries(examplesOf(operation).examples)
      .filter(([, example]) => part in example)
      .map(([name, example]) => [name, { summary: example.summary, value: example[part] }]),
  );

const json = (schema: Node, shown: Node): Node => ({ 'application/json': { schema, examples: shown } });

const deprecationWords = ({ deprecation }: Operation): string =>
  deprecation
    ? `\n\nDeprecated since ${deprecation.since}${deprecation.sunset ? `, ends ${deprecation.sunset}` : ''}.`
    : '';

export interface DocumentOptions {
  /** The version of the change log's newest release. */
  readonly version: string;
  readonly plans: Plans;
  /** Another table than the service's own, for tests. */
  readonly table?: readonly Operation[];
}

/** Builds the document. */
export const openApiDocument = ({ version, plans, table = operations }: DocumentOptions): OpenApiDocument => {
  const schemas: Components = new Map();
  const responses = new Map<string, Node>();
  const exampleComponents = new Map<string, Node>();
  const usedHeaders = new Set<string>();

  const operationObject = (operation: Operation): Node => {
    const { id, summary, tag, description = '', parameters, request, bodyOptional, reply, deprecation } = operation;
    const headers = headersOf(operation, usedHeaders);
    const values = examplesOf(operation).parameters;
    return {
      operationId: id,
      summary,
      ...(tag && { tags: [tag] }),
      description: `${description}${deprecationWords(operation)}`,
      ...(deprecation && { deprecated: true }),
      parameters: parameters.map((parameter) => parameterOf(parameter, values[parameter.name])),
      ...(request && {
        requestBody: {
          required: !bodyOptional,
          content: json(documentSchema(request, true, schemas), named(operation, 'request')),
        },
      }),
      responses: {
        200: {
          description: 'Success',
          headers: headers(200),
          content: json(documentSchema(reply, false, schemas), named(operation, 'reply')),
        },
        ...errorResponses(operation, headers, responses, exampleComponents),
      },
    };
  };

  const paths: Record<string, Record<string, Node>> = {};
  for (const operation of table) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: operationObject(operation) };
  }
  documentSchema(errorBody, false, schemas);
  documentSchema(problem, false, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Partner API for business listings',
      version,
      summary: 'Business profiles, contacts, menus, action links and review links, for partners',
      description: introduction(plans).trim(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'https://{apiId}.execute-api.{region}.amazonaws.com/{stage}',
        description: 'The address that the deployment prints',
        variables: {
          apiId: { default: 'api', description: 'The id that API Gateway gave the API' },
          region: { default: 'us-east-1', description: 'The Region of the deployment' },
          stage: { default: 'prod', description: 'The stage of the deployment' },
        },
      },
    ],
    security: [{ apiKey: [] }],
    tags: tags.filter(({ name }) => table.some(({ tag }) => tag === name)),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The key of the partner. Keep it on the server.',
        },
      },
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(responses),
      headers: Object.fromEntries(Object.entries(HEADERS).filter(([name]) => usedHeaders.has(name))),
      examples: Object.fromEntries(exampleComponents),
    },
  };
};
