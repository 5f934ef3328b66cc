/** Finds the partners that have used most of their quotas, for alarms and logs. */
import type { CallOptions } from '../dynamodb/client/call.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { countsOfPlan } from './counts.ts';
import { partnersOfPlan } from './partners-of-plan.ts';
import { dayOf } from './rules/periods.ts';

/** The environment variable with the quota plans and their ids, which are not in the table. */
export const QUOTA_PLANS = 'QUOTA_PLANS';

/** The share in percent above which a partner is reported. */
const CLOSE = 80;

const MOST_REPORTED = 500;

export interface QuotaPlan {
  readonly plan: string;
  readonly planId: string;
  readonly limit: number;
}

/** The plans in the variable's format: `trial:1000:abc123 standard:1000000:def456`. */
export const quotaPlansText = (plans: readonly QuotaPlan[]): string =>
  plans.map(({ plan, limit, planId }) => `${plan}:${limit}:${planId}`).join(' ');

const quotaPlansIn = (text: string): readonly QuotaPlan[] =>
  text
    .split(' ')
    .filter((row) => row !== '')
    .map((row) => {
      const [plan = '', limit, planId = ''] = row.split(':');
      return { plan, limit: Number(limit), planId };
    });

/** One partner's use of a quota. */
export interface QuotaUse {
  readonly partner: string;
  readonly plan: string;
  /** The API Gateway key that meters it. */
  readonly meteringKey: string;
  /** In percent. */
  readonly quotaUsed: number;
}

/** The highest share of a plan's keys, and the partners above 80. */
const closeOfPlan = async ({ plan, planId, limit }: QuotaPlan, today: string, options: CallOptions) => {
  const uses = [...(await countsOfPlan(planId, today, options))].map(([meteringKey, { remaining }]) => ({
    meteringKey,
    // If an operator granted more requests, the remainder may exceed the plan's limit.
    quotaUsed: Math.max(0, Math.floor((100 * (limit - remaining)) / limit)),
  }));
  const above = uses.filter(({ quotaUsed }) => quotaUsed > CLOSE);
  const partners = above.length > 0 ? await partnersOfPlan(planId, options) : new Map<string, string>();
  return {
    most: uses.reduce((most, { quotaUsed }) => Math.max(most, quotaUsed), 0),
    close: above.map((use): QuotaUse => ({ ...use, plan, partner: partners.get(use.meteringKey) ?? 'unknown' })),
  };
};

export interface CloseQuotas {
  /** The highest share in percent. */
  readonly most: number;
  /** The partners above 80 percent with the highest shares, at most 500. */
  readonly close: readonly QuotaUse[];
  /** Why a plan could not be read (`StoreUnavailable`); the others are reported all the same. */
  readonly failure: unknown;
}

/** Reads the counts of every key on a plan with a quota from API Gateway. */
export const closeQuotas = async (options: CallOptions): Promise<CloseQuotas> => {
  const today = dayOf(clock.now());
  let most = 0;
  let failure: unknown;
  const close: QuotaUse[] = [];
  // Sequentially: the control plane allows ten calls a second for the complete AWS account.
  for (const plan of quotaPlansIn(process.env[QUOTA_PLANS] ?? '')) {
    try {
      const found = await closeOfPlan(plan, today, options);
      most = Math.max(most, found.most);
      close.push(...found.close);
    } catch (error) {
      failure ??= error;
    }
  }
  // A metric filter takes fewer than 1,000 partners in an hour, an alarm names 100.
  const closest = close.toSorted((one, other) => other.quotaUsed - one.quotaUsed).slice(0, MOST_REPORTED);
  return { most, close: closest, failure };
};
