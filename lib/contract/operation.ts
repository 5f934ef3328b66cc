/** What the project knows of one endpoint. `operations.ts` lists them all. */
import type { FromExtendedSchema } from 'json-schema-to-ts';
import type { ErrorEntry } from './errors.ts';

/** A JSON Schema (draft 2020-12 vocabulary that Ajv's default dialect shares) with our annotations. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** The DynamoDB actions that an operation may use. Its role is granted these, and GetItem for the API-key look-up. */
export type TableAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: Schema;
}

export interface Operation {
  /** Names the operation in code, logs and the OpenAPI document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The resource path in API Gateway's notation, `{parameter}` for a variable segment. */
  readonly path: string;
  readonly summary: string;
  /** The group in which the reference page shows the operation. */
  readonly tag?: string;
  /** More about it for the reference page, in Markdown. */
  readonly description?: string;
  /** The module of `lib/` and the folder of `functions/` that it belongs to. */
  readonly module: string;
  /** The file in that folder, without its ending. */
  readonly entry: string;
  readonly parameters: readonly Parameter[];
  /** The schema of the JSON body; absent where the operation takes none. */
  readonly request?: Schema;
  /** Whether a request without a body is the same as one with `{}`. */
  readonly bodyOptional?: boolean;
  readonly reply: Schema;
  /** Every error that the operation itself can answer with, beside those that every operation shares. */
  readonly errors: readonly ErrorEntry[];
  readonly access: readonly TableAction[];
  /** Whether a repeated request with the same `Idempotency-Key` is answered as the first one was. */
  readonly idempotent?: boolean;
  /** Set once the operation is to go (README: versioning): sent as `Deprecation`, `Sunset` and `Link` headers. */
  readonly deprecation?: { readonly since: string; readonly sunset?: string; readonly link?: string };
}

/** Our own keywords, so that types can be derived from the schemas that carry them. */
type Annotations = {
  readonly [keyword in 'x-errors' | 'x-read' | 'x-flag' | 'x-blank' | 'x-aliases' | 'x-numbered']?: unknown;
};

/** The type of a checked body, from its request schema: `BodyOf<typeof getContact.request>`. */
export type BodyOf<S extends object> = FromExtendedSchema<Annotations, S, { keepDefaultedPropertiesOptional: true }>;
