/** Each minute: ends uploads that have been pending for a quarter of an hour (docs/content.md). */
import type { Context } from 'aws-lambda';
import { serviceTable } from '../../lib/dynamodb/environment.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { failLate } from '../../lib/media/fail-late.ts';

/** Milliseconds before the time-out at which no other upload is begun with, and at which calls end. */
const LAST_TO_BEGIN = 6000;
const LAST_TO_CALL = 1000;

export const handler = async (
  _event: unknown,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  const deadline = sources.now() + getRemainingTimeInMillis() - LAST_TO_CALL;
  await failLate(serviceTable().within({ deadline }), () => getRemainingTimeInMillis() > LAST_TO_BEGIN);
};
