/** Calls to DynamoDB: the operations, their outputs and their errors. Does not know HTTP. */
import type { Attributes } from '../table/attributes.ts';

/** The keys of a batch that DynamoDB did not process. */
export interface KeysOfTable {
  readonly Keys: readonly Attributes[];
}

/**
 * Why a transaction was cancelled: one reason for each action, in order. `Code` is `None` for actions that did not
 * fail.
 */
export interface CancellationReason {
  readonly Code?: string;
  readonly Message?: string;
  readonly Item?: Attributes;
}

/** The output of a read of many items. */
interface Page {
  readonly Items?: readonly Attributes[];
  readonly Count?: number;
  readonly ScannedCount?: number;
  readonly LastEvaluatedKey?: Attributes;
}

/** The output of each operation, as far as it is used here. */
export interface Outputs {
  readonly GetItem: { readonly Item?: Attributes };
  readonly BatchGetItem: {
    readonly Responses?: Readonly<Record<string, readonly Attributes[]>>;
    readonly UnprocessedKeys?: Readonly<Record<string, KeysOfTable>>;
  };
  readonly Query: Page;
  /** For operators' commands only: no function has this right. */
  readonly Scan: Page;
  readonly PutItem: { readonly Attributes?: Attributes };
  readonly UpdateItem: { readonly Attributes?: Attributes };
  readonly DeleteItem: { readonly Attributes?: Attributes };
  readonly TransactWriteItems: object;
  readonly TransactGetItems: { readonly Responses?: readonly { readonly Item?: Attributes }[] };
}

/** The maximum number of actions in a transaction of DynamoDB. */
export const MOST_ACTIONS = 100;

export type OperationName = keyof Outputs;

/** Whether an operation is a read, whose outcome is never uncertain. */
export const isRead = (operation: string): boolean => /Get|Query|Scan/.test(operation);

/**
 * The parts of an abort signal that the client uses. An AbortSignal fits, and so does `RequestSignal`
 * (abort-signal.ts).
 */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions {
  /** Aborts the call: closes the connection of the current try, and no other begins. */
  readonly signal?: Signal | undefined;
  /** Epoch milliseconds. After it no try begins, and the current one ends. */
  readonly deadline?: number | undefined;
}

/**
 * Makes one call, with retries. Inputs and outputs are DynamoDB's JSON, attributes as `{ S: 'a' }`.
 *
 * @throws CallError if it failed
 */
export type Call = <Name extends OperationName>(
  operation: Name,
  input: object,
  options?: CallOptions,
) => Promise<Outputs[Name]>;

/** How many milliseconds a try waits for its connection and for each chunk of the response. */
export interface Waits {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
}

export const waits: Waits = { connectionTimeout: 1000, requestTimeout: 2000 };

/** The maximum number of tries of a call. */
export const MOST_TRIES = 3;

/** The properties of a `CallError` in addition to its message. */
export interface CallFailure {
  readonly name: string;
  readonly attempts: number;
  readonly uncertain: boolean;
  readonly item?: Attributes | undefined;
  readonly reasons?: readonly CancellationReason[] | undefined;
  readonly cause?: unknown;
}

/**
 * The error of a failed call. DynamoDB's errors keep their own `name` (`ConditionalCheckFailedException`). Failures on
 * the way there are a `TimeoutError`, a `NetworkError` (refused, reset), a `ResponseError` (incomplete, or not from
 * DynamoDB), and a `DeadlineError` if the deadline or the signal ended the call.
 */
export class CallError extends Error {
  override readonly name: string;
  /** The item that a `ConditionalCheckFailedException` found, if the call asked for it. */
  readonly item: Attributes | undefined;
  /** Of a `TransactionCanceledException`. */
  readonly reasons: readonly CancellationReason[] | undefined;
  /** The number of tries that began. */
  readonly attempts: number;
  /** Whether some try of this call was a write that may have been applied: no response confirmed or denied it. */
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
