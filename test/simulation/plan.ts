/** What a schedule is made of: drawn from its seed, so that many small ones differ in kind and not only in chance. */
import type { ActName } from './acts.ts';
import type { Front } from './client.ts';
import { type Faults, noFaults } from './network.ts';
import { randomFrom } from './world.ts';

export interface Plan extends Front {
  readonly clients: number;
  /** So many acts of each client. */
  readonly acts: number;
  /** Up to so many milliseconds between them. */
  readonly think: number;
  readonly faults: Faults;
  /** Whether clients write few values. */
  readonly isNarrow: boolean;
  /** How often each act is chosen next to others. */
  readonly weights: Readonly<Record<ActName, number>>;
  /** How often a schedule's subjects are chosen: by name. One that is not named is not there. */
  readonly subjects: Readonly<Record<string, number>>;
}

/** Rates of each fault, where a schedule has it. */
const RATES: Faults = {
  throttled: 0.1,
  conflict: 0.15,
  requestLost: 0.08,
  responseLost: 0.15,
  broken: 0.1,
  late: 0.15,
  slow: 0.2,
  stale: 0.7,
  frozen: 0.03,
  crashed: 0.04,
};

const USUAL: Readonly<Record<ActName, number>> = {
  plain: 4,
  ifMatch: 3,
  keyed: 3,
  twice: 1,
  again: 6,
  replay: 1,
  reuse: 1,
  dry: 2,
  burst: 0,
  rest: 0.3,
};

/** Without faults: nothing may be refused for want of knowledge. */
export const calmPlan: Plan = {
  clients: 3,
  acts: 5,
  think: 40,
  skew: 0,
  hasty: 0,
  isNarrow: false,
  faults: noFaults,
  weights: { ...USUAL, rest: 0 },
  subjects: { business: 3, links: 1 },
};

/** Each fourth seed is about a listing, whose two items are written together. */
const LISTING_SEEDS = 4;

/** The plan of a seed. */
export const planOf = (seed: number): Plan => {
  const plan = usualPlanOf(seed);
  return seed % LISTING_SEEDS === 0 ? { ...plan, subjects: { listing: 1 } } : plan;
};

const usualPlanOf = (seed: number): Plan => {
  const random = randomFrom(seed ^ 0x51ed270b);
  const chance = (probability: number) => random() < probability;
  // Few kinds of faults at a time, each often: together they would stop what one of them sets off.
  const faults = Object.fromEntries(
    Object.entries(RATES).map(([name, rate]) => [name, chance(0.35) ? rate * (0.3 + random()) : 0]),
  ) as unknown as Faults;
  const usual: Plan = {
    clients: 2 + Math.floor(random() * 2),
    acts: 4 + Math.floor(random() * 2),
    think: chance(0.3) ? 2500 : 40,
    skew: chance(0.4) ? 5000 : 0,
    hasty: chance(0.2) ? 0.3 : 0,
    faults,
    isNarrow: false,
    weights: Object.fromEntries(
      Object.entries(USUAL).map(([name, weight]) => [name, weight * (chance(0.3) ? 3 * random() : 1)]),
    ) as Record<ActName, number>,
    subjects: { business: 4, links: 2 },
  };
  const kind = random();
  if (kind < 0.65) return usual;
  // A late try that is refused where it stands, and passes later: by marks of clocks that are behind.
  if (kind < 0.8) {
    return {
      ...usual,
      clients: 3,
      acts: 6,
      think: 1500,
      skew: 20_000,
      hasty: 0,
      isNarrow: true,
      faults: { ...noFaults, late: 0.35, responseLost: faults.responseLost },
      weights: { ...USUAL, rest: 0, plain: 12 },
      subjects: { business: 1, links: 0 },
    };
  }
  // A lost response, and before it is asked for again more writes than a record keeps marks of.
  return {
    ...usual,
    clients: 2,
    acts: 3,
    think: 40,
    hasty: 0,
    faults: { ...noFaults, responseLost: 0.2, late: chance(0.3) ? 0.1 : 0, conflict: faults.conflict },
    weights: { ...USUAL, rest: 0, burst: 8 },
    subjects: { business: 1, links: 0 },
  };
};
