/** Translates the outcome of a call: errors become the table's own errors, and a failed condition becomes a value. */
import { fromAttributes, type Item } from '../table/attributes.ts';
import type { CallError } from './call.ts';
import { IN_TRANSACTION } from './responses.ts';

/** DynamoDB throttles, cannot be reached, or the time is up: the request may be retried. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether a write may have been applied nevertheless. */
  readonly uncertain: boolean;

  constructor(message: string, { cause, uncertain = false }: { cause?: unknown; uncertain?: boolean } = {}) {
    super(message, { cause });
    this.uncertain = uncertain;
  }
}

/** Whether a single write was refused each time because transactions were under way at its item. */
export const isInTransaction = (error: unknown): boolean =>
  error instanceof StoreUnavailable && (error.cause as Partial<CallError> | undefined)?.name === IN_TRANSACTION;

/** Others wrote the record each time: the write is known not to have landed. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}

/** For operations that have no response for a conflict: the request may be sent again. */
export const unavailableInstead = (error: unknown): never => {
  throw error instanceof Conflict ? new StoreUnavailable(error.message) : error;
};

/** The item would exceed the record limit, or DynamoDB's item limit. */
export class ItemTooLarge extends Error {
  override readonly name = 'ItemTooLarge';
}

/** The condition of a write failed; `item` is the item that it found, if there was one. */
export interface Refused {
  readonly refused: true;
  /** The number of tries. */
  readonly attempts: number;
  /** An earlier try of the same call ended without a response: it may have been applied, and caused this refusal. */
  readonly uncertain: boolean;
  readonly item: Item | undefined;
}

export const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && (outcome as Refused).refused === true;

/** The caller's errors, for which a retry won't help. All other errors count as the store's. */
const CALLER_FAULTS = new Set([
  'ValidationException',
  'AccessDeniedException',
  'ResourceNotFoundException',
  'SerializationException',
]);

/** Translates a failed call to the table's errors. */
export const translate = (error: CallError): Error => {
  if (error.name === 'ValidationException' && /item size/i.test(error.message)) {
    return new ItemTooLarge('the item is too large', { cause: error });
  }
  const isOurs = CALLER_FAULTS.has(error.name) || error instanceof TypeError || error instanceof RangeError;
  if (isOurs) return error;
  return new StoreUnavailable('the store cannot be reached', { cause: error, uncertain: error.uncertain });
};

/** Awaits a call and throws the table's errors. */
export const translated = async <Output>(sent: Promise<Output>): Promise<Output> => {
  try {
    return await sent;
  } catch (error) {
    throw translate(error as CallError);
  }
};

/** Awaits a conditional write; a failed condition is returned, not thrown. */
export const conditional = async <Output>(sent: Promise<Output>): Promise<Output | Refused> => {
  try {
    return await sent;
  } catch (error) {
    const { name, item, attempts = 1, uncertain = false } = error as CallError;
    if (name !== 'ConditionalCheckFailedException') throw translate(error as CallError);
    return { refused: true, attempts, uncertain, item: item && fromAttributes(item) };
  }
};
