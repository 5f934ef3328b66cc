/** What becomes of a call: its faults in the table's own words, and a failed condition, which is an answer. */
import { fromAttributes, type Item } from './attributes.ts';
import type { CallError } from './call.ts';

/** The store throttles, cannot be reached, or the time for it is over: the request may be tried again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** Whether a write may have been applied all the same. */
  readonly uncertain: boolean;

  constructor(message: string, { cause, uncertain = false }: { cause?: unknown; uncertain?: boolean } = {}) {
    super(message, { cause });
    this.uncertain = uncertain;
  }
}

/** The item would be larger than a record may be, or than the table takes. */
export class ItemTooLarge extends Error {
  override readonly name = 'ItemTooLarge';
}

/** A conditional write found something else; `item` is what it found, where there was anything. */
export interface Refused {
  readonly refused: true;
  /** How often the call was tried. */
  readonly attempts: number;
  /** An earlier try of the same call ended without a response: it may have been applied, and be what this one found. */
  readonly uncertain: boolean;
  readonly item: Item | undefined;
}

export const isRefused = (outcome: unknown): outcome is Refused =>
  typeof outcome === 'object' && outcome !== null && (outcome as Refused).refused === true;

/** Faults of the caller: trying again won't help. All other faults of a call are the store's. */
const CALLER_FAULTS = new Set([
  'ValidationException',
  'AccessDeniedException',
  'ResourceNotFoundException',
  'SerializationException',
]);

/** A failed call in the table's words. */
export const translate = (error: CallError): Error => {
  if (error.name === 'ValidationException' && /item size/i.test(error.message)) {
    return new ItemTooLarge('the item is too large', { cause: error });
  }
  const isOurs = CALLER_FAULTS.has(error.name) || error instanceof TypeError || error instanceof RangeError;
  if (isOurs) return error;
  return new StoreUnavailable('the store cannot be reached', { cause: error, uncertain: error.uncertain });
};

/** Waits for a call, and throws its fault in the table's words. */
export const translated = async <Output>(sent: Promise<Output>): Promise<Output> => {
  try {
    return await sent;
  } catch (error) {
    throw translate(error as CallError);
  }
};

/** Waits for a conditional write. */
export const conditional = async <Output>(sent: Promise<Output>): Promise<Output | Refused> => {
  try {
    return await sent;
  } catch (error) {
    const { name, item, attempts = 1, uncertain = false } = error as CallError;
    if (name !== 'ConditionalCheckFailedException') throw translate(error as CallError);
    return { refused: true, attempts, uncertain, item: item && fromAttributes(item) };
  }
};
