/** Who is in a schedule of simulated jobs, and what is known of AWS. */
import type { Channel } from '../../../lib/connectors/repository/channels.ts';

export const PARTNER = 'sim';
export const ACCOUNT = 100;
export const LOCATIONS: readonly number[] = [101, 102, 103, 104];
export const SITE: Channel & 'ALPHA' = 'ALPHA';
export const CONTACT = 200;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
/** Clocks are apart by up to twice this. */
export const SKEW = 2 * SECOND;
/** Faults end then, and the schedule a while later: by then all that was begun has ended. */
export const FAULTS_END = 100 * MINUTE;
export const END = 175 * MINUTE;

/** Deadlines are shorter than those of the service, so that a schedule need not last for days. */
export const OPEN = { publish: 20 * MINUTE, change: 20 * MINUTE, message: 5 * MINUTE } as const;
export const ACCEPTED = { publish: 30 * MINUTE, change: 30 * MINUTE, message: 5 * MINUTE } as const;

/** What a schedule has more of than what happens in all of them. */
export interface Stress {
  /** How likely the queue shows a message twice, and within how many milliseconds. */
  readonly twice: number;
  readonly apart: number;
  /** Within how many milliseconds a copy of a message comes. */
  readonly copies: number;
  /** How likely a function stands still soon after its begin, and for how many milliseconds. */
  readonly stalls: number;
  readonly stallsFrom: number;
  readonly stallsTo: number;
  /** How often connectors answer 503, next to 5 of `done`, and how many seconds around the deadline they ask to be asked again. */
  readonly busy: number;
  /** How often they do not answer. */
  readonly unanswered: number;
  readonly asks: readonly [from: number, to: number];
  /** How likely something happens to a job just when a worker receives it. */
  readonly atReceipt: number;
  /** So often, of 3, something is lost, late, frozen or killed at most. */
  readonly level: number;
  /** Within so many milliseconds a worker begins with a message. */
  readonly begins: number;
  /** How likely a function crashes at a call, next to what is usual. */
  readonly crashes: number;
}

const USUAL: Stress = {
  ...{ twice: 0, apart: 3000, copies: 60_000, stalls: 0, stallsFrom: 4000, stallsTo: 20_000 },
  ...{ busy: 2, unanswered: 1, asks: [-2, 40], atReceipt: 0, level: 3, begins: 120, crashes: 0 },
};
export const STRESSES = {
  usual: USUAL,
  copies: { ...USUAL, twice: 0.5, apart: 40, copies: 8000, unanswered: 8, atReceipt: 0.3, level: 0.5, begins: 4 },
  stalls: { ...USUAL, stalls: 0.3, stallsFrom: 5000, stallsTo: 15_000, atReceipt: 0.3, level: 0.5 },
  crashes: { ...USUAL, crashes: 0.08, level: 1 },
  deadlines: { ...USUAL, busy: 15, asks: [-2, 0], stalls: 0.5, stallsFrom: 1000, stallsTo: 5000 },
} as const satisfies Readonly<Record<string, Stress>>;

/** What is in a schedule. */
export interface Setting {
  readonly seed: number;
  /** A conversation, in place of posts. */
  readonly isTalk: boolean;
  readonly stress: keyof typeof STRESSES;
}

const KINDS = ['usual', 'copies', 'usual', 'stalls', 'usual', 'deadlines'] as const;

/** Of a seed: posts and conversations in turn. */
export const settingOf = (seed: number): Setting => ({
  seed,
  isTalk: seed % 2 === 1,
  stress: KINDS[Math.floor(seed / 2) % KINDS.length]!,
});
