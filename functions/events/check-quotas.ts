/** Each quarter of an hour: how much of their quotas partners have used (docs/watching.md). */
import { endingOf, type Invocation } from '../../lib/dynamodb/invocation.ts';
import { closeQuotas } from '../../lib/usage/close-quotas.ts';

export const handler = async (_event: unknown, invocation: Invocation): Promise<void> => {
  const { hasTime: _, ...limits } = endingOf(invocation);
  const { most, close } = await closeQuotas(limits);
  for (const use of close) console.info(use);
  // The line that the metric of the alarm is made of.
  console.info({ mostQuotaUsed: most });
};
