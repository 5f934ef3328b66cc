/** What services and their number declare (lib/entities.ts). */
import { CURRENCIES } from '../../catalog/currencies.ts';
import type { Deleted, Entity } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { serviceEvents } from '../events.ts';
import { MOST_SERVICES, SERVICE, SERVICE_COUNTS, servicesPartition } from './service.ts';

const servicesOfAccount = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
): AsyncGenerator<readonly Action[]> {
  for await (const keys of lyingAt(table, servicesPartition({ partnerId, accountNumber })))
    for (const key of keys) yield [deletionOf(key)];
};

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const serviceEntity: Entity = {
  type: SERVICE,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#SERVICES', sk: '<service id>' },
  answers: 'Which services does this account have? Is this name taken?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'serviceId', 'name', 'updatedOn', 'version', 'bytes', 'p0'],
    properties: {
      partnerId: text,
      accountNumber: number,
      serviceId: { type: 'string', pattern: '^SERV[0-9]{15}$' },
      name: text,
      price: { type: 'number' },
      currencyCode: { enum: CURRENCIES },
      description: text,
      group: text,
      duration: number,
      updatedOn: text,
      version: { type: 'integer', minimum: 1 },
    },
    dependentRequired: { price: ['currencyCode'], currencyCode: ['price'] },
  },
  exported: 'line',
  personal: false,
  events: { sends: ['SERVICE_CHANGED'], of: serviceEvents, whenDeleted: true },
  counts: false,
  audit: { shows: 'values', id: ({ serviceId }) => serviceId },
  removal: { withLocation: 'belongs to the account', withAccount: servicesOfAccount },
};

export const serviceCountsEntity: Entity = {
  type: SERVICE_COUNTS,
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#SERVICES', sk: 'COUNTS' },
  answers: 'How many services does this account have? When was one deleted last?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'n'],
    properties: {
      partnerId: text,
      accountNumber: number,
      n: { type: 'integer', minimum: 0, maximum: MOST_SERVICES },
      p0: text,
    },
  },
  exported: { with: SERVICE },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the services' },
  removal: { withLocation: 'belongs to the account', withAccount: 'goes with the services' },
};
