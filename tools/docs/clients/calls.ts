/**
 * The calls that generated clients are tested with. For each operation they are its first example, and requests that
 * the document's schemas allow but the contract refuses, so that a client can send them. Derived from the contracts. Pure.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import {
  type AnyCases,
  type Operation,
  provocationAt,
  type SampleRequest,
  type Scalar,
} from '../../../lib/contract/cases.ts';
import { errorsOf, type Place, parametersOf, successOf } from '../../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../../lib/contract/error-entry.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import { operations } from '../../../lib/operations.ts';
import { valuesOf } from '../../sample-request.ts';
import type { OpenApiDocument } from '../openapi/document.ts';

/** A call, for a driver in any language, which reads it from a JSON file. */
export interface Call {
  readonly operation: string;
  readonly tag: string;
  /** `later` is a right call too: its response has additional fields that the document does not have. */
  readonly kind: 'right' | 'wrong' | 'later';
  readonly name: string;
  readonly method: string;
  /** With its variables in braces. */
  readonly path: string;
  /** By place and name, with the types of the document. */
  readonly parameters: Readonly<Record<Place, Readonly<Record<string, Scalar>>>>;
  readonly body?: unknown;
  /** Whether to send a key that does not exist. */
  readonly isKeyWrong: boolean;
  readonly status: number;
  /** The expected error code. */
  readonly code?: number;
}

type Node = Readonly<Record<string, unknown>>;

/** More refusals per operation would test nothing new about a client. */
const MOST_REFUSALS = 3;

const ofType = (value: Scalar, type: unknown): Scalar => (type === 'string' ? String(value) : value);

/** The types that the document requires of every request of an operation. */
interface Typed {
  readonly types: (name: string) => unknown;
  readonly takes: (request: SampleRequest) => boolean;
}

const typedBy = (document: OpenApiDocument) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: document.components });
  const compiled = (schema: Node): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
  return (operation: Operation): Typed => {
    const { parameters, requestBody } = document.paths[operation.path]![operation.method.toLowerCase()] as {
      parameters: readonly { name: string; schema: Node }[];
      requestBody?: { content: Readonly<Record<string, { schema: Node }>> };
    };
    const types = (name: string) => parameters.find((each) => each.name === name)!.schema.type;
    const body = requestBody && compiled(requestBody.content['application/json']!.schema);
    const checks = new Map(parameters.map(({ name, schema }) => [name, compiled(schema)]));
    return {
      types,
      takes: (request) =>
        (body === undefined || request.body === undefined || body(request.body)) &&
        Object.entries(valuesOf(operation, request)).every(
          ([name, value]) => value === undefined || checks.get(name)?.(ofType(value, types(name))) !== false,
        ),
    };
  };
};

interface Refusal {
  readonly request: SampleRequest;
  readonly entry: ErrorEntry;
}

/** Every request that the contract refuses with the demo data alone; one for a missing resource comes first. */
const refusalsOf = (operation: Operation, now: number): Refusal[] => {
  const { provocations, foreign, invalid }: AnyCases = operation.cases;
  const all = errorsOf(operation);
  return [
    ...Object.values(foreign).flatMap(({ absent, code }) => {
      const entry = all.find((each) => each.code === code);
      return entry ? [{ request: absent, entry }] : [];
    }),
    ...Object.entries(provocations).flatMap(([name, timed]) => {
      const request = provocationAt(now, timed);
      return !request || request.records ? [] : [{ request, entry: operation.errors[name]! }];
    }),
    ...(invalid && !invalid.records ? [{ request: invalid, entry: errors.invalidRequest }] : []),
  ];
};

const WRONG_KEY: Refusal = { request: {}, entry: errors.keyInvalid };

/** Orders calls: lists before the calls that change them, deletions last. */
const turnOf = ({ kind, method, operation }: Call): number =>
  kind !== 'right' ? 0 : method === 'DELETE' || operation.startsWith('delete') ? 3 : method === 'GET' ? 1 : 2;

/**
 * @param document - the document that clients are generated from
 * @param now - epoch milliseconds: some refusals depend on the day
 */
export const callsOf = (
  document: OpenApiDocument,
  now: number,
  table: readonly Operation[] = operations,
): readonly Call[] => {
  const typed = typedBy(document);
  const calls = table.flatMap((operation): Call[] => {
    const { types, takes } = typed(operation);
    const [first] = operation.cases.examples;
    const call = (
      request: SampleRequest,
      rest: Pick<Call, 'kind' | 'name' | 'status' | 'code' | 'isKeyWrong'>,
    ): Call => {
      const values = valuesOf(operation, request);
      const own = (place: Place) =>
        Object.fromEntries(
          parametersOf(operation).flatMap(({ name, in: where }) =>
            where === place && values[name] !== undefined ? [[name, ofType(values[name], types(name))]] : [],
          ),
        );
      const { id, tag, method, path } = operation;
      const body = request.body === undefined ? first.body : request.body;
      return {
        ...{ operation: id, tag, method, path, ...rest },
        parameters: { path: own('path'), query: own('query'), header: own('header') },
        ...(body !== undefined && { body }),
      };
    };
    const right = call(first, { kind: 'right', name: first.summary, status: successOf(operation), isKeyWrong: false });
    // A dry run if it would write, so that it can be sent before the real call.
    const later = call(
      operation.writes ? { ...first, parameters: { ...first.parameters, validateOnly: true } } : first,
      { kind: 'later', name: first.summary, status: 200, isKeyWrong: false },
    );
    const refused = refusalsOf(operation, now).filter(({ request }) => takes({ body: first.body, ...request }));
    const distinct = [...new Map(refused.map((each) => [each.entry.code, each])).values()];
    const wrong = [...distinct.slice(0, MOST_REFUSALS), ...(distinct.length === 0 ? [WRONG_KEY] : [])];
    return [
      ...wrong.map(({ request, entry }) =>
        call(request, {
          kind: 'wrong',
          name: `${entry.code} ${entry.message}`,
          status: entry.status,
          code: entry.code,
          isKeyWrong: entry === errors.keyInvalid,
        }),
      ),
      later,
      right,
    ];
  });
  return calls.sort((a, b) => turnOf(a) - turnOf(b));
};
