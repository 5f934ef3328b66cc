/** Plans in a variable of the environment, and the headers that show them. */
import { describe, expect, it } from 'vitest';
import cdk from '../../../cdk.json' with { type: 'json' };
import { type PlanLimits, planIn, plansText } from '../../../lib/usage/plans.ts';
import { ratePolicy } from '../../../lib/usage/rules/policy.ts';

const plans = cdk.context.usagePlans as Record<string, PlanLimits>;

/** What a plan limits by requests; bulk updates have a variable of their own. */
const limitsOf = ({ rateLimit, burstLimit, quota }: PlanLimits) => ({ rateLimit, burstLimit, ...(quota && { quota }) });

describe('plans as text', () => {
  it('come back as they were, and no other does', () => {
    const text = plansText({ ...plans, 'half-a-second': { rateLimit: 0.5, burstLimit: 1 } });
    for (const [name, plan] of Object.entries(plans)) expect(planIn(text, name)).toEqual(limitsOf(plan));
    expect(planIn(text, 'half-a-second')).toEqual({ rateLimit: 0.5, burstLimit: 1 });
    for (const name of ['', 'half', 'trial:2', 'TRIAL']) expect(planIn(text, name)).toBeUndefined();
    expect(planIn('', '')).toBeUndefined();
  });

  it('leave room for a hundred plans in the 4 KB that the variables of a function have', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`plan-${index}`, plans.standard!]));
    expect(plansText(many).length).toBeLessThan(3500);
  });
});

describe('RateLimit-Policy', () => {
  it('names the rate, and the quota where there is one', () => {
    expect(Object.values(plans).map(ratePolicy)).toEqual([
      '"rate";q=2;w=1, "quota";q=1000;w=86400',
      '"rate";q=50;w=1, "quota";q=1000000;w=2678400',
      '"rate";q=500;w=1',
    ]);
    expect(ratePolicy({ rateLimit: 1, burstLimit: 1, quota: { limit: 7, period: 'WEEK' } })).toBe(
      '"rate";q=1;w=1, "quota";q=7;w=604800',
    );
  });

  it.each([
    [0.5, '"rate";q=1;w=2'],
    [2.5, '"rate";q=5;w=2'],
    [0.1, '"rate";q=1;w=10'],
    [1 / 3, '"rate";q=1;w=3'],
    [0.001, '"rate";q=1;w=1000'],
    [Math.PI, '"rate";q=188;w=60'],
  ])('gives a rate of %f a second in whole requests, never more than it allows', (rateLimit, policy) => {
    expect(ratePolicy({ rateLimit, burstLimit: 1 })).toBe(policy);
  });
});
