/** What Lambda hands over of a queue: message by message, and what failed goes back to be tried again. */

/** As much of an event as is read. */
export interface QueueEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes?: { readonly ApproximateReceiveCount?: string | undefined } | undefined;
  }[];
}

export interface Message {
  readonly body: string;
  /** Whether the queue may have shown it before. */
  readonly isRepeated: boolean;
}

/** Works on the messages of a batch at once. One that fails is named in the answer, and the queue shows it again. */
export const eachMessage = async (
  { Records }: QueueEvent,
  work: (message: Message) => Promise<void>,
): Promise<{ batchItemFailures: { itemIdentifier: string }[] }> => {
  const failed = await Promise.all(
    Records.map(async ({ messageId, body, attributes }) => {
      try {
        await work({ body, isRepeated: Number(attributes?.ApproximateReceiveCount ?? 2) > 1 });
        return [];
      } catch (error) {
        const { name, message } = error as Error;
        console.error({ message: 'a message of the queue was not worked off', messageId, name, error: message });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
};
