/**
 * The usage of a partner's keys on a plan, cached for a minute: API Gateway's control plane allows ten calls a second.
 */
import type { CallOptions } from '../dynamodb/client/call.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { StoreUnavailable } from '../dynamodb/client/outcomes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { meteringKeys } from '../partners/repository/metering-key.ts';
import { countsOf } from './counts.ts';
import { servicePlan } from './plans.ts';
import { dayOf } from './rules/periods.ts';
import { firstDay, type Use, useOf } from './rules/use.ts';

const REMEMBERED_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 1000;

const memory = new Map<string, { readonly use: Use; readonly until: number }>();

/**
 * The usage of a plan by all of the partner's keys on it, which share one metering key.
 *
 * @throws StoreUnavailable if the counts can't be read
 */
export const usageOf = async (store: PartnerStore, plan: string, options: CallOptions): Promise<Use> => {
  const now = clock.now();
  const remembered = `${store.table.name} ${store.partnerId} ${plan}`;
  const known = memory.get(remembered);
  if (known && known.until > now) return known.use;
  memory.delete(remembered);
  const limits = servicePlan(plan);
  if (!limits) throw new StoreUnavailable(`the plan ${plan} is not deployed`);
  const key = await meteringKeys(store).find(plan);
  if (!key?.usagePlanId) throw new StoreUnavailable(`the metering key of plan ${plan} does not know its usage plan`);
  const from = firstDay(limits, now);
  const { usagePlanId: planId, apiKeyId: keyId } = key;
  const asked = { planId, keyId, from, to: dayOf(now), hasQuota: limits.quota !== undefined };
  const use = useOf(plan, limits, { from, days: await countsOf(asked, options) }, now);
  if (memory.size >= MOST_REMEMBERED) memory.clear();
  memory.set(remembered, { use, until: now + REMEMBERED_MILLISECONDS });
  return use;
};
