/**
 * The contract of an operation: all that the project knows of it. `lib/operations.ts` lists them all
 * (docs/adding-an-operation.md).
 */
import type { FromExtendedSchema } from 'json-schema-to-ts';
import type { ErrorEntry } from './error-entry.ts';
import type { KEYWORDS } from './keywords.ts';

/**
 * A JSON Schema (the draft 2020-12 keywords that Ajv's default dialect supports) with our own keywords (`keywords.ts`).
 */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** The DynamoDB actions that a role can be granted. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/** A path, query or header parameter. Its text is read by the type of its schema: text, integer or boolean. */
export interface Parameter {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
  /** Values are case-insensitive; the text is converted to this case. */
  readonly folds?: 'upper' | 'lower';
  /** The error of a violation; a plain 400 that names the parameter if left out. */
  readonly error?: ErrorEntry;
  /**
   * For a parameter that addresses the operation's record: the one error for a number that is missing, malformed,
   * unknown or another partner's. It is checked after the body.
   */
  readonly addresses?: ErrorEntry;
  /** Of such a parameter: the error if it is missing. */
  readonly missing?: ErrorEntry;
  /** Of such a parameter: checked after all other addressed records. A malformed value reads as 0: no record has it. */
  readonly late?: true;
  /** It names a record too, and is checked in parameter order: a malformed value has its own error. */
  readonly identifies?: true;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** The query parameters that say how deep a page of a list lies. */
export interface Depth {
  /** The names of two query parameters: where the page starts, from 0, and how many records it has. */
  readonly start: string;
  readonly size: string;
  /** The default page size; `rest` is all that follows. Absent where the size is required. */
  readonly defaultSize?: number | 'rest';
  /** Whether `start` counts pages instead of records. */
  readonly inPages?: true;
  /** The error for a window beyond the maximum depth (2348). */
  readonly tooDeep: ErrorEntry;
}

/** The names of a list's paging parameters, and their defaults. */
export interface Paging extends Omit<Depth, 'inPages'> {
  /** The page size if only the start is sent. With neither, the response has all records. */
  readonly defaultSize: number | 'rest';
  readonly firstPage?: true; // with neither, the response has the first page of the default size
  readonly ahead?: true; // checked before other query parameters, but for the one that addresses the record
  /** The largest size of a page. */
  readonly most: number;
}

/** A list whose paging fields are in the body, for clients that read it to its end; `Paging`, `Depth`: in the query. */
export interface PagedBy {
  /** The names of the two fields. */
  readonly start: string;
  readonly size: string;
  /** What `start` counts, from the field's `minimum`. */
  readonly counts: 'records' | 'pages';
  readonly usual: number; // a size that suits most clients
  readonly records?: string; // the list of the response, if it has several
}

export interface Contract {
  /** Names the operation in code, logs and the OpenAPI document; in kebab case it names the function's file. */
  readonly id: string;
  /** The folder of `lib/` and of `functions/` that it belongs to. */
  readonly module: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The resource path in API Gateway's notation, `{parameter}` for a variable segment. */
  readonly path: string;
  readonly summary: string;
  /** The group in which the reference page shows the operation. */
  readonly tag: string;
  /** More about it for the reference page, in Markdown. */
  readonly description: string;
  readonly pathParameters?: Parameters;
  readonly query?: Parameters;
  readonly headers?: Parameters;
  readonly paging?: Paging;
  /** Of a list without `paging` whose page is set in the query; with a size that suits most clients. */
  readonly depth?: Depth & Pick<PagedBy, 'usual'>;
  /** The paging of a list whose paging fields are in the body. */
  readonly pagedBy?: PagedBy;
  /** The schema of the JSON body; absent if the operation takes none. */
  readonly request?: Schema;
  /** The body is a merge patch (RFC 7396): it may also be sent as `application/merge-patch+json`. */
  readonly mergePatch?: true;
  /** Whether a missing body counts as `{}`. */
  readonly bodyOptional?: boolean;
  /** The error for a missing body, in place of a plain 400. */
  readonly bodyMissing?: ErrorEntry;
  /** The row for a broken rule of a body field, in place of a plain 400. The message names the field and the rule. */
  readonly fieldInvalid?: ErrorEntry;
  readonly reply: Schema;
  /**
   * Of a response of which a query parameter selects fields: the name of the parameter, and the schema of the response
   * without it. `reply` requires none of the fields, as any may be left out; our clients offer a type for both.
   */
  readonly selected?: { readonly by: string; readonly complete: Schema };
  /**
   * The response that can be sent back as the body (docs/decisions.md: versions). The document's body has its other
   * fields too, which are ignored, so that what was read, with a field changed, is of the type of the body.
   */
  readonly sentBack?: Schema;
  /** Every error that the operation itself can answer with, by a name; see `derived.ts` for the implied ones. */
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  /** The DynamoDB actions of the operation itself; the key lookup and idempotency add their own. */
  readonly access: readonly TableAction[];
  /** Invalid Unicode in the body is replaced (docs/decisions.md: text); elsewhere it is a 400. */
  readonly repairsText?: true;
  /** It changes records: takes `Idempotency-Key` and `validateOnly`. */
  readonly writes?: true;
  /** It answers 202 and does its work afterwards; a validation-only request answers 200. */
  readonly accepted?: true;
  /** It signs URLs of objects in the media bucket, or puts some below `bulk/`. */
  readonly bucket?: 'reads' | 'writes';
  /** It needs the limits of bulk updates of the usage plans. */
  readonly bulkPlans?: true;
  /** It reads the changes feed. */
  readonly feed?: 'reads';
  readonly requestPage?: true; // it makes links to the stage's page for requests
  /** It reads usage counts of the partner's keys from API Gateway. */
  readonly usage?: 'reads';
  /** It changes something lasting in a stage, or fails when it is sent twice: smoke checks only validate it. */
  readonly lasting?: true;
  /**
   * Its access to items whose keys begin with `SECRET#`, which is denied to all other functions: full, or only to erase
   * them (`lib/subscriptions/repository/secrets.ts`).
   */
  readonly secrets?: true | 'erases';
  /** It is open to the keys of connectors, which are refused elsewhere (docs/connectors.md: keys). */
  readonly connectorKeys?: true;
  /** Its response holds a secret, so the idempotency record of its response is stored with the secrets. */
  readonly secretReply?: true;
  /** Its response is a record with a version: `ETag`. */
  readonly etag?: true;
  /** It takes `If-Match`. */
  readonly ifMatch?: true;
  /** Body fields that name records: `businessNumbers`. */
  readonly bodyIdentifiers?: readonly string[];
  /** Set once the operation is deprecated (docs/versioning.md): sent as `Deprecation`, `Sunset` and `Link` headers. */
  readonly deprecation?: { readonly since: string; readonly sunset?: string; readonly link?: string };
}

/** So that types can be derived from the schemas that carry our own keywords. */
type Annotations = { readonly [keyword in (typeof KEYWORDS)[number]]?: unknown };

/** The type of what a schema accepts; unknown for a schema of the general type. */
export type TypeOf<S> = Schema extends S
  ? unknown
  : S extends object
    ? FromExtendedSchema<Annotations, S, { keepDefaultedPropertiesOptional: true }>
    : unknown;

/** The type of a checked body. */
export type BodyOf<C extends Contract> = C extends { readonly request: object } ? TypeOf<C['request']> : undefined;

/** The type of the checked parameters in the path, query or headers. Optional ones may be `undefined`. */
export type ValuesOf<C extends Contract, Place extends 'pathParameters' | 'query' | 'headers'> = C extends {
  readonly [Key in Place]: infer P extends Parameters;
}
  ? TypesOf<P>
  : Readonly<Record<never, never>>;

type TypesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends { readonly required: true } | { readonly addresses: ErrorEntry }
    ? TypeOf<P[Name]['schema']>
    : TypeOf<P[Name]['schema']> | undefined;
};
