/** Each minute: ends uploads that have been pending for a quarter of an hour (docs/content.md). */
import { serviceTable } from '../../lib/dynamodb/client/environment.ts';
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import { functionWriter } from '../../lib/dynamodb/writes/writer.ts';
import { failLate } from '../../lib/media/fail-late.ts';

const writer = functionWriter('fail-late-media', 'the clock');

export const handler = async (_event: unknown, invocation: Invocation): Promise<void> => {
  const { hasTime, ...limits } = timeLimitsOf(invocation);
  await failLate(serviceTable().within({ ...limits, writer }), hasTime);
};
