/**
 * Usage plans for functions: in one environment variable, since the limits of a plan are not in the table. Pure, except
 * for `servicePlans`.
 */

/** When a quota starts again. */
export type Period = 'DAY' | 'WEEK' | 'MONTH';

/** The limits of one plan, as in `cdk.json`. */
export interface PlanLimits {
  /** The average rate, in requests a second. */
  readonly rateLimit: number;
  /** The largest burst of requests. */
  readonly burstLimit: number;
  readonly quota?: { readonly limit: number; readonly period: Period };
  /** The limits of bulk updates: rows of a job, and of a day; a plan without them has none. */
  readonly bulk?: { readonly jobRows: number; readonly dayRows: number };
}

/** The name of the variable. */
export const USAGE_PLANS = 'USAGE_PLANS';

/**
 * The plans in the variable's format: `trial:2:5:1000:DAY enterprise:500:1000`. All variables of a function share 4 KB;
 * JSON would leave room for a third as many plans.
 */
export const plansText = (plans: Readonly<Record<string, PlanLimits>>): string =>
  Object.entries(plans)
    .map(([name, { rateLimit, burstLimit, quota }]) =>
      [name, rateLimit, burstLimit, ...(quota ? [quota.limit, quota.period] : [])].join(':'),
    )
    .join(' ');

/** The plan of this name in a variable's text; `undefined` if there is none. */
export const planIn = (text: string, plan: string): PlanLimits | undefined => {
  for (const row of text.split(' ')) {
    const [name, rateLimit, burstLimit, limit, period] = row.split(':');
    if (name !== plan || name === '') continue;
    const quota = { limit: Number(limit), period: period as Period };
    return { rateLimit: Number(rateLimit), burstLimit: Number(burstLimit), ...(period && { quota }) };
  }
  return undefined;
};

/** The plan of this name from the environment. A key may be on a plan of an older deployment, or on a removed one. */
export const servicePlan = (plan: string): PlanLimits | undefined => planIn(process.env[USAGE_PLANS] ?? '', plan);
