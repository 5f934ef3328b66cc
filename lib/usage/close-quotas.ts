/** Which partners have used most of their quotas: for alarms and logs. */
import type { CallOptions } from '../dynamodb/call.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import { sources } from '../dynamodb/sources.ts';
import { readGateway } from './control-plane.ts';
import { countsOfPlan } from './counts.ts';
import { dayOf } from './rules/periods.ts';

/** The name of the variable that holds the plans with quotas and their ids, which stand in no table. */
export const QUOTA_PLANS = 'QUOTA_PLANS';

/** From this share on, in percent, a partner is named. */
const CLOSE = 80;

export interface QuotaPlan {
  readonly plan: string;
  readonly planId: string;
  readonly limit: number;
}

/** Plans as the variable has them: `trial:1000:abc123 standard:1000000:def456`. */
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

/**
 * The partner whose metering key it is: the operator's commands name it as the key's customer. Where that can't be told, the
 * share is told all the same.
 */
const partnerOf = (keyId: string, options: CallOptions): Promise<string> =>
  readGateway(
    `/apikeys/${encodeURIComponent(keyId)}`,
    (body) => {
      const { customerId } = (body ?? {}) as { readonly customerId?: unknown };
      return typeof customerId === 'string' && customerId !== '' ? customerId : 'unknown';
    },
    options,
  ).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return 'unknown';
    throw error;
  });

/**
 * Asks API Gateway for the counts of every key on a plan with a quota.
 *
 * @returns the highest share of all, in percent, and who is above 80
 * @throws StoreUnavailable where API Gateway gives no counts in time
 */
export const closeQuotas = async (
  options: CallOptions,
): Promise<{ readonly most: number; readonly close: readonly QuotaUse[] }> => {
  const today = dayOf(sources.now());
  let most = 0;
  const close: QuotaUse[] = [];
  // One by one: the control plane takes ten calls a second of all that an account does.
  for (const { plan, planId, limit } of quotaPlansIn(process.env[QUOTA_PLANS] ?? '')) {
    for (const [meteringKey, { remaining }] of await countsOfPlan(planId, today, options)) {
      // Where an operator grants more, more may be left than the plan has.
      const quotaUsed = Math.max(0, Math.floor((100 * (limit - remaining)) / limit));
      most = Math.max(most, quotaUsed);
      if (quotaUsed > CLOSE)
        close.push({ partner: await partnerOf(meteringKey, options), plan, meteringKey, quotaUsed });
    }
  }
  return { most, close };
};
