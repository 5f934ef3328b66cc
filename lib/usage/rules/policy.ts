/**
 * The headers that describe a client's plan (draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy`, `RateLimit`).
 * Pure.
 */
import type { Period, PlanLimits } from '../plans.ts';

/** The names of the two policies: fixed, so that responses of the gateway, which are constants, can name them too. */
export const RATE = 'rate';
export const QUOTA = 'quota';

const DAY_SECONDS = 86_400;

/**
 * The window of a quota. For a month it is the longest one, so that a client that spreads its requests evenly never
 * runs out.
 */
const WINDOW_SECONDS: Readonly<Record<Period, number>> = {
  DAY: DAY_SECONDS,
  WEEK: 7 * DAY_SECONDS,
  MONTH: 31 * DAY_SECONDS,
};

/** The shortest window in seconds, up to a minute, in which a rate allows a whole number of requests. */
const windowOf = (rate: number): number => {
  for (let seconds = 1; seconds < 60; seconds++) {
    const requests = rate * seconds;
    if (requests >= 1 && Math.abs(requests - Math.round(requests)) < 1e-9) return seconds;
  }
  return Math.max(60, Math.ceil(1 / rate));
};

/**
 * The value of `RateLimit-Policy`: `"rate";q=50;w=1, "quota";q=1000000;w=2678400`, `q` requests in `w` seconds. The
 * rate is the refill rate. The bucket's size is the burst, which the draft can't express.
 */
export const ratePolicy = ({ rateLimit, quota }: PlanLimits): string => {
  const seconds = windowOf(rateLimit);
  // In floating point, 0.29 × 100 is less than 29.
  const rate = `"${RATE}";q=${Math.floor(rateLimit * seconds + 1e-9)};w=${seconds}`;
  return quota ? `${rate}, "${QUOTA}";q=${quota.limit};w=${WINDOW_SECONDS[quota.period]}` : rate;
};

/** `RateLimit` of a request that exceeded the rate: nothing is left, and the bucket refills within a second. */
export const RATE_USED_UP = `"${RATE}";r=0;t=1`;
/** `RateLimit` for an exceeded quota. Its reset time is not known where the response is written. */
export const QUOTA_USED_UP = `"${QUOTA}";r=0`;
