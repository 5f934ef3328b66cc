/**
 * Processes records of the table's stream one by one, and reports those that failed to Lambda, which sends them again.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { clock } from '../client/clock.ts';
import { withConcurrency } from '../client/concurrency.ts';
import { serviceTable } from '../client/environment.ts';
import { fromAttributes, type Item } from '../table/attributes.ts';
import type { Table } from '../table/table.ts';
import { type Invocation, type TimeLimits, timeLimitsOf } from './invocation.ts';

/** The part of Lambda's event that is used. */
export interface StreamEvent {
  readonly Records: readonly RawRecord[];
}

interface RawRecord {
  readonly eventID?: string | undefined;
  readonly eventName?: string | undefined;
  readonly dynamodb?:
    | {
        readonly SequenceNumber?: string | undefined;
        readonly ApproximateCreationDateTime?: number | undefined;
        readonly Keys?: unknown;
        readonly NewImage?: unknown;
        readonly OldImage?: unknown;
      }
    | undefined;
}

/** One change of the table. */
export interface StreamRecord extends TimeLimits {
  readonly newImage: Item | undefined;
  readonly oldImage: Item | undefined;
  /** The stream's id of the record: the same if the record is read again. */
  readonly eventId: string;
  /** When it was committed, in epoch milliseconds, with a precision of seconds. */
  readonly at: number;
  /** The table, with calls that end at the deadline. */
  readonly table: Table;
}

/** A record that would fail at every repetition. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export interface RecordOptions {
  /** The number of records that are processed at once; one by default. */
  readonly atOnce?: number;
  /** Whether the changes of an item that follow a failed one fail too, so that all are processed in order. */
  readonly inOrder?: true;
  /** Handles an `Unreadable` record, by its keys in the stream's format; without it such a record fails. */
  readonly onUnreadable?: (record: { readonly eventId: string; readonly keys: unknown }) => Promise<void>;
}

/** Failures that end when the store recovers or an operator has fixed their cause: a repetition can succeed. */
const PASSING = new Set(['StoreUnavailable', 'Conflict', 'AccessDeniedException', 'ResourceNotFoundException']);

/** Wraps work: a record that fails for a reason that a repetition can't change is `Unreadable`. */
export const passingOnly =
  <T>(work: (record: StreamRecord) => Promise<T>) =>
  async (record: StreamRecord): Promise<T> => {
    try {
      return await work(record);
    } catch (error) {
      const { name, message } = error as Error;
      throw PASSING.has(name) ? error : new Unreadable(message, { cause: error });
    }
  };

/** The same records, those whose new image has one of these types behind the others. */
export const withLast = ({ Records }: StreamEvent, isLast: (type: string) => boolean): StreamEvent => {
  const goesLast = ({ dynamodb }: RawRecord) =>
    isLast(String((dynamodb?.NewImage as { readonly type?: { readonly S?: string } } | undefined)?.type?.S));
  return { Records: [...Records.filter((each) => !goesLast(each)), ...Records.filter(goesLast)] };
};

const imageOf = (image: unknown): Item | undefined => {
  if (image === undefined || image === null) return undefined;
  try {
    return fromAttributes(image as Record<string, AttributeValue>);
  } catch (cause) {
    throw new Unreadable((cause as Error).message, { cause });
  }
};

const logFailure = (message: string, itemIdentifier: string, error: Error): void =>
  console.error({ message, itemIdentifier, name: error.name, error: error.message });

/**
 * Processes the records, one after the other or several at once. A failed record does not keep the others from being
 * processed.
 *
 * @returns the records that failed or for which no time was left
 */
export const eachRecord = async (
  { Records }: StreamEvent,
  invocation: Invocation,
  work: (record: StreamRecord) => Promise<void>,
  { atOnce = 1, inOrder, onUnreadable }: RecordOptions = {},
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
  const limits = timeLimitsOf(invocation);
  const { deadline, hasTime } = limits;
  const serviced = serviceTable();
  const failed = new Set<RawRecord>();
  const failedItems = new Set<string>();
  const identifierOf = ({ dynamodb }: RawRecord) => dynamodb?.SequenceNumber ?? '';

  const workOn = async (record: RawRecord): Promise<void> => {
    const { eventID: eventId = '', dynamodb = {} } = record;
    try {
      const [newImage, oldImage] = [imageOf(dynamodb.NewImage), imageOf(dynamodb.OldImage)];
      const at = (dynamodb.ApproximateCreationDateTime ?? clock.now() / 1000) * 1000;
      await work({ newImage, oldImage, eventId, at, table: serviced.within({ deadline }), ...limits });
    } catch (error) {
      if (!(error instanceof Unreadable && onUnreadable)) throw error;
      logFailure('a record of the stream cannot be read', identifierOf(record), error);
      await onUnreadable({ eventId, keys: dynamodb.Keys });
    }
  };
  const tryOn = async (record: RawRecord): Promise<void> => {
    const item = inOrder && JSON.stringify(record.dynamodb?.Keys);
    const fail = () => {
      failed.add(record);
      if (item) failedItems.add(item);
    };
    if (!hasTime() || (item && failedItems.has(item))) return fail();
    try {
      await workOn(record);
    } catch (error) {
      fail();
      logFailure('a record of the stream was not processed', identifierOf(record), error as Error);
    }
  };

  await withConcurrency(Records, atOnce, tryOn);
  return {
    batchItemFailures: Records.filter((each) => failed.has(each)).map((each) => ({
      itemIdentifier: identifierOf(each),
    })),
  };
};
