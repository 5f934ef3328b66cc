/** API Gateway's counts for functions that tests call without a gateway: no one has used anything. */

import cdk from '../../cdk.json' with { type: 'json' };
import { type PlanLimits, plansText } from '../../lib/usage/plans.ts';
import type { UsagePlan } from '../../tools/local/model.ts';
import { startUsageServer, type UsageServer } from '../../tools/local/usage/server.ts';
import { createUseCounts } from '../../tools/local/usage/use-counts.ts';

export const testPlans = cdk.context.usagePlans as Record<string, PlanLimits>;

const planOf = ([name, { rateLimit: rate, burstLimit: burst, quota }]: [string, PlanLimits]): UsagePlan => ({
  logicalId: name,
  names: [name],
  onStage: true,
  limit: { rate, burst },
  methodLimits: new Map(),
  quota: quota && { ...quota, offset: 0 },
});

/** Serves counts, and has functions of this process, and of what it starts, ask there about the plans of `cdk.json`. */
export const countNothing = async (): Promise<UsageServer> => {
  const server = await startUsageServer(createUseCounts(Date.now), Object.entries(testPlans).map(planOf));
  process.env.AWS_ENDPOINT_URL_API_GATEWAY = server.endpoint;
  process.env.USAGE_PLANS = plansText(testPlans);
  return server;
};
