/** A call to DynamoDB as the table makes it: its operations, what they answer, and what they fail with. Speaks no HTTP. */
import type { Attributes } from './attributes.ts';

/** What is left of a batch when the store could not do all of it. */
export interface KeysOfTable {
  readonly Keys: readonly Attributes[];
}

/** Why a transaction was cancelled: one for each of its actions, in their order; `Code` is `None` for those that were fine. */
export interface CancellationReason {
  readonly Code?: string;
  readonly Message?: string;
  readonly Item?: Attributes;
}

/** What a read of many items answers. */
interface Page {
  readonly Items?: readonly Attributes[];
  readonly Count?: number;
  readonly ScannedCount?: number;
  readonly LastEvaluatedKey?: Attributes;
}

/** What DynamoDB answers to each operation, as far as it is used here. */
export interface Outputs {
  readonly GetItem: { readonly Item?: Attributes };
  readonly BatchGetItem: {
    readonly Responses?: Readonly<Record<string, readonly Attributes[]>>;
    readonly UnprocessedKeys?: Readonly<Record<string, KeysOfTable>>;
  };
  readonly Query: Page;
  /** Of operators' commands alone: no function has the right to it. */
  readonly Scan: Page;
  readonly PutItem: { readonly Attributes?: Attributes };
  readonly UpdateItem: { readonly Attributes?: Attributes };
  readonly DeleteItem: { readonly Attributes?: Attributes };
  readonly TransactWriteItems: object;
  readonly TransactGetItems: { readonly Responses?: readonly { readonly Item?: Attributes }[] };
}

export type OperationName = keyof Outputs;

/** Whether it changes nothing, and is never uncertain. */
export const isRead = (operation: string): boolean => /Get|Query|Scan/.test(operation);

/** What the client asks of a signal: an AbortSignal is one, and `Ending` (ending.ts). */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions {
  /** Ends the call: the connection of the try under way is closed, and no other begins. */
  readonly signal?: Signal | undefined;
  /** Milliseconds since 1970. Past it no try begins, and the one under way ends. */
  readonly deadline?: number | undefined;
}

/**
 * Makes one call, with the tries that it is worth. Inputs and outputs are DynamoDB's JSON, attributes as `{ S: 'a' }`.
 *
 * @throws CallError where it failed
 */
export type Call = <Name extends OperationName>(
  operation: Name,
  input: object,
  options?: CallOptions,
) => Promise<Outputs[Name]>;

/** How many milliseconds a try waits for its connection and for each piece of the response. */
export interface Waits {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
}

export const waits: Waits = { connectionTimeout: 1000, requestTimeout: 2000 };

/** How often a call is tried. */
export const MOST_TRIES = 3;

/** What a `CallError` says beside its message. */
export interface CallFailure {
  readonly name: string;
  readonly attempts: number;
  readonly uncertain: boolean;
  readonly item?: Attributes | undefined;
  readonly reasons?: readonly CancellationReason[] | undefined;
  readonly cause?: unknown;
}

/**
 * What a call failed with. `name` is DynamoDB's own for its errors (`ConditionalCheckFailedException`). Failures on the way
 * there are a `TimeoutError`, a `NetworkError` (refused, reset), a `ResponseError` (not whole, or not DynamoDB's), and a
 * `DeadlineError` where the deadline or the signal ended the call.
 */
export class CallError extends Error {
  override readonly name: string;
  /** What a `ConditionalCheckFailedException` found, if it was asked to tell. */
  readonly item: Attributes | undefined;
  /** Of a `TransactionCanceledException`. */
  readonly reasons: readonly CancellationReason[] | undefined;
  /** How many tries began. */
  readonly attempts: number;
  /** Some try of this call, the last or one before, was a write that may have been applied: no response says so or not. */
  readonly uncertain: boolean;

  constructor(message: string, { name, item, reasons, attempts, uncertain, cause }: CallFailure) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    this.item = item;
    this.reasons = reasons;
    this.attempts = attempts;
    this.uncertain = uncertain;
  }
}
