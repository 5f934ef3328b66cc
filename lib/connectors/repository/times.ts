/** When jobs are tried again, and when they end without a result (docs/connectors.md). Pure. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before the next try, by the number of those before; the last one repeats. */
const WAITS: readonly number[] = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR];
/** Each wait is shortened by chance by up to this part. */
const SPREAD = 0.2;

/** A due item is so far behind the deadline that it names: clocks are apart. */
const SLACK = 30 * SECOND;

/** How long the result of a job may take: what is sent, and what was accepted by a 202. */
const OPEN = { publish: 6 * HOUR, change: 24 * HOUR, message: HOUR } as const;
const ACCEPTED = { publish: 72 * HOUR, change: 72 * HOUR, message: HOUR } as const;

/** What the deadlines of a job follow: a publication, a change of one, or a message. */
export type Pace = keyof typeof OPEN;

/** By how much waits and deadlines are divided: 60 under `npm start -- --fast`, else 1. */
export const JOBS_FASTER = 'JOBS_FASTER';
const faster = (): number => Number(process.env[JOBS_FASTER] ?? 1);
const paced = (milliseconds: number): number => milliseconds / faster();

/** What falls due within this time waits in the queue: longer than the time between two runs of `move-due`. */
export const aheadMilliseconds = (): number => paced(75 * SECOND);

/** @param tries - that failed, this one not counted @param asked - milliseconds of a `Retry-After` @param chance - 0 to 1 */
export const waitAfter = (tries: number, asked: number, chance: number): number =>
  paced(Math.max(WAITS[Math.min(tries, WAITS.length - 1)]! * (1 - SPREAD * chance), asked));

/**
 * Milliseconds between the probes of a connector that fails; the last one repeats. Probes are no rarer: the jobs behind
 * them end by their deadlines, of messages after an hour, also once the connector is well.
 */
export const probeWaits = (): readonly number[] => WAITS.slice(0, 3).map((wait) => Math.floor(paced(wait)));

/** The deadline of what can first be sent, or was due, at a time in epoch milliseconds. */
export const deadlineOf = (pace: Pace, at: number): number => Math.floor(at + paced(OPEN[pace]));

/** The deadline of a result that is reported later. */
export const acceptedDeadlineOf = (pace: Pace, at: number): number => Math.floor(at + paced(ACCEPTED[pace]));

/** When the due item of a deadline is due. */
export const dueAfter = (deadline: number): number => Math.floor(deadline + paced(SLACK));
