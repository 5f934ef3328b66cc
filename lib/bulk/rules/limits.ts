/** The limits of bulk updates by usage plan, in one environment variable. Pure, except for `serviceBulkLimits`. */

export interface BulkLimits {
  /** The most rows of a job; 0 for a plan without bulk updates. */
  readonly jobRows: number;
  /** The most rows that a partner may start on a day. */
  readonly dayRows: number;
}

/** The name of the variable. */
export const BULK_PLANS = 'BULK_PLANS';

/** The limits in the variable's format: `trial:100:500 standard:10000:100000`. */
export const bulkPlansText = (plans: Readonly<Record<string, { readonly bulk?: BulkLimits | undefined }>>): string =>
  Object.entries(plans)
    .flatMap(([name, { bulk }]) => (bulk ? [`${name}:${bulk.jobRows}:${bulk.dayRows}`] : []))
    .join(' ');

/** The limits of a plan in a variable's text. */
export const bulkLimitsIn = (text: string, plan: string): BulkLimits => {
  const [, jobRows = 0, dayRows = 0] =
    text
      .split(' ')
      .map((row) => row.split(':'))
      .find(([name]) => name === plan) ?? [];
  return { jobRows: Number(jobRows), dayRows: Number(dayRows) };
};

export const serviceBulkLimits = (plan: string): BulkLimits => bulkLimitsIn(process.env[BULK_PLANS] ?? '', plan);

/** The day of a time, in UTC: `2026-03-04`. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Seconds until the day ends, in UTC. */
export const secondsToNextDay = (now: number): number => Math.ceil((86_400_000 - (now % 86_400_000)) / 1000);
