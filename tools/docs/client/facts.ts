/** The operations that the clients are generated from, as a client's author sees them. Pure. */
import { type NamedParameter, parametersOf } from '../../../lib/contract/derived.ts';
import type { Contract } from '../../../lib/contract/operation.ts';
import { versionParameters, writeParameters } from '../../../lib/contract/parameters.ts';
import { sentEvents } from '../events/schemas.ts';
import { requiredIn } from '../openapi/required.ts';
import { documentSchema } from '../openapi/schema.ts';
import type { Operation, Paging } from './runtime/request.ts';

type Node = Readonly<Record<string, unknown>>;

export interface ClientParameter {
  /** Its name in the client: camel case, for a header without `x-`. */
  readonly name: string;
  readonly wire: string;
  readonly in: NamedParameter['in'];
  readonly required: boolean;
  readonly description: string;
  /** Its schema in the document. */
  readonly schema: Node;
}

export interface ClientOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ClientParameter[];
  /** The body, by the name of its schema; absent if there is none. */
  readonly body?: { readonly type: string; readonly required: boolean };
  /** The response, by the name of its schema. */
  readonly reply: string;
  /** Of a response of which a parameter selects fields: its name, and the type of the response without it. */
  readonly selected?: { readonly by: string; readonly complete: string };
  /** The response that can be sent back as the body, by the name of its schema. */
  readonly sentBack?: string;
  readonly writes: boolean;
  readonly ifMatch: boolean;
  readonly etag: boolean;
  readonly paging?: Paging;
  /** Of a list: whether its body has required fields other than those of the page. */
  readonly needsBody: boolean;
  readonly isDeprecated: boolean;
}

/** Parameters of every write or versioned write: options of a call, not parameters of an operation. */
const OPTIONS = new Set([
  ...Object.keys(writeParameters.query),
  ...Object.keys({ ...writeParameters.headers, ...versionParameters.headers }),
]);

/** The types of events that a webhook may receive. */
export const eventTypes: readonly string[] = sentEvents.map(({ eventName }) => eventName);

/** `x-business-number` is `businessNumber`. */
const clientName = ({ name, in: place }: NamedParameter): string =>
  place === 'header' ? name.replace(/^x-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name;

const parameterOf = (parameter: NamedParameter): ClientParameter => ({
  name: clientName(parameter),
  wire: parameter.name,
  in: parameter.in,
  required: parameter.required ?? false,
  description: parameter.description,
  schema: documentSchema(parameter.schema, false, new Map()),
});

const titleOf = (schema: unknown, what: string): string => {
  const { title } = schema as { title?: unknown };
  if (typeof title !== 'string') throw new Error(`${what} has no title`);
  return title;
};

/** The field of a response that is its list, and the one with the number of records on all pages. */
const placesIn = ({ id, reply, pagedBy }: Contract): Pick<Paging, 'records' | 'total'> => {
  const { type, properties = {} } = reply as { type?: unknown; properties?: Readonly<Record<string, Node>> };
  if (type === 'array') return {};
  const lists = Object.keys(properties).filter((name) => properties[name]?.type === 'array');
  const records = pagedBy?.records ?? lists[0];
  if (records === undefined || (lists.length > 1 && !pagedBy?.records))
    throw new Error(`${id}: a page must have one list`);
  const total = Object.keys(properties).find((name) => /^total(?!Pages)/.test(name));
  return { records, ...(total !== undefined && { total }) };
};

/** Where a list begins: pages may be numbered from 1. */
const firstOf = (start: unknown): Pick<Paging, 'first'> => {
  const { minimum } = (start ?? {}) as { readonly minimum?: number };
  return minimum ? { first: minimum } : {};
};

const pagingOf = (contract: Contract): Paging | undefined => {
  const { paging, depth, pagedBy } = contract;
  if (pagedBy) {
    const { properties = {} } = contract.request as { properties?: Readonly<Record<string, Node>> };
    return { in: 'body', ...pagedBy, ...firstOf(properties[pagedBy.start]), ...placesIn(contract) };
  }
  if (depth) {
    const { start, size, inPages, usual } = depth;
    const counts = inPages ? 'pages' : 'records';
    const first = firstOf(contract.query?.[start]?.schema);
    return { in: 'query', start, size, counts, usual, ...first, ...placesIn(contract) };
  }
  if (!paging) return undefined;
  const { start, size, defaultSize, most } = paging;
  return {
    in: 'query',
    start,
    size,
    counts: 'records',
    usual: defaultSize === 'rest' ? most : defaultSize,
    ...placesIn(contract),
  };
};

const operationOf = (contract: Contract): ClientOperation => {
  const { id, method, path, summary, description, request, bodyOptional, reply, selected, sentBack } = contract;
  const parameters = parametersOf(contract)
    .filter(({ name }) => !OPTIONS.has(name))
    .map(parameterOf);
  const names = [...parameters.map(({ name }) => name), 'body'];
  if (new Set(names).size < names.length) throw new Error(`${id}: two parameters have one name: ${names}`);
  const paging = pagingOf(contract);
  return {
    id,
    method,
    path,
    summary,
    description,
    parameters,
    ...(request !== undefined && { body: { type: titleOf(request, `The body of ${id}`), required: !bodyOptional } }),
    reply: titleOf(reply, `The response of ${id}`),
    ...(selected && {
      selected: { by: selected.by, complete: titleOf(selected.complete, `The complete response of ${id}`) },
    }),
    ...(sentBack !== undefined && { sentBack: titleOf(sentBack, `What ${id} takes back`) }),
    writes: contract.writes ?? false,
    ifMatch: contract.ifMatch ?? false,
    etag: contract.etag ?? false,
    ...(paging && { paging }),
    needsBody: requiredIn(request ?? {}).some((name) => name !== paging?.start && name !== paging?.size),
    isDeprecated: contract.deprecation !== undefined,
  };
};

/** @throws Error for two parameters of the same name, and for a page without a list */
export const clientOperations = (contracts: readonly Contract[]): readonly ClientOperation[] =>
  contracts.map(operationOf);

/** The description of an operation that a client uses at run time. */
export const runtimeOperation = ({
  id,
  method,
  path,
  parameters,
  body,
  writes,
  etag,
  paging,
}: ClientOperation): Operation => {
  const query = parameters.filter((each) => each.in === 'query').map(({ wire }) => wire);
  const headers = parameters.filter((each) => each.in === 'header').map(({ name, wire }) => [name, wire]);
  return {
    id,
    method,
    path,
    ...(query.length > 0 && { query }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(body && { body: true }),
    ...(writes && { writes }),
    ...(etag && { etag }),
    ...(paging && { paging }),
  };
};
