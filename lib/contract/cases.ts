/**
 * What stands beside a contract for everything that tries or shows an operation: the document, the demo's commands, smoke
 * checks, the tests of errors, of rights and of isolation (docs/adding-an-operation.md). A contract without them does not
 * compile (`lib/operations.ts`).
 */
import { entryOf } from './derived.ts';
import type { ErrorEntry } from './error-entry.ts';
import type { Contract, Parameters } from './operation.ts';

/** The value of a parameter; sent as text. */
export type Scalar = string | number | boolean;

/** Values of some of these parameters. */
type Values<Name extends string> = string extends Name
  ? Readonly<Record<string, Scalar>>
  : { readonly [Each in Name]?: Scalar };

/** A request against the demo data, by parts that differ from the operation's `parameters`. */
export interface SampleRequest<Name extends string = string> {
  /** By name, whatever their place. */
  readonly parameters?: Values<Name>;
  readonly body?: unknown;
}

/** A request of an operation against the demo data, and the response to it. */
export interface Example<Name extends string = string> extends SampleRequest<Name> {
  readonly summary: string;
  readonly reply: unknown;
  /** Whether it works with the demo data alone, whatever numbers it is given. */
  readonly ofDemo?: true;
  /** It is about what `items` bring: without them it is answered as what is not there. */
  readonly ofItems?: true;
  /** Fields of the reply that differ each time: an id that is drawn, the time of the load. */
  readonly varies?: readonly string[];
}

/** A broken rule as problem details list it, less the code and message where they are those of the error itself. */
export interface ListedViolation {
  /** JSON Pointer of the field in the body. */
  readonly pointer?: string;
  readonly limit?: number;
  readonly actual?: number;
  readonly code?: number;
  readonly message?: string;
}

/** A request that brings an error about. A body that is left out is that of the first example. */
export interface Provocation<Name extends string = string> extends SampleRequest<Name> {
  /** Records in the form of a data file that it needs beside the demo data. */
  readonly records?: readonly object[];
  /** What problem details list for it; the error alone where nothing is said. */
  readonly violations?: readonly ListedViolation[];
}

/** A provocation that hangs on the day: a function of the time in epoch milliseconds. */
export type Timed<P> = P | ((now: number) => P);

/** An error that no single request brings about: the test file that does, by its path from the root of the repository. */
export interface Unprovoked {
  readonly unprovoked: string;
}

/** A request that is wrong in a way that has no code of its own: the message of the plain 400 that it is answered with. */
export interface InvalidRequest<Name extends string = string> extends Provocation<Name> {
  readonly message: string;
}

/** A place of a request that names a record: a request with what belongs to another partner, and one with what is not there. */
export interface ForeignPlace<Name extends string = string> {
  readonly foreign: SampleRequest<Name>;
  readonly absent: SampleRequest<Name>;
  /** The code that both are answered with. */
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

/** The names of the parameters that an operation's requests may have. */
export type NamesOf<C extends Contract> = NamesWhere<C, unknown> | PagingNames<C> | WriteNames<C> | VersionNames<C>;

/** The names of the parameters without which no request of the operation is right. */
type NeededNames<C extends Contract> = NamesWith<C['pathParameters'], unknown> | NamesWhere<C, { required: true }>;

type BodyIdentifiers<C> = C extends { readonly bodyIdentifiers: readonly (infer Name)[] }
  ? Extract<Name, string>
  : never;

/** Every place of an operation's request that names a record. */
export type PlacesOf<C extends Contract> =
  | NamesWhere<C, { readonly addresses: ErrorEntry } | { readonly identifies: true }>
  | BodyIdentifiers<C>;

/** Whether a request of the operation can be wrong in a way that has no code of its own; see `errorsOf` in `derived.ts`. */
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
  /** Values of the parameters, by name, with which every example of the operation works. */
  readonly parameters: { readonly [Name in NeededNames<C>]: Scalar } & { readonly [Name in NamesOf<C>]?: Scalar };
  /** At least one; the first one is what the demo's commands send, and whose body stands in where a request names none. */
  readonly examples: readonly [Example<NamesOf<C>>, ...Example<NamesOf<C>>[]];
  /** For each error that the contract names, how it comes about. */
  readonly provocations: { readonly [Name in keyof C['errors']]: Timed<Provocation<NamesOf<C>>> | Unprovoked };
  /**
   * Items of the table that no data file brings, and that examples of this operation or another are about where they are
   * there: as they are at a time, in epoch milliseconds.
   */
  readonly items?: (now: number) => readonly object[];
  /** For each place that names a record. */
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
  /** There where `errorsOf` has a plain 400. */
  readonly invalid?: InvalidRequest | undefined;
}

/** A row of the list of operations: a contract with its cases, and the name of its function's file. */
export type Operation = Contract & { readonly cases: AnyCases; readonly entry: string };

/** Joins a contract and its cases; what is missing from the cases does not compile. */
export const operation = <const C extends Contract>(contract: C, cases: Cases<C>): Operation => ({
  ...contract,
  entry: entryOf(contract),
  cases: cases as unknown as AnyCases,
});

/**
 * A provocation as it stands at a time; `undefined` for an error that no request brings about.
 *
 * @param now - epoch milliseconds
 */
export const provocationAt = (now: number, provoked: Timed<Provocation> | Unprovoked): Provocation | undefined => {
  if (typeof provoked === 'function') return provoked(now);
  return 'unprovoked' in provoked ? undefined : provoked;
};
