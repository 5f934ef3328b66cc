/**
 * What stands beside a contract for everything that tries or shows an operation: the document, the demo's commands, smoke
 * checks, the tests of errors, of isolation and of fuzzing. A contract without them does not compile (`lib/operations.ts`).
 */
import { entryOf } from './derived.ts';
import type { ErrorEntry } from './errors.ts';
import type { Contract, Parameters } from './operation.ts';

/** A request against the demo data, by parts that differ from the operation's `parameters`. */
export interface SampleRequest {
  /** By name, whatever their place. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
}

/** A request of an operation against the demo data, and the response to it. */
export interface Example extends SampleRequest {
  readonly summary: string;
  readonly reply: unknown;
}

/** A request that brings an error about. */
export interface Provocation extends SampleRequest {
  /** Sent first, with the same parameters. */
  readonly firstBody?: unknown;
  /** Records in the form of a data file that it needs beside the demo data. */
  readonly records?: readonly object[];
}

/** An error that no single request brings about; says which test does. */
export interface Unprovoked {
  readonly unprovoked: string;
}

/** A place of a request that names a record: a request with what belongs to another partner, and one with what is not there. */
export interface ForeignPlace {
  readonly foreign: SampleRequest;
  readonly absent: SampleRequest;
  /** The code that both answer with. */
  readonly code: number;
}

type NamesWith<P, Mark> = {
  [Name in keyof P]: P[Name] extends Mark ? Name : never;
}[keyof P];

/** The names of the parameters that name what the operation is about. */
type AddressedIn<P> = P extends Parameters ? Extract<NamesWith<P, { readonly addresses: ErrorEntry }>, string> : never;

type BodyIdentifiers<C> = C extends { readonly bodyIdentifiers: readonly (infer Name)[] }
  ? Extract<Name, string>
  : never;

/** Every place of an operation's request that names a record. */
export type PlacesOf<C extends Contract> =
  | AddressedIn<C['pathParameters']>
  | AddressedIn<C['query']>
  | AddressedIn<C['headers']>
  | BodyIdentifiers<C>;

export interface Cases<C extends Contract> {
  /** Values of the parameters, by name, with which every example of the operation works. */
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** At least one; the first one that writes nothing new is what the smoke check sends. */
  readonly examples: readonly [Example, ...Example[]];
  /** For each error that the contract names, how it comes about. */
  readonly provocations: { readonly [Name in keyof C['errors']]: Provocation | Unprovoked };
  /** For each place that names a record. */
  readonly foreign: { readonly [Place in PlacesOf<C>]: ForeignPlace };
}

/** A row of the list of operations: a contract with its cases, and the name of its function's file. */
export type Operation = Contract & { readonly cases: Cases<Contract>; readonly entry: string };

/** Joins a contract and its cases; what is missing from the cases does not compile. */
export const operation = <const C extends Contract>(contract: C, cases: Cases<C>): Operation => ({
  ...contract,
  entry: entryOf(contract),
  cases: cases as unknown as Cases<Contract>,
});
