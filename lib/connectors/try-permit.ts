/** Permission for a request to a connector: the leases of its state and of its partner, as those of webhooks. */
import { clock, random } from '../dynamodb/client/clock.ts';
import { type Permit, permitFor, type Refused } from '../subscriptions/permit.ts';
import { againAfter } from '../subscriptions/rules/fairness.ts';
import { afterProbe } from '../subscriptions/rules/schedule.ts';
import type { Connector } from './load-try.ts';
import { isAnsweredHere } from './repository/sandbox-url.ts';
import { probeWaits } from './repository/times.ts';
import type { RunWays } from './ways.ts';

/** A connector has so many requests in flight at most, however well it answers: who runs it counts on that. */
const MOST_OF_CONNECTOR = 5;

/** No request is sent now: the connector is disabled, or the message comes again at a time in epoch milliseconds. */
export type NotNow = { readonly refused: 'disabled' } | { readonly refused: 'later'; readonly again: number };

const againAt = (refusal: Exclude<Refused, { refused: 'disabled' }>): number => {
  const now = clock.now();
  const chance = random.fraction();
  switch (refusal.refused) {
    case 'full':
      return now + againAfter(refusal.of, chance);
    case 'behind':
      return afterProbe(refusal.state.probeAt ?? now, refusal.state.failures, chance, probeWaits());
    // The connector has another URL: it is read again.
    case 'stale':
      return now;
    default:
      return Math.max(now, refusal.until) + againAfter('webhook', chance);
  }
};

/** Asks for it; `undefined` for the sandbox connector, which needs none. */
export const permitOf = async (
  { subscription, webhook, message, inFlight }: Connector,
  { table, mostOfPartner }: RunWays,
): Promise<Permit | NotNow | undefined> => {
  if (isAnsweredHere(webhook.url)) return undefined;
  const limits = { most: MOST_OF_CONNECTOR, probeWaits: probeWaits() };
  const asked = { message, subscription, webhook, mostOfPartner, limits };
  const permit = await permitFor(table, asked, inFlight);
  if (!('refused' in permit)) return permit;
  return permit.refused === 'disabled' ? { refused: 'disabled' } : { refused: 'later', again: againAt(permit) };
};
