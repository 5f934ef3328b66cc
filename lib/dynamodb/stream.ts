/** What Lambda hands over of the table's stream: record by record, and what failed goes back to be tried again. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { fromAttributes, type Item } from './attributes.ts';
import { serviceTable } from './environment.ts';
import { endingOf, type Invocation } from './invocation.ts';
import { inLanes } from './lanes.ts';
import { sources } from './sources.ts';
import type { Table } from './table.ts';

/** As much of an event as is read. */
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
export interface StreamRecord {
  readonly newImage: Item | undefined;
  readonly oldImage: Item | undefined;
  /** The stream's own: the same where a record is read again. */
  readonly eventId: string;
  /** About when it was committed, in epoch milliseconds; the stream knows seconds. */
  readonly at: number;
  /** With calls that end in time for the invocation to say what it has done. */
  readonly table: Table;
  /** Past it, in epoch milliseconds, no other call begins either. */
  readonly deadline: number;
  /** Whether there is time to begin anything more. */
  readonly hasTime: () => boolean;
}

/** A record that no repetition makes any better. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export interface RecordOptions {
  /** How many records are worked on at once: one where it is left out. */
  readonly atOnce?: number;
  /** Whether a change of an item has to wait for one before it that has failed. */
  readonly inOrder?: true;
  /** What becomes of a record that is `Unreadable`, by its keys as the stream has them; without it such a record fails. */
  readonly onUnreadable?: (record: { readonly eventId: string; readonly keys: unknown }) => Promise<void>;
}

/** Faults that an operator mends, or the store itself: what failed for them goes through once they are over. */
const PASSING = new Set(['StoreUnavailable', 'Conflict', 'AccessDeniedException', 'ResourceNotFoundException']);

/** Work whose failures are worth a repetition; a record that it fails at otherwise is `Unreadable`. */
export const passingOnly =
  (work: (record: StreamRecord) => Promise<void>) =>
  async (record: StreamRecord): Promise<void> => {
    try {
      await work(record);
    } catch (error) {
      const { name, message } = error as Error;
      throw PASSING.has(name) ? error : new Unreadable(message, { cause: error });
    }
  };

const imageOf = (image: unknown): Item | undefined => {
  if (image === undefined || image === null) return undefined;
  try {
    return fromAttributes(image as Record<string, AttributeValue>);
  } catch (cause) {
    throw new Unreadable((cause as Error).message, { cause });
  }
};

const tellOf = (text: string, itemIdentifier: string, { name, message }: Error): void =>
  console.error({ message: text, itemIdentifier, name, error: message });

/**
 * Works on the records, one after the other or some at once. One that fails is named in the answer and keeps none of the
 * others from their turn; those for which no time was left are named too.
 */
export const eachRecord = async (
  { Records }: StreamEvent,
  invocation: Invocation,
  work: (record: StreamRecord) => Promise<void>,
  { atOnce = 1, inOrder, onUnreadable }: RecordOptions = {},
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
  const { deadline, hasTime } = endingOf(invocation);
  const serviced = serviceTable();
  const failed = new Set<RawRecord>();
  const failedItems = new Set<string>();
  const identifierOf = ({ dynamodb }: RawRecord) => dynamodb?.SequenceNumber ?? '';

  const workOn = async (record: RawRecord): Promise<void> => {
    const { eventID: eventId = '', dynamodb = {} } = record;
    try {
      const [newImage, oldImage] = [imageOf(dynamodb.NewImage), imageOf(dynamodb.OldImage)];
      const at = (dynamodb.ApproximateCreationDateTime ?? sources.now() / 1000) * 1000;
      await work({ newImage, oldImage, eventId, at, table: serviced.within({ deadline }), deadline, hasTime });
    } catch (error) {
      if (!(error instanceof Unreadable && onUnreadable)) throw error;
      tellOf('a record of the stream cannot be read', identifierOf(record), error);
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
      tellOf('a record of the stream was not worked off', identifierOf(record), error as Error);
    }
  };

  await inLanes(Records, atOnce, tryOn);
  return {
    batchItemFailures: Records.filter((each) => failed.has(each)).map((each) => ({
      itemIdentifier: identifierOf(each),
    })),
  };
};
