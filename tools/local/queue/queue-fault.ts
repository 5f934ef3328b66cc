/** The errors of the local queue, with Amazon SQS's names. */

/** An error of SQS: its shape in the JSON protocol, and its code in the older query protocol. */
export class QueueFault extends Error {
  readonly type: string;
  readonly code: string;

  constructor(type: string, message: string, code = type) {
    super(message);
    this.type = type;
    this.code = code;
  }
}

const OLD = 'AWS.SimpleQueueService';

export const noSuchQueue = () =>
  new QueueFault('QueueDoesNotExist', 'The specified queue does not exist.', `${OLD}.NonExistentQueue`);
export const emptyBatch = () =>
  new QueueFault('EmptyBatchRequest', 'There should be at least one entry.', `${OLD}.EmptyBatchRequest`);
export const largeBatch = (count: number) =>
  new QueueFault(
    'TooManyEntriesInBatchRequest',
    `Maximum number of entries per request are 10. You have sent ${count}.`,
    `${OLD}.TooManyEntriesInBatchRequest`,
  );
export const sameIds = (id: string) =>
  new QueueFault('BatchEntryIdsNotDistinct', `Id ${id} repeated.`, `${OLD}.BatchEntryIdsNotDistinct`);
export const longBatch = (most: number) =>
  new QueueFault(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${most} bytes.`,
    `${OLD}.BatchRequestTooLong`,
  );
export const badHandle = () => new QueueFault('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
export const notInFlight = () =>
  new QueueFault('MessageNotInflight', 'The message is not in flight.', `${OLD}.MessageNotInflight`);
export const badValue = (message: string) =>
  new QueueFault('InvalidParameterValueException', message, 'InvalidParameterValue');
export const badAction = (name: string) => new QueueFault('InvalidAction', `The action ${name} is not served here.`);
