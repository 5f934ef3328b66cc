/** What Lambda hands over of the table's stream: record by record, and what failed goes back to be tried again. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { fromAttributes, type Item } from './attributes.ts';
import { serviceTable } from './environment.ts';
import { sources } from './sources.ts';
import type { Table } from './table.ts';

/** As much of an event as is read. */
export interface StreamEvent {
  readonly Records: readonly {
    readonly eventName?: string | undefined;
    readonly dynamodb?:
      | {
          readonly SequenceNumber?: string | undefined;
          readonly NewImage?: unknown;
          readonly OldImage?: unknown;
        }
      | undefined;
  }[];
}

/** One change of the table. */
export interface StreamRecord {
  readonly newImage: Item | undefined;
  readonly oldImage: Item | undefined;
  /** With calls that end in time for the invocation to say what it has done. */
  readonly table: Table;
  /** Whether there is time to begin anything more. */
  readonly hasTime: () => boolean;
}

/** Milliseconds before the time-out at which nothing more is begun, and at which calls end. */
const LAST_TO_BEGIN = 6000;
const LAST_TO_CALL = 1000;

const imageOf = (image: unknown): Item | undefined =>
  image === undefined || image === null ? undefined : fromAttributes(image as Record<string, AttributeValue>);

/**
 * Works on the records one after the other. One that fails is named in the answer and keeps none of the others from their
 * turn; those for which no time was left are named too.
 */
export const eachRecord = async (
  { Records }: StreamEvent,
  { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
  work: (record: StreamRecord) => Promise<void>,
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
  const deadline = sources.now() + getRemainingTimeInMillis() - LAST_TO_CALL;
  const table = serviceTable().within({ deadline });
  const hasTime = () => getRemainingTimeInMillis() > LAST_TO_BEGIN;
  const failed: string[] = [];
  for (const { dynamodb = {} } of Records) {
    const itemIdentifier = dynamodb.SequenceNumber ?? '';
    if (!hasTime()) {
      failed.push(itemIdentifier);
      continue;
    }
    try {
      const [newImage, oldImage] = [imageOf(dynamodb.NewImage), imageOf(dynamodb.OldImage)];
      await work({ newImage, oldImage, table, hasTime });
    } catch (error) {
      failed.push(itemIdentifier);
      const { name, message } = error as Error;
      console.error({ message: 'a record of the stream was not worked off', itemIdentifier, name, error: message });
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
};
