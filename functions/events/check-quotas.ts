/** Each quarter of an hour: how much of their quotas partners have used (docs/watching.md). */
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import { closeQuotas } from '../../lib/usage/close-quotas.ts';

export const handler = async (_event: unknown, invocation: Invocation): Promise<void> => {
  const { hasTime: _, ...limits } = timeLimitsOf(invocation);
  const { most, close, failure } = await closeQuotas(limits);
  // The metric of the alarm is made of these lines: one time series for each partner.
  for (const use of close) console.info(use);
  if (failure) throw failure;
  // It says that all plans were read, also if no one is close.
  console.info({ mostQuotaUsed: most });
};
