import { periodStart } from '../../lib/usage/rules/periods.ts';
import type { Limit, Quota, Stage, UsagePlan } from './model.ts';
import type { Route } from './router.ts';

export type Bucket = { tokens: number; filled: number };

/** Takes one token, if there is one: a bucket starts full, holds `burst` and gains `rate` tokens a second. */
export const takeToken = (
  bucket: Bucket | undefined,
  { rate, burst }: Limit,
  now: number,
): { bucket: Bucket; taken: boolean } => {
  const gained = bucket ? (Math.max(0, now - bucket.filled) / 1000) * rate : 0;
  // If no time has passed, an unlimited rate gains 0 × Infinity, which is NaN.
  const tokens = bucket ? Math.min(burst, bucket.tokens + (Number.isNaN(gained) ? burst : gained)) : burst;
  const taken = tokens >= 1;
  return { bucket: { tokens: taken ? tokens - 1 : tokens, filled: now }, taken };
};

/** The stage's limit for a method: the entry that names it, else that of its path, of its verb, of all. */
export const stageLimitOf = ({ limits }: Stage, verb: string, path: string): Limit | undefined => {
  const candidates: [string, string][] = [
    [verb, path],
    ['*', path],
    [verb, '*'],
    ['*', '*'],
  ];
  return candidates
    .map(([method, of]) => limits.find((entry) => entry.method === method && entry.path === of)?.limit)
    .find((limit) => limit !== undefined);
};

export type Refusal = 'THROTTLED' | 'QUOTA_EXCEEDED';

/**
 * Counts requests as usage plans do: first the key's bucket in its plan (or, where the plan overrides the method,
 * the key's bucket for that method), then the stage's bucket for the method, then the key's quota. A request
 * that was throttled does not count against the quota. Unlike AWS, whose limits are best effort, these are exact.
 *
 * @param onPassed - receives each request that passed with a key
 */
export const createUsagePlans = (
  stage: Stage,
  now: () => number,
  onPassed: (metered: { keyId: string; plan: UsagePlan }) => void = () => {},
) => {
  const buckets = new Map<string, Bucket>();
  const used = new Map<string, { start: number; count: number }>();

  const take = (name: string, limit: Limit | undefined): boolean => {
    if (!limit) return true;
    const { bucket, taken } = takeToken(buckets.get(name), limit, now());
    buckets.set(name, bucket);
    return taken;
  };

  const count = (name: string, { limit, offset, period }: Quota): boolean => {
    const start = periodStart(period, now());
    const known = used.get(name);
    // The offset counts as already used in a key's first period.
    const current = known?.start === start ? known.count : known ? 0 : offset;
    if (current >= limit) return false;
    used.set(name, { start, count: current + 1 });
    return true;
  };

  return (route: Route, metered: { keyId: string; plan: UsagePlan } | undefined): Refusal | undefined => {
    const { resource, method } = route;
    const name = `${resource.path}/${method.verb}`;
    if (metered) {
      const { keyId, plan } = metered;
      const override = plan.methodLimits.get(name);
      const bucket = JSON.stringify(override ? [keyId, plan.logicalId, name] : [keyId, plan.logicalId]);
      if (!take(bucket, override ?? plan.limit)) return 'THROTTLED';
    }
    if (!take(name, stageLimitOf(stage, method.verb, resource.path))) return 'THROTTLED';
    const quota = metered?.plan.quota;
    if (metered && quota && !count(JSON.stringify([metered.keyId, metered.plan.logicalId]), quota)) {
      return 'QUOTA_EXCEEDED';
    }
    if (metered) onPassed(metered);
    return undefined;
  };
};
