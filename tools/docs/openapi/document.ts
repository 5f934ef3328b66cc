/** The OpenAPI 3.1 document, from the table of operations and the error catalogue. Pure; `npm run openapi` writes it. */
import type { Operation } from '../../../lib/contract/cases.ts';
import { successOf } from '../../../lib/contract/derived.ts';
import type { Schema } from '../../../lib/contract/operation.ts';
import { allOperations } from '../../../lib/operations.ts';
import { errorResponses } from './errors.ts';
import { namedExamples } from './examples.ts';
import type { Node } from './flatten.ts';
import { introduction } from './introduction.ts';
import { documentParameters, headerComponents, headersOf } from './parameters.ts';
import { apiError, problem } from './problem.ts';
import { type Components, documentSchema } from './schema.ts';
import { bodyOf } from './sent-back.ts';
import { type Plans, tags } from './texts.ts';
import { documentEvents, documentWebhooks, webhookTag } from './webhooks.ts';

/** The parts of a document that its readers in this project name. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string } & Node;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly [member: string]: unknown;
}

/**
 * Whom a document is for: any generator; or our clients, whose types also have unions, and complete responses of which
 * parameters select fields. In Python an object of other fields is another type.
 */
export type Audience = 'generators' | 'typescript' | 'python';
/** The document of what is sent to partners. */
export interface WebhooksDocument extends Pick<OpenApiDocument, 'openapi' | 'info' | 'components'> {
  readonly webhooks: Node;
  readonly [member: string]: unknown;
}

export interface DocumentOptions {
  /** The version of the change log's newest release. */
  readonly version: string;
  readonly plans: Plans;
  /** Another table than the service's own, for tests. */
  readonly table?: readonly Operation[];
  /** Any generator if left out. */
  readonly audience?: Audience;
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

const ISSUED = {
  contact: { name: 'The operator who issued your API key' },
  license: { name: 'MIT', identifier: 'MIT' },
};

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'Your API key. Keep it on a server. A 401 is about the key only if its code is 1161 or 1167.',
};

const json = (schema: Node, examples: Node): Node => ({ 'application/json': { schema, examples } });

/** A merge patch has its own media type; generators get plain JSON alone, as most know one type. */
const patchOf = (content: Node): Node => ({ ...content, 'application/merge-patch+json': content['application/json'] });

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
const collections = (audience: Audience) => ({
  audience,
  schemas: new Map() as Components,
  responses: new Map<string, Node>(),
  examples: new Map<string, Node>(),
  headers: new Set<string>(),
});

const operationObject = (operation: Operation, into: ReturnType<typeof collections>): Node => {
  const { id, summary, tag, description, request, bodyOptional, reply, selected, deprecation, cases } = operation;
  const isOurs = into.audience !== 'generators';
  const body = () => bodyOf(operation, into.audience === 'python' ? 'either' : 'merged');
  const answered = (schema: Schema) => documentSchema(schema, false, into.schemas, isOurs);
  const bodyContent = () =>
    json(
      named(documentSchema(body(), true, into.schemas, isOurs), `The request of ${id}`),
      namedExamples(operation, 'body'),
    );
  if (selected && isOurs) answered(selected.complete);
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
        content: (operation.mergePatch && isOurs ? patchOf : Object)(bodyContent()),
      },
    }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          {
            description: status === 202 ? 'Accepted: it is done after the response' : 'Success',
            headers: headers(status),
            content: json(named(answered(reply), `The reply of ${id}`), namedExamples(operation, 'reply')),
          },
        ]),
      ),
      ...errorResponses(operation, into),
    },
  };
};

const sorted = (map: ReadonlyMap<string, Node>): Readonly<Record<string, Node>> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Builds the document. */
export const openApiDocument = (options: DocumentOptions): OpenApiDocument => {
  const { version, plans, table = allOperations, audience = 'generators' } = options;
  const into = collections(audience);
  const paths: Record<string, Record<string, Node>> = {};
  for (const operation of table) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, into) };
  }
  documentSchema(apiError, false, into.schemas);
  documentSchema(problem, false, into.schemas);
  documentEvents(into.schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Partner Listing API',
      version,
      summary: 'Manage the online presence of businesses: profiles, listings, customers, reviews, media and webhooks',
      description: introduction(plans),
      ...ISSUED,
    },
    servers: SERVERS,
    security: [{ apiKey: [] }],
    tags: tags.filter(({ name }) => table.some(({ tag }) => tag === name)),
    paths,
    components: {
      securitySchemes: { apiKey: API_KEY },
      schemas: sorted(into.schemas),
      responses: sorted(into.responses),
      headers: headerComponents(into.headers),
      examples: sorted(into.examples),
    },
  };
};

/**
 * Builds the document of the webhooks. It is one of its own: oapi-codegen drops schemas that no path leads to, and then
 * does not build the code that it makes for the webhooks of a document.
 */
export const webhooksDocument = ({ version }: Pick<DocumentOptions, 'version'>): WebhooksDocument => {
  const schemas: Components = new Map();
  const webhooks = documentWebhooks(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Webhooks of the Partner Listing API',
      version,
      summary: 'Requests that subscribed webhooks receive',
      description:
        'Signed as Standard Webhooks specifies. The schemas are those of the same name in the document of the API.',
      ...ISSUED,
    },
    servers: [{ url: 'https://hooks.orchard.example', description: 'A URL of yours, as it is subscribed' }],
    tags: [webhookTag],
    webhooks,
    components: { schemas: sorted(schemas) },
  };
};
