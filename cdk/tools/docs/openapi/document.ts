/** The OpenAPI 3.1 document, from the table of operations and the error catalogue. Pure; `npm run openapi` writes it. */
import type { Operation } from '../../../../lib/contract/cases.ts';
import { successOf } from '../../../../lib/contract/derived.ts';
import { allOperations } from '../../../../lib/operations.ts';
import { errorResponses } from './errors.ts';
import { namedExamples } from './examples.ts';
import type { Node } from './flatten.ts';
import { introduction } from './introduction.ts';
import { documentParameters, headerComponents, headersOf } from './parameters.ts';
import { apiError, problem } from './problem.ts';
import { type Components, documentSchema } from './schema.ts';
import { type Plans, tags } from './texts.ts';

/** The parts of a document that its readers in this project name. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string } & Node;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly [member: string]: unknown;
}

export interface DocumentOptions {
  /** The version of the change log's newest release. */
  readonly version: string;
  readonly plans: Plans;
  /** Another table than the service's own, for tests. */
  readonly table?: readonly Operation[];
}

const SERVERS = [
  { url: 'http://localhost:3000', description: 'This machine, with demo data: `npm start`' },
  {
    url: 'https://{apiId}.execute-api.{region}.amazonaws.com/{stage}',
    description: 'The address that the deployment prints',
    variables: {
      apiId: { default: 'api', description: 'The id that API Gateway gave the API' },
      region: { default: 'us-east-1', description: 'The Region of the deployment' },
      stage: { default: 'prod', description: 'The stage of the deployment' },
    },
  },
];

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'The key of the partner. Keep it on the server. A 401 is about the key only with code 1161 or 1167.',
};

const json = (schema: Node, examples: Node): Node => ({ 'application/json': { schema, examples } });

/** A body of an operation: what it holds has a name. */
const named = (node: Node, what: string): Node => {
  if (typeof node.$ref !== 'string') throw new Error(`${what} has no title: it must be a schema with a name`);
  return node;
};

const deprecationWords = ({ deprecation }: Operation): string =>
  deprecation
    ? `\n\nDeprecated since ${deprecation.since}${deprecation.sunset ? `, ends ${deprecation.sunset}` : ''}.`
    : '';

/** What the parts of a document leave for its components. */
const collections = () => ({
  schemas: new Map() as Components,
  responses: new Map<string, Node>(),
  examples: new Map<string, Node>(),
  headers: new Set<string>(),
});

const operationObject = (operation: Operation, into: ReturnType<typeof collections>): Node => {
  const { id, summary, tag, description, request, bodyOptional, reply, deprecation, cases } = operation;
  const headers = headersOf(operation, into.headers);
  // A dry run is answered with a 200.
  const statuses = [...new Set([200, successOf(operation)])];
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: `${description}${deprecationWords(operation)}`,
    ...(deprecation && { deprecated: true }),
    parameters: documentParameters(operation, cases.parameters),
    ...(request !== undefined && {
      requestBody: {
        required: !bodyOptional,
        content: json(
          named(documentSchema(request, true, into.schemas), `The request of ${id}`),
          namedExamples(operation, 'body'),
        ),
      },
    }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: status === 202 ? 'Accepted: it is done after the response' : 'Success',
            headers: headers(status),
            content: json(
              named(documentSchema(reply, false, into.schemas), `The reply of ${id}`),
              namedExamples(operation, 'reply'),
            ),
          },
        ]),
      ),
      ...errorResponses(operation, headers, into.responses, into.examples),
    },
  };
};

const sorted = (map: ReadonlyMap<string, Node>): Readonly<Record<string, Node>> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Builds the document. */
export const openApiDocument = ({ version, plans, table = allOperations }: DocumentOptions): OpenApiDocument => {
  const into = collections();
  const paths: Record<string, Record<string, Node>> = {};
  for (const operation of table) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, into) };
  }
  documentSchema(apiError, false, into.schemas);
  documentSchema(problem, false, into.schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Partner API for business listings',
      version,
      summary: 'Business profiles, contacts, menus, action links and review links, for partners',
      description: introduction(plans, table),
      contact: { name: 'The operator who issued your API key' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: SERVERS,
    security: [{ apiKey: [] }],
    tags: tags.filter(({ name }) => table.some(({ tag }) => tag === name)),
    paths,
    components: {
      securitySchemes: { apiKey: API_KEY },
      schemas: sorted(into.schemas),
      responses: Object.fromEntries(into.responses),
      headers: headerComponents(into.headers),
      examples: Object.fromEntries(into.examples),
    },
  };
};
