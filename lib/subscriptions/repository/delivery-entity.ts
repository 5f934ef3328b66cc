/** What deliveries declare (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import { type ContactName, type EraseFrom, readOnce, type UserName } from '../../dynamodb/table/erasure.ts';
import { deletionOf } from '../../dynamodb/writes/dependent-items.ts';
import { MOST_ATTEMPTS } from './delivery.ts';

const text = { type: 'string' } as const;
const number = { type: 'integer' } as const;

interface Numbers {
  readonly customerId?: unknown;
  readonly accountNumber?: unknown;
  readonly userId?: unknown;
  readonly change?: unknown;
}

/** What the event of a delivery is about. */
const dataIn = readOnce(({ body }): Numbers => {
  try {
    return (JSON.parse(String(body)) as { readonly data?: Numbers }).data ?? {};
  } catch {
    return {};
  }
});

/** A delivery that is about the contact. */
const eraseAboutContact: EraseFrom<ContactName> = (item, { partnerId, accountNumber, contactId }) => {
  if (item.partnerId !== partnerId) return undefined;
  const data = dataIn(item);
  const isAbout = data.customerId === contactId && data.accountNumber === accountNumber;
  // Who was notified of a contact must be notified that it is gone: by its id alone.
  const isLast = item.event === 'CONTACT_DELETED' && item.status === 'pending';
  return isAbout && !isLast ? { what: 'deliveries', actions: [deletionOf(item)] } : undefined;
};

const OF_USERS: readonly unknown[] = ['USER_INVITED', 'USER_UPDATED'];

/** A delivery that is about the user. */
const eraseAboutUser: EraseFrom<UserName> = (item, { partnerId, userId }) => {
  if (item.partnerId !== partnerId || !OF_USERS.includes(item.event)) return undefined;
  const data = dataIn(item);
  // As of a contact.
  const isLast = data.change === 'removed' && item.status === 'pending';
  return data.userId === userId && !isLast ? { what: 'deliveries', actions: [deletionOf(item)] } : undefined;
};

export const deliveryEntity: Entity = {
  type: 'delivery',
  keys: {
    pk: 'P#<partner>#SUBSCRIPTION#<id>#DELIVERIES',
    sk: '<id of the delivery>',
    index: ['P#<partner>#SUBSCRIPTION#<id>#DELIVERIES#<status>', '<id of the delivery>'],
  },
  answers: 'What was sent to this webhook, how often, and what is still to be retried?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'subscriptionId', 'webhookId', 'eventId', 'body', 'status', 'turn', 'expiresAtSeconds'],
    properties: {
      id: text,
      partnerId: text,
      accountNumber: number,
      subscriptionId: text,
      webhookId: text,
      event: text,
      eventId: text,
      body: text,
      status: { enum: ['pending', 'delivered', 'failed'] },
      attempts: { type: 'array', maxItems: MOST_ATTEMPTS, items: { type: 'object', required: ['at'] } },
      turn: number,
      tries: number,
      nextAttemptAt: number,
      order: text,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within 30 days' },
  personal: { identifies: false, erased: { contact: eraseAboutContact, user: eraseAboutUser } },
  events: false,
  counts: false,
  audit: { not: 'follows from an event' },
  removal: { withLocation: 'expires within 30 days', withAccount: 'expires within 30 days' },
};
