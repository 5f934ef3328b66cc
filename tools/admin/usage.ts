/** `usage`: what a partner has used of its plans, as in its own `GET /v1/usage`, and by day. */
import { APIGatewayClient, GetUsageCommand, GetUsagePlanCommand } from '@aws-sdk/client-api-gateway';
import type { MeteringKey } from '../../lib/partners/repository/metering-key.ts';
import type { Period, PlanLimits } from '../../lib/usage/plans.ts';
import { DAY_MILLISECONDS, dayOf } from '../../lib/usage/rules/periods.ts';
import { type CountedDays, daysSince, firstDay, type Use, useOf } from '../../lib/usage/rules/use.ts';
import { AdminError, type Io } from '../io.ts';
import { requirePartner } from './find-partner.ts';
import { unless } from './metering-keys.ts';
import { apiKeysOfPartner } from './store/api-keys.ts';
import { findMeteringKey } from './store/metering-keys.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';
import { shownTime } from './values.ts';

export interface UsageOptions {
  readonly partner: string;
  /** How many days to show separately. */
  readonly days?: number | undefined;
  /** A replacement for API Gateway on this machine. */
  readonly gateway?: string | undefined;
  readonly json?: boolean | undefined;
}

/** More in one call may be refused; API Gateway's actual limit is not known. */
const MOST_DAYS = 90;

interface PlanUse extends Use {
  readonly days: readonly { readonly date: string; readonly used: number; readonly remaining: number | null }[];
}

/**
 * The metering key of a plan, if there is one. If an earlier release has recorded it without its plan's id, the id is
 * added. Nothing is made in API Gateway.
 */
const meteringKeyOf = async ({ table, metering, meteringKeys }: Target, partner: string, plan: string) => {
  const known = await findMeteringKey(table, partner, plan);
  if (!known || known.usagePlanId) return known as Required<MeteringKey> | undefined;
  const { keys, plans } = await metering.view(partner);
  if (!keys.has(known.value) || !plans.has(plan)) return undefined;
  await meteringKeys(partner, plan);
  return (await findMeteringKey(table, partner, plan)) as Required<MeteringKey>;
};

/** The deployed limits, which may differ from `cdk.json`. */
const limitsOf = async (gateway: APIGatewayClient, usagePlanId: string): Promise<PlanLimits> => {
  const { throttle, quota } = await gateway.send(new GetUsagePlanCommand({ usagePlanId }));
  return {
    rateLimit: throttle?.rateLimit ?? 0,
    burstLimit: throttle?.burstLimit ?? 0,
    ...(quota?.limit && { quota: { limit: quota.limit, period: quota.period as Period } }),
  };
};

const useOfPlan = async (
  gateway: APIGatewayClient,
  { plan, apiKeyId, usagePlanId }: Required<MeteringKey>,
  { now, days }: { readonly now: number; readonly days: number },
): Promise<PlanUse> => {
  const limits = await limitsOf(gateway, usagePlanId);
  const since = dayOf(now - (days - 1) * DAY_MILLISECONDS);
  const month = firstDay(limits, now);
  const from = days > 0 && since < month ? since : month;
  const { items = {} } = await gateway.send(
    new GetUsageCommand({ usagePlanId, keyId: apiKeyId, startDate: from, endDate: dayOf(now) }),
  );
  const rows = items[apiKeyId] ?? [];
  const counted: CountedDays = { from, days: rows.map(([used = 0, remaining = 0]) => ({ used, remaining })) };
  return {
    ...useOf(plan, limits, counted, now),
    days: (days > 0 ? daysSince(counted, since) : []).map(({ date, used, remaining }) => ({
      date,
      used,
      remaining: limits.quota ? remaining : null,
    })),
  };
};

const shown = (count: number | null): string => (count === null ? '' : String(count));

const planTable = (uses: readonly PlanUse[]): string =>
  textTable(
    ['plan', 'a second', 'burst', 'quota', 'today', 'this month', 'left', 'resets'],
    uses.map(({ plan, rateLimit, burstLimit, quota, today, month, remaining, resetsAt }) => [
      plan,
      String(rateLimit),
      String(burstLimit),
      quota ? `${quota.limit} a ${quota.period.toLowerCase()}` : 'none',
      String(today.used),
      String(month.used),
      shown(remaining),
      resetsAt ? shownTime(Date.parse(resetsAt)) : '',
    ]),
  );

const dayTable = (uses: readonly PlanUse[]): string =>
  textTable(
    ['day', 'plan', 'requests', 'left'],
    uses.flatMap(({ plan, days }) =>
      days.map(({ date, used, remaining }) => [date, plan, String(used), shown(remaining)]),
    ),
  );

const openGateway = ({ isLocal }: Target, gateway: string | undefined): APIGatewayClient => {
  if (isLocal && !gateway)
    throw new AdminError('Requests of this machine are counted by `npm start`: give the --gateway that it prints.');
  return new APIGatewayClient(gateway ? { endpoint: gateway } : {});
};

/** Prints a row for each plan that keys of the partner are on, or were; a note where API Gateway does not know it. */
export const showUsage = async (
  target: Target,
  io: Io,
  { partner, days = 0, gateway: endpoint, json }: UsageOptions,
): Promise<void> => {
  if (days > MOST_DAYS) throw new AdminError(`At most ${MOST_DAYS} days can be shown.`);
  const gateway = openGateway(target, endpoint);
  try {
    await requirePartner(target.table, partner);
    const plans = [...new Set((await apiKeysOfPartner(target.table, partner)).map(({ plan }) => plan))].sort();
    const uses: PlanUse[] = [];
    // One by one: the control plane allows ten calls a second for the complete account.
    for (const plan of plans) {
      const key = await meteringKeyOf(target, partner, plan);
      const use = key && (await unless('NotFoundException', useOfPlan(gateway, key, { now: io.now(), days })));
      if (use) uses.push(use);
      else io.log(`Use of plan ${plan} is not known: API Gateway has no such plan, or no key of the partner on it.`);
    }
    if (json) return io.out(JSON.stringify(uses));
    if (uses.length > 0) io.out(planTable(uses));
    if (days > 0 && uses.length > 0) io.out(`\n${dayTable(uses)}`);
    io.log(
      `${uses.length} ${uses.length === 1 ? 'plan' : 'plans'} of partner ${partner} at ${target.place}; days in UTC.`,
    );
  } finally {
    gateway.destroy();
  }
};
