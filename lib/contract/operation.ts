/** What the project knows of one operation: its contract. `lib/operations.ts` lists them all (docs/adding-an-operation.md). */
import type { FromExtendedSchema } from 'json-schema-to-ts';
import type { ErrorEntry } from './error-entry.ts';

/** A JSON Schema (draft 2020-12 vocabulary that Ajv's default dialect shares) with our annotations (`atoms.ts`). */
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

/** A part of the request beside its body. Its text is read by the type of its schema: text, integer or boolean. */
export interface Parameter {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: boolean;
  /** Its values are compared without case: the text is read in this one. */
  readonly folds?: 'upper' | 'lower';
  /** What a violation answers with, in place of a plain 400 that names the parameter. */
  readonly error?: ErrorEntry;
  /**
   * For a parameter that names what the operation is about: missing, malformed, unknown and another partner's all answer
   * alike with this, after the body has been judged.
   */
  readonly addresses?: ErrorEntry;
  /** Of such a parameter: what one that is missing answers with instead. */
  readonly missing?: ErrorEntry;
  /** Of such a parameter: judged after all else that is addressed. What is malformed reads as 0, which names nothing. */
  readonly late?: true;
  /** It names a record too, and is judged in its turn: what is malformed has an error of its own. */
  readonly identifies?: true;
}

export type Parameters = Readonly<Record<string, Parameter>>;

/** What tells how deep a page of a list lies. */
export interface Depth {
  /** The names of two query parameters: where the page starts, from 0, and how many records it has. */
  readonly start: string;
  readonly size: string;
  /** The size of a page where it is not sent; `rest` is all that follows. Absent where it has to be. */
  readonly defaultSize?: number | 'rest';
  /** Whether `start` counts pages, and not records. */
  readonly inPages?: true;
  /** What a window is answered with that is deeper than any list is read (2348). */
  readonly tooDeep: ErrorEntry;
}

/** How the paging parameters of a list are named, and what holds where they are left out. */
export interface Paging extends Omit<Depth, 'inPages'> {
  /** Where only the start of a page is sent. With neither, there is no window and everything is meant. */
  readonly defaultSize: number | 'rest';
  /** With neither, the first page of the usual size is meant. */
  readonly firstPage?: true;
  /** The largest size of a page. */
  readonly most: number;
}

/** A list whose page stands in its body, for clients that read it to its end; `Paging` and `Depth` say the same of the others. */
export interface PagedBy {
  /** The names of the two. */
  readonly start: string;
  readonly size: string;
  /** What `start` counts, from 0. */
  readonly counts: 'records' | 'pages';
  /** A size that suits most clients. */
  readonly usual: number;
}

export interface Contract {
  /** Names the operation in code, logs and the OpenAPI document; in kebab case it names the function's file. */
  readonly id: string;
  /** The folder of `lib/` and of `functions/` that it belongs to. */
  readonly module: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
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
  /** Of a list without `paging` whose page stands in its query; with a size that suits most clients. */
  readonly depth?: Depth & Pick<PagedBy, 'usual'>;
  /** How a list is read page by page whose page stands in its body. */
  readonly pagedBy?: PagedBy;
  /** The schema of the JSON body; absent where the operation takes none. */
  readonly request?: Schema;
  /** Whether a request without a body is the same as one with `{}`. */
  readonly bodyOptional?: boolean;
  /** What a request without a body is answered with, in place of a plain 400. */
  readonly bodyMissing?: ErrorEntry;
  readonly reply: Schema;
  /** Every error that the operation itself can answer with, by a name; see `derived.ts` for those that come by themselves. */
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  /** What the operation does to the table; the key look-up and idempotency bring their own rights. */
  readonly access: readonly TableAction[];
  /** Broken text in its body is mended, as the first operations do it; elsewhere it is a 400. */
  readonly mendsText?: true;
  /** It changes records: takes `Idempotency-Key` and `validateOnly`. */
  readonly writes?: true;
  /** It answers 202, and what it was asked for is done after that; a dry run answers 200. */
  readonly accepted?: true;
  /** It answers with URLs of what lies in the bucket of media, which it may read for that. */
  readonly bucket?: 'reads';
  /** It asks API Gateway how often the partner's keys on a plan were used. */
  readonly usage?: 'reads';
  /** It makes, removes or switches what a stage has, or is refused when it is sent twice: smoke checks try it as a dry run alone. */
  readonly lasting?: true;
  /**
   * What it may do with the keys that begin with `SECRET#`, which every other function is denied: everything, or only to
   * erase what lies there (`lib/subscriptions/repository/secrets.ts`).
   */
  readonly secrets?: true | 'erases';
  /** Its response holds a secret: what is kept of it under an idempotency key lies among the secrets. */
  readonly secretReply?: true;
  /** Its response is a record with a version: `ETag`. */
  readonly etag?: true;
  /** It takes `If-Match`. */
  readonly ifMatch?: true;
  /** Names of fields of the body that name records: `businessNumbers`. */
  readonly bodyIdentifiers?: readonly string[];
  /** Set once the operation is to go (docs/versioning.md): sent as `Deprecation`, `Sunset` and `Link` headers. */
  readonly deprecation?: { readonly since: string; readonly sunset?: string; readonly link?: string };
}

/** Our own keywords, so that types can be derived from the schemas that carry them. */
type Annotations = {
  readonly [keyword in
    | 'x-errors'
    | 'x-read'
    | 'x-flag'
    | 'x-blank'
    | 'x-missing'
    | 'x-aliases'
    | 'x-numbered'
    | 'x-blank-rows'
    | 'x-only-where']?: unknown;
};

/** The type of what a schema accepts; of one that is typed as any schema, nothing is known. */
export type TypeOf<S> = Schema extends S
  ? unknown
  : S extends object
    ? FromExtendedSchema<Annotations, S, { keepDefaultedPropertiesOptional: true }>
    : unknown;

/** The type of a checked body. */
export type BodyOf<C extends Contract> = C extends { readonly request: object } ? TypeOf<C['request']> : undefined;

/** The type of the checked parameters of a place: what may be left out may be `undefined`. */
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
