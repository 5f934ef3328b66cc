/** What becomes of deliveries, seen on the table's stream: a line for each try, whatever function made it. */
import type { EventSource } from './model.ts';

/** One try of a delivery. */
export interface DeliveryLine {
  readonly event: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** What the endpoint answered, or why it did not. */
  readonly result: string;
  readonly milliseconds: number | undefined;
  /** delivered, failed, or pending: it is tried again. */
  readonly status: string;
  /** Epoch milliseconds of the next try, if there is one. */
  readonly nextAttemptAt: number | undefined;
}

/** A mapping of our own: of each delivery what was written of it. */
export const deliverySource: EventSource = {
  id: 'DeliveriesOnTheConsole',
  functionId: 'the console',
  startingPosition: 'TRIM_HORIZON',
  batchSize: 100,
  patterns: [{ eventName: ['MODIFY'], dynamodb: { NewImage: { type: { S: ['delivery'] } } } }],
  retryAttempts: 0,
  bisects: false,
  namesFailures: false,
};

/** A value as the stream has it. */
interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly L?: readonly Value[];
  readonly M?: Readonly<Record<string, Value>>;
}
type Image = Readonly<Record<string, Value>>;

const textOf = (value: Value | undefined): string => value?.S ?? value?.N ?? '';
const numberOf = (value: Value | undefined): number | undefined =>
  value?.N === undefined ? undefined : Number(value.N);
const lastTry = (image: Image | undefined): Image => image?.attempts?.L?.at(-1)?.M ?? {};

interface StreamEvent {
  readonly Records: readonly {
    readonly dynamodb: { readonly NewImage?: unknown; readonly OldImage?: unknown };
  }[];
}

/** @returns what is called with records of the stream as a function would be */
export const deliveryWatch =
  (onDelivery: (line: DeliveryLine) => void) =>
  async (event: unknown): Promise<string> => {
    for (const { dynamodb } of (event as StreamEvent).Records) {
      const [old, image] = [dynamodb.OldImage as Image | undefined, dynamodb.NewImage as Image];
      const last = lastTry(image);
      // Only a try is told, no change beside.
      if (last.at === undefined || textOf(last.at) === textOf(lastTry(old).at)) continue;
      onDelivery({
        event: textOf(image.event),
        webhookId: textOf(image.webhookId),
        eventId: textOf(image.eventId),
        result: textOf(last.status) || textOf(last.error),
        milliseconds: numberOf(last.milliseconds),
        status: textOf(image.status),
        nextAttemptAt: numberOf(image.nextAttemptAt),
      });
    }
    return 'null';
  };
