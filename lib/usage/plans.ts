/**
 * Usage plans as functions know them: in one variable of the environment, since a plan's limits stand in no table. Pure but
 * for `servicePlans`.
 */

/** When a quota begins anew. */
export type Period = 'DAY' | 'WEEK' | 'MONTH';

/** One plan, as `cdk.json` has it. */
export interface PlanLimits {
  /** Requests a second, over time. */
  readonly rateLimit: number;
  /** Requests at once. */
  readonly burstLimit: number;
  readonly quota?: { readonly limit: number; readonly period: Period };
}

/** The name of the variable. */
export const USAGE_PLANS = 'USAGE_PLANS';

/**
 * Plans by name as the variable has them: `trial:2:5:1000:DAY enterprise:500:1000`. All variables of a function share 4 KB,
 * so that JSON would leave room for a third as many plans.
 */
export const plansText = (plans: Readonly<Record<string, PlanLimits>>): string =>
  Object.entries(plans)
    .map(([name, { rateLimit, burstLimit, quota }]) =>
      [name, rateLimit, burstLimit, ...(quota ? [quota.limit, quota.period] : [])].join(':'),
    )
    .join(' ');

/** The plan of this name in such a text; `undefined` where there is none. */
export const planIn = (text: string, plan: string): PlanLimits | undefined => {
  for (const row of text.split(' ')) {
    const [name, rateLimit, burstLimit, limit, period] = row.split(':');
    if (name !== plan || name === '') continue;
    const quota = { limit: Number(limit), period: period as Period };
    return { rateLimit: Number(rateLimit), burstLimit: Number(burstLimit), ...(period && { quota }) };
  }
  return undefined;
};

/** The plan of this name by the environment. A key may be on one that was deployed with an older stack, or is no more. */
export const servicePlan = (plan: string): PlanLimits | undefined => planIn(process.env[USAGE_PLANS] ?? '', plan);
