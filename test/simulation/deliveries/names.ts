/** Who is in a schedule of simulated deliveries, how long it lasts, and what befalls it. */
import { MINUTE, SECOND } from '../jobs/names.ts';
import type { Faults } from '../network.ts';

export const EVENT = 'BUSINESS_UPDATED';

export const HOUR = 60 * MINUTE;
/** All that the partner does, and all events. */
export const ACTS_END = 25 * MINUTE;
/** Nothing is lost, late, repeated or killed from then on. */
export const FAULTS_END = HOUR;
/** The waits between tries are 76 hours in all, and a host may be down for ten before. */
export const END = 110 * HOUR;
/** A request takes so long at most. */
export const MOST_WAIT = 10 * SECOND;

export const FAULTS: Partial<Faults> = {
  requestLost: 0.01,
  responseLost: 0.02,
  broken: 0.01,
  late: 0.015,
  slow: 0.02,
  conflict: 0.01,
  throttled: 0.003,
  frozen: 0.006,
  crashed: 0.008,
};

/** Each webhook keeps its host, whatever its URL is: what reaches the host has reached the webhook. */
export const urlOf = (webhook: number, path: number): string => `https://webhook${webhook}.example/${path}`;
export const hostOf = (url: string): string => new URL(url).host;
