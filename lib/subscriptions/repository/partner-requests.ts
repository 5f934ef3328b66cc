/**
 * Requests in flight to all webhooks of a partner: a lease each, as many as the partner's cap, in one item. So one partner
 * never holds all that is sent at once (docs/deliveries.md: requests in flight).
 */
import { clock, random } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, ITEM_VERSION } from '../../dynamodb/table/entity.ts';
import { expiryAfter } from '../../dynamodb/table/expiry.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { LEASE_MILLISECONDS, placesBefore, placesFor, placesOfJob } from '../rules/fairness.ts';

const KEPT_SECONDS = 24 * 3600;
/** Others who take leases at the same moment come between so often at most. */
const ROUNDS = 6;

const text = { type: 'string' } as const;

export const partnerRequestsEntity: Entity = {
  type: 'partnerRequests',
  keys: { pk: 'P#<partner>#REQUESTS', sk: 'REQUESTS, JOBS' },
  answers: 'How many requests to webhooks, and to connectors, of this partner are in flight?',
  attributes: { type: 'object', required: ['partnerId'], properties: { partnerId: text } },
  exported: { not: 'it expires within seconds' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'says what is in flight' },
  removal: { withLocation: "is the partner's", withAccount: "is the partner's" },
};

/** What requests are for: slow webhooks of a partner do not hold up its jobs. */
export type RequestsFor = 'REQUESTS' | 'JOBS';

export const partnerRequestsKey = (partnerId: string, of: RequestsFor = 'REQUESTS'): Key => ({
  pk: ofPartner(partnerId, 'REQUESTS'),
  sk: of,
});

export interface PartnerLease {
  readonly attribute: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/**
 * @param most - the partner's cap
 * @param lastMilliseconds - how long the last request of the webhook or connector took
 */
export const partnerRequests = (
  table: Table,
  partnerId: string,
  most: number,
  of?: RequestsFor,
  lastMilliseconds?: number,
) => {
  const Key = partnerRequestsKey(partnerId, of);

  /** The free places for a request whose webhook has so many in flight: those that no further request may take, if any are, then those within the cap. */
  const freeIn = (item: Item | undefined, inFlight: number): readonly string[] => {
    const now = clock.now();
    const placesOf = of === 'JOBS' ? placesOfJob : placesFor;
    const [from, to] = placesOf(inFlight, most, lastMilliseconds);
    const all = Array.from({ length: to - from }, (_, index) => from + index);
    const free = all.filter((place) => Number(item?.[`l${place}`] ?? 0) < now);
    const below = (end: number) => free.filter((place) => place < end);
    const best = [below(placesBefore(inFlight, most)), below(most)].find(({ length }) => length > 0) ?? free;
    return best.map((place) => `l${place}`);
  };

  return {
    hasFree: (item: Item | undefined, inFlight: number): boolean => freeIn(item, inFlight).length > 0,

    /**
     * Takes a place for a request whose webhook has so many in flight; `undefined` where all are taken. One call, more where
     * others come between.
     */
    take: async (found: Item | undefined, inFlight: number): Promise<PartnerLease | undefined> => {
      let item = found;
      for (let round = 0; round < ROUNDS; round++) {
        const free = freeIn(item, inFlight);
        const attribute = free[Math.floor(random.fraction() * free.length)];
        if (!attribute) return undefined;
        const now = clock.now();
        const until = now + LEASE_MILLISECONDS;
        const outcome = await table.update({
          Key,
          UpdateExpression: `SET ${attribute} = :until, #type = :type, v = :v, partnerId = :partner, expiresAtSeconds = :expires`,
          ConditionExpression: `(attribute_not_exists(${attribute}) OR ${attribute} < :now)`,
          ExpressionAttributeNames: { '#type': 'type' },
          ExpressionAttributeValues: {
            ':until': until,
            ':now': now,
            ':type': 'partnerRequests',
            ':v': ITEM_VERSION,
            ':partner': partnerId,
            ':expires': expiryAfter(KEPT_SECONDS),
          },
        });
        if (!isRefused(outcome)) return { attribute, until };
        item = outcome.item;
      }
      return undefined;
    },

    release: async ({ attribute, until }: PartnerLease): Promise<void> => {
      await table.update({
        Key,
        UpdateExpression: `REMOVE ${attribute}`,
        ConditionExpression: `${attribute} = :until`,
        ExpressionAttributeValues: { ':until': until },
      });
    },
  };
};
