/**
 * The test cases and examples of an operation. The document, the demo's commands, the smoke checks and the tests of
 * errors, rights and isolation use them (docs/adding-an-operation.md). A contract without cases does not compile
 * (`lib/operations.ts`).
 */
import { entryOf } from './derived.ts';
import type { ErrorEntry } from './error-entry.ts';
import type { Contract, Parameters } from './operation.ts';

/** The value of a parameter. It is sent as text. */
export type Scalar = string | number | boolean;

/** Values of some of the named parameters. */
type Values<Name extends string> = string extends Name
  ? Readonly<Record<string, Scalar>>
  : { readonly [Each in Name]?: Scalar };

/** A request against the demo data: what differs from the operation's `parameters`. */
export interface SampleRequest<Name extends string = string> {
  /** By name, whether path, query or header. */
  readonly parameters?: Values<Name>;
  readonly body?: unknown;
}

/** A request of an operation against the demo data, and the response to it. */
export interface Example<Name extends string = string> extends SampleRequest<Name> {
  readonly summary: string;
  readonly reply: unknown;
  /** Whether it works with the demo data alone, under any record numbers. */
  readonly ofDemo?: true;
  /** It needs `items`: without them it is answered as not found. */
  readonly ofItems?: true;
  /** Fields of the reply that differ each time: a generated id, the time of the load. */
  readonly varies?: readonly string[];
}

/** A broken rule as problem details list it. Code and message are left out where they equal the error's own. */
export interface ListedViolation {
  /** JSON Pointer of the field in the body. */
  readonly pointer?: string;
  /** The parameter that it concerns; the pointer is empty then. */
  readonly parameter?: string;
  readonly limit?: number;
  readonly actual?: number;
  readonly code?: number;
  readonly message?: string;
}

/** A request that causes an error. Without a body, it sends that of the first example. */
export interface Provocation<Name extends string = string> extends SampleRequest<Name> {
  /** Records that it needs in addition to the demo data, as a data file holds them. */
  readonly records?: readonly object[];
  /** Its message, if it names what is in the request or stored, in place of the error's own. */
  readonly message?: string;
  /** What problem details list for it; the error alone if left out. */
  readonly violations?: readonly ListedViolation[];
}

/** A provocation that depends on the date: a function of the time in epoch milliseconds. */
export type Timed<P> = P | ((now: number) => P);

/** An error that no single request causes. Names the test file that does, by its path from the repository root. */
export interface Unprovoked {
  readonly unprovoked: string;
}

/** A request that is wrong in a way that has no code. States the message of its plain 400. */
export interface InvalidRequest<Name extends string = string> extends Provocation<Name> {
  readonly message: string;
}

/**
 * A part of a request that names a record: one request with another partner's record, one with a record that does not
 * exist.
 */
export interface ForeignPlace<Name extends string = string> {
  readonly foreign: SampleRequest<Name>;
  readonly absent: SampleRequest<Name>;
  /** By which the owner reaches the record, if `foreign` also names someone whom the owner does not have. */
  readonly owners?: SampleRequest<Name>;
  /** The error code of both responses. */
  readonly code: number;
}

type NamesWith<P, Mark> = P extends Parameters
  ? Extract<{ [Name in keyof P]: P[Name] extends Mark ? Name : never }[keyof P], string>
  : never;
type NamesWhere<C extends Contract, Mark> =
  | NamesWith<C['pathParameters'], Mark>
  | NamesWith<C['query'], Mark>
  | NamesWith<C['headers'], Mark>;
type PagingNames<C> = C extends {
  readonly paging: { readonly start: infer Start extends string; readonly size: infer Size extends string };
}
  ? Start | Size
  : never;
type WriteNames<C> = C extends { readonly writes: true } ? 'validateOnly' | 'Idempotency-Key' : never;
type VersionNames<C> = C extends { readonly ifMatch: true } ? 'If-Match' : never;

/** The names of all parameters that the operation takes. */
export type NamesOf<C extends Contract> = NamesWhere<C, unknown> | PagingNames<C> | WriteNames<C> | VersionNames<C>;

/** The names of the parameters that every request must have. */
type NeededNames<C extends Contract> = NamesWith<C['pathParameters'], unknown> | NamesWhere<C, { required: true }>;

type BodyIdentifiers<C> = C extends { readonly bodyIdentifiers: readonly (infer Name)[] }
  ? Extract<Name, string>
  : never;

/** Every part of the operation's request that names a record. */
export type PlacesOf<C extends Contract> =
  | NamesWhere<C, { readonly addresses: ErrorEntry } | { readonly identifies: true }>
  | BodyIdentifiers<C>;

/** Whether the operation can answer a plain 400 without a code; see `errorsOf` in `derived.ts`. */
type TakesInput<C extends Contract> = C extends
  | { readonly request: unknown }
  | { readonly paging: unknown }
  | { readonly writes: unknown }
  ? true
  : [Exclude<AsideNames<C, unknown>, AsideNames<C, { readonly addresses: ErrorEntry }>>] extends [never]
    ? false
    : true;
type AsideNames<C extends Contract, Mark> = NamesWith<C['query'], Mark> | NamesWith<C['headers'], Mark>;

export type Cases<C extends Contract> = {
  /** Parameter values, by name, with which every example works. */
  readonly parameters: { readonly [Name in NeededNames<C>]: Scalar } & { readonly [Name in NamesOf<C>]?: Scalar };
  /** At least one. The demo's commands send the first; its body is used where a request has none. */
  readonly examples: readonly [Example<NamesOf<C>>, ...Example<NamesOf<C>>[]];
  /** For each error of the contract, how to cause it. */
  readonly provocations: { readonly [Name in keyof C['errors']]: Timed<Provocation<NamesOf<C>>> | Unprovoked };
  /**
   * Table items that no data file can load and that examples of this or another operation need, at a time in epoch
   * milliseconds.
   */
  readonly items?: (now: number) => readonly object[];
  /** For each part of the request that names a record. */
  readonly foreign: { readonly [Place in PlacesOf<C>]: ForeignPlace<NamesOf<C>> };
} & (TakesInput<C> extends true
  ? { readonly invalid: InvalidRequest<NamesOf<C>> }
  : {
      readonly invalid?: undefined;
    });

/** The cases of any operation. */
export interface AnyCases {
  readonly parameters: Readonly<Record<string, Scalar>>;
  readonly examples: readonly [Example, ...Example[]];
  readonly provocations: Readonly<Record<string, Timed<Provocation> | Unprovoked>>;
  readonly items?: (now: number) => readonly object[];
  readonly foreign: Readonly<Record<string, ForeignPlace>>;
  /** Present where `errorsOf` has a plain 400. */
  readonly invalid?: InvalidRequest | undefined;
}

/** An entry in the list of operations: a contract with its cases, and the name of its function's file. */
export type Operation = Contract & { readonly cases: AnyCases; readonly entry: string };

/** Joins a contract and its cases. Missing cases are a compile error. */
export const operation = <const C extends Contract>(contract: C, cases: Cases<C>): Operation => ({
  ...contract,
  entry: entryOf(contract),
  cases: cases as unknown as AnyCases,
});

/**
 * Resolves a provocation for a time; `undefined` for an error that no request causes.
 *
 * @param now - epoch milliseconds
 */
export const provocationAt = (now: number, provoked: Timed<Provocation> | Unprovoked): Provocation | undefined => {
  if (typeof provoked === 'function') return provoked(now);
  return 'unprovoked' in provoked ? undefined : provoked;
};
