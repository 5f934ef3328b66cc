/** The ceilings of a stage, from the plans that are sold, and what they ask of the account. Pure. */
import type { PlanLimits } from '../../lib/usage/plans.ts';
import type { Context } from './context-schema.ts';

/** What a stage admits at most. */
export interface Ceilings {
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly table: { readonly maxReadUnits: number; readonly maxWriteUnits: number };
}

/** Where nothing is said of the plans sold: the account's own default is ten times as much. */
const DEFAULT_THROTTLE = { rateLimit: 1000, burstLimit: 2000 };

/** Read or write units of the table for each request a second: what the largest usual requests take (docs/costs.md). */
const UNITS_OF_A_REQUEST = 25;

/** An import and the processing after a write need it, however few requests there are. */
const LEAST_UNITS = 25_000;

/** What all partners together may ask, if each uses its plan up to the limit. */
const soldThrottle = (
  plans: Readonly<Record<string, PlanLimits>>,
  sold: Readonly<Record<string, number>>,
): Ceilings['throttle'] => {
  const rows = Object.entries(sold).map(([name, partners]) => {
    const plan = Object.hasOwn(plans, name) ? plans[name] : undefined;
    if (!plan) throw new Error(`context.plansSold.${name} is no plan of context.usagePlans`);
    return { rate: plan.rateLimit * partners, burst: plan.burstLimit * partners };
  });
  const sumOf = (of: 'rate' | 'burst') => rows.reduce((sum, row) => sum + row[of], 0);
  return { rateLimit: Math.max(1, Math.ceil(sumOf('rate'))), burstLimit: Math.max(1, Math.ceil(sumOf('burst'))) };
};

/**
 * The ceilings of a stage: those of the context, else what follows from the plans sold.
 *
 * @throws Error if a plan is sold that does not exist
 */
export const ceilingsOf = (context: Context, plans: Readonly<Record<string, PlanLimits>>): Ceilings => {
  const sold = context.plansSold ? soldThrottle(plans, context.plansSold) : DEFAULT_THROTTLE;
  const rateLimit = context.stageRateLimit ?? sold.rateLimit;
  const units = Math.max(LEAST_UNITS, UNITS_OF_A_REQUEST * rateLimit);
  return {
    throttle: { rateLimit, burstLimit: context.stageBurstLimit ?? sold.burstLimit },
    table: {
      maxReadUnits: context.tableMaxReadUnits ?? units,
      maxWriteUnits: context.tableMaxWriteUnits ?? units,
    },
  };
};

/** How long a function works on a request on average, cold starts included, with room to spare: seconds. */
const REQUEST_SECONDS = 0.1;

interface Working {
  readonly throttle: Ceilings['throttle'];
  readonly deliveriesAtOnce: number;
  readonly streamReadersAtOnce: number;
  readonly jobsAtOnce: number;
}

/** The functions that read the table's stream. */
export const STREAM_READERS = 2;

/** How many media files are fetched at the same time, for all partners. */
export const FETCHES_AT_ONCE = 20;

/** How many slices of bulk updates are executed at the same time, for all partners. */
export const SLICES_AT_ONCE = 20;

/** The Lambda concurrency that a stage takes if all its requests, stream readers and workers on queues run at the same time. */
export const concurrencyOf = ({ throttle, deliveriesAtOnce, jobsAtOnce, streamReadersAtOnce }: Working): number =>
  Math.ceil(throttle.rateLimit * REQUEST_SECONDS) +
  deliveriesAtOnce +
  jobsAtOnce +
  FETCHES_AT_ONCE +
  SLICES_AT_ONCE +
  STREAM_READERS * streamReadersAtOnce;

/**
 * How many requests of one partner to its webhooks may be in flight. Each may keep a batch under way, so one partner takes a
 * quarter of them at most; docs/deliveries.md says what quick webhooks may take next to them.
 */
export const deliveriesOfPartner = ({ deliveriesAtOnce }: { readonly deliveriesAtOnce: number }): number =>
  Math.max(1, Math.floor(deliveriesAtOnce / 4));

/** So many batches of jobs are under way at once unless the context says otherwise (docs/social.md: many posts at once). */
export const JOBS_AT_ONCE = 60;

/** How many requests of one partner to connectors that may be slow may be in flight: a tenth of the batches. */
export const jobsOfPartner = ({ jobsAtOnce }: { readonly jobsAtOnce: number }): number =>
  Math.max(1, Math.floor(jobsAtOnce / 10));
