/**
 * What is known of a partner's sandbox: what was loaded last, and whether a reset is under way. A reset holds a lease,
 * so that no two of them remove and load at the same time (docs/sandbox.md).
 */

import { clock } from '../../dynamodb/client/clock.ts';
import { isRefused } from '../../dynamodb/client/outcomes.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, ITEM_VERSION, itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';

/**
 * Longer than a function runs, so that no two resets work at once; a reset that was cut off blocks others only until
 * then.
 */
const LEASE_MILLISECONDS = 30_000;

const TYPE = 'sandbox';
const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const sandboxEntity: Entity = {
  type: TYPE,
  keys: { pk: 'P#<partner>#SANDBOX', sk: 'SANDBOX' },
  answers: 'Which account has the partner’s demo data? Is a reset in progress?',
  attributes: {
    type: 'object',
    required: ['partnerId'],
    properties: { partnerId: text, accountNumber: number, loadedBy: text, lease: text, leaseUntil: number },
  },
  exported: { not: 'a sandbox is reset, not exported' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'holds nothing of a partner’s' },
  removal: { withLocation: 'is none of a location', withAccount: 'says which account was loaded' },
};

/** A reset that may go on. */
export interface Lease {
  readonly mark: string;
  /** The account that was loaded last, which the index may not show yet. */
  readonly loaded: number | undefined;
}

export const sandboxKey = (partnerId: string): Key => ({ pk: ofPartner(partnerId, 'SANDBOX'), sk: 'SANDBOX' });

/** The sandbox of a partner. */
export const sandboxes = (({ table, partnerId }) => {
  const Key = sandboxKey(partnerId);
  return {
    /** Takes the lease; `undefined` where another reset has it. One call. */
    begin: async (): Promise<Lease | undefined> => {
      const mark = nextMark();
      const now = clock.now();
      const outcome = await table.update({
        Key,
        UpdateExpression: 'SET lease = :mark, leaseUntil = :until, partnerId = :partner, #type = :type, v = :v',
        ConditionExpression: 'attribute_not_exists(lease) OR leaseUntil < :now',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: {
          ':mark': mark,
          ':until': now + LEASE_MILLISECONDS,
          ':now': now,
          ':partner': partnerId,
          ':type': TYPE,
          ':v': ITEM_VERSION,
        },
      });
      const item: Item | undefined = isRefused(outcome) ? outcome.item : outcome;
      // Its own first try may have landed without a response.
      if (item?.lease !== mark) return undefined;
      return { mark, loaded: item.accountNumber as number | undefined };
    },

    /** Ends the lease and stores what was loaded, in one transaction. */
    loadedAction: ({ mark }: Lease, accountNumber: number): Action => ({
      Put: {
        Item: itemOf(TYPE, { partnerId, accountNumber, loadedBy: mark }, Key),
        ConditionExpression: 'lease = :mark',
        ExpressionAttributeValues: { ':mark': mark },
      },
    }),

    /** Whether this reset has loaded its data: for one whose response was lost. One call. */
    hasLoaded: async ({ mark }: Lease): Promise<boolean> => (await table.get(Key))?.loadedBy === mark,

    /** Gives the lease back. Nothing, where it is another's by now. One call. */
    release: async ({ mark }: Lease): Promise<void> => {
      await table.update({
        Key,
        UpdateExpression: 'REMOVE lease, leaseUntil',
        ConditionExpression: 'lease = :mark',
        ExpressionAttributeValues: { ':mark': mark },
      });
    },
  };
}) satisfies Opened<unknown>;
