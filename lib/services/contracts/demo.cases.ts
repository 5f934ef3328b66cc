/** What the demo data has of services, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';

/** Of account 700100; the private catering is mapped nowhere. */
export const DEMO = {
  espresso: 'SERV325935013877732',
  pourOver: 'SERV268624754491766',
  catering: 'SERV119606468190260',
  absent: 'SERV999999999999999',
} as const;

/** The other partner's service, and an id that no service has. */
export const FOREIGN = { foreign: 'SERV289866798688717', absent: 'SERV899999999999999' } as const;

export const foreignOwner = (body?: unknown) => foreignAccount('businessId', errors.businessInvalid, body);

export const espresso = {
  serviceId: DEMO.espresso,
  name: 'Espresso',
  price: 3.5,
  currencyCode: 'USD',
  description: 'A double shot, pulled to order.',
  group: 'Coffee',
  duration: 5,
  updatedOn: '2026-02-14T09:00:00.000Z',
} as const;

export const pourOver = {
  serviceId: DEMO.pourOver,
  name: 'Pour over',
  price: 4.25,
  currencyCode: 'USD',
  description: '',
  group: 'Coffee',
  duration: null,
  updatedOn: '2026-02-14T09:05:00.000Z',
} as const;

export const catering = {
  serviceId: DEMO.catering,
  name: 'Private catering',
  price: null,
  currencyCode: '',
  description: '',
  group: '',
  duration: null,
  updatedOn: '2026-02-15T12:00:00.000Z',
} as const;
