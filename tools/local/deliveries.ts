/** Watches deliveries on the table's stream: one line for each attempt, whichever function made it. */
import type { EventSource } from './model.ts';

/** One attempt of a delivery. */
export interface DeliveryLine {
  readonly event: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** The endpoint's response, or why there was none. */
  readonly result: string;
  readonly milliseconds: number | undefined;
  /** delivered, failed, or pending (it will be retried). */
  readonly status: string;
  /** Epoch milliseconds of the next attempt, if there is one. */
  readonly nextAttemptAt: number | undefined;
}

/** An event source mapping for this watch: every write of a delivery. */
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

/** An attribute value in the stream's format. */
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

/** @returns a handler of stream records, called as a function would be */
export const deliveryWatch =
  (onDelivery: (line: DeliveryLine) => void) =>
  async (event: unknown): Promise<string> => {
    for (const { dynamodb } of (event as StreamEvent).Records) {
      const [old, image] = [dynamodb.OldImage as Image | undefined, dynamodb.NewImage as Image];
      const last = lastTry(image);
      // Only attempts are reported, no other changes.
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
