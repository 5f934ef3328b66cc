/** Handles a Lambda batch from a queue message by message; failed messages return to the queue. */

/** The fields of an event that are read. */
export interface QueueEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes?: { readonly ApproximateReceiveCount?: string | undefined } | undefined;
  }[];
}

export interface Message {
  readonly body: string;
  /** How often the queue has delivered it, at the least twice where that is unknown. */
  readonly receipts: number;
  /** Whether the queue may have delivered it before. */
  readonly isRepeated: boolean;
}

/**
 * Handles the messages of a batch concurrently. Failed ones are listed in the response, and the queue delivers them
 * again.
 */
export const eachMessage = async (
  { Records }: QueueEvent,
  work: (message: Message) => Promise<void>,
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body, attributes }) => {
      try {
        const receipts = Number(attributes?.ApproximateReceiveCount ?? 2);
        await work({ body, receipts, isRepeated: receipts > 1 });
        return [];
      } catch (error) {
        const { name, message } = error as Error;
        console.error({ message: 'a message of the queue was not processed', messageId, name, error: message });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
};
