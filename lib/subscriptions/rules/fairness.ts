/** How requests in flight are shared among partners and their webhooks (docs/deliveries.md: requests in flight). Pure. */

/** A lease is longer than a request and the writes behind it take. */
export const LEASE_MILLISECONDS = 15_000;

/** The cap of a partner where nothing else is set. */
export const MOST_OF_PARTNER = 25;

/**
 * The first request of a webhook may take any place of its partner, each further one only places behind this part of them:
 * so a few slow webhooks leave room for the partner's others. As many as a webhook may have in flight to begin with.
 */
const BEHIND = [0, 0.6, 0.72, 0.8, 0.88] as const;

/** A webhook that has answered within this time gives a lease back soon: it is waited for. */
const QUICK_MILLISECONDS = 1000;

/** So many requests of a webhook may be in flight of which nothing is known, or that has just failed. */
export const FEWEST_OF_WEBHOOK = BEHIND.length;

/** So many requests of one webhook are in flight at most, however well it answers. */
export const MOST_OF_WEBHOOK = 50;

/**
 * How many requests of a webhook may be in flight.
 *
 * @param credit - what its answers have earned since its last failure
 */
export const windowOf = (credit: number, most = MOST_OF_WEBHOOK): number =>
  Math.min(most, FEWEST_OF_WEBHOOK + Math.max(0, credit));

/**
 * The credit after a failure: as many successes as requests may be in flight bring it back to none. So answers to requests
 * that were sent before the failure earn nothing.
 */
export const creditAfterFailure = (credit: number): number => -windowOf(credit);

/**
 * Whether a success earns credit: it was quick, and the webhook had at least half as many requests in flight as it may. One
 * that gets little to do has not shown that it can take more.
 */
export const earns = (
  credit: number,
  { inFlight, milliseconds }: { inFlight: number; milliseconds: number },
): boolean =>
  milliseconds <= QUICK_MILLISECONDS &&
  credit < MOST_OF_WEBHOOK - FEWEST_OF_WEBHOOK &&
  (credit < 0 || 2 * (inFlight + 1) >= windowOf(credit));

/** The places that only quick webhooks take: next to the cap, as each is free again soon. */
const quickPlaces = (most: number): number =>
  Math.min(MOST_OF_WEBHOOK - FEWEST_OF_WEBHOOK, Math.floor(most * QUICK_SHARE));

/** With a cap of 25 they are the 45 that one webhook can use, so a partner has 70 of 100 at most. */
const QUICK_SHARE = 1.8;

/**
 * The places of a partner that a request may take: the first, and where they end. A webhook that has answered quickly
 * may also take those next to the cap, so that slow ones leave it room however many they are.
 *
 * @param index - how many requests of its webhook were in flight before it
 * @param most - the cap of the partner
 * @param lastMilliseconds - how long the last request of the webhook took; nothing is known of one without it
 */
export const placesFor = (
  index: number,
  most: number,
  lastMilliseconds?: number,
): readonly [from: number, to: number] => {
  if (index >= FEWEST_OF_WEBHOOK) return [most, most + quickPlaces(most)];
  const isKnownQuick = lastMilliseconds !== undefined && isQuick(lastMilliseconds);
  return [Math.floor(most * BEHIND[index]!), isKnownQuick ? most + quickPlaces(most) : most];
};

/**
 * The places of a partner that a request to a connector may take. One that answers quickly has places of its own, next to the
 * cap: they are free again soon, and connectors that are slow, or whose first answer is not known, never have any beyond one.
 *
 * @param index - how many requests of the connector were in flight before it
 * @param lastMilliseconds - how long its last request took
 */
export const placesOfJob = (
  index: number,
  most: number,
  lastMilliseconds: number | undefined,
): readonly [from: number, to: number] => {
  const isOwn = lastMilliseconds === undefined ? index === 0 : isQuick(lastMilliseconds);
  return isOwn ? [most, most + QUICK_OF_JOBS * most] : placesFor(index, most);
};

/** With a cap of 6 they are 60, so a partner has at most 66 requests to connectors in flight of the 600 of 60 batches. */
const QUICK_OF_JOBS = 10;

/**
 * Up to this place a request takes one where it can: those behind are for further requests of webhooks, the last few for the
 * fifth of each.
 *
 * @param index - how many requests of its webhook were in flight before it
 */
export const placesBefore = (index: number, most: number): number =>
  index + 1 < FEWEST_OF_WEBHOOK ? placesFor(index + 1, most)[0] : most;

/** @param lastMilliseconds - how long its last request took; nothing is known of a webhook without one */
export const isQuick = (lastMilliseconds: number | undefined): boolean =>
  lastMilliseconds === undefined || lastMilliseconds <= QUICK_MILLISECONDS;

/** For so long a free lease is looked for before the message goes back to the queue. */
export const LOOKING_MILLISECONDS = 1500;

/**
 * Milliseconds before a further look. Each wait is longer than the last: all messages under way may look at one item, and
 * DynamoDB reads a partition 3,000 times a second at most.
 *
 * @param looks - how often it was looked before
 */
export const lookAfter = (looks: number, chance: number): number => 200 * 2 ** looks * (1 + chance);

/** Who has as many requests in flight as it may. */
export type Full = 'quick webhook' | 'webhook' | 'partner';

/** Milliseconds before a message comes again, from the shortest to the longest. */
const AGAIN: Readonly<Record<Full, readonly [number, number]>> = {
  // A second, as the queue counts.
  'quick webhook': [100, 1000],
  webhook: [1000, 5000],
  partner: [2000, 10_000],
};

export const againAfter = (full: Full, chance: number): number => {
  const [shortest, longest] = AGAIN[full];
  return shortest + (longest - shortest) * chance;
};

/** Milliseconds after which data that was read is too old to send by, or to end a job by: leases, URLs and secrets change. */
export const MOST_AGE = 5000;

/** Milliseconds by which a message may arrive before its time, as clocks differ. */
export const EARLY = 1000;
