/** Requests of create service against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { createService } from './create-service.ts';
import { foreignOwner } from './demo.cases.ts';

const brew = { name: 'Cold brew', price: 4.5, currencyCode: 'USD' };

export const createServiceCases: Cases<typeof createService> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'A service with a price',
      body: { ...brew, description: 'Steeped for a day.', group: 'Coffee', duration: 3 },
      reply: { serviceId: 'SERV512345678901234' },
      varies: ['serviceId'],
    },
    {
      summary: 'A name alone',
      body: { name: 'Tea tasting' },
      reply: { serviceId: 'SERV512345678901234' },
      varies: ['serviceId'],
    },
  ],
  provocations: {
    serviceNameInvalid: { body: { ...brew, name: '' }, violations: [{ pointer: '/name', limit: 1, actual: 0 }] },
    priceWithoutCurrency: { body: { name: 'Cold brew', price: 4.5 }, violations: [{ pointer: '/price' }] },
    servicePriceInvalid: {
      body: { ...brew, price: 0.05 },
      violations: [{ pointer: '/price', limit: 0.1, actual: 0.05 }],
    },
    serviceCurrencyInvalid: { body: { ...brew, currencyCode: 'XXX' }, violations: [{ pointer: '/currencyCode' }] },
    serviceDescriptionTooLong: {
      body: { ...brew, description: 'x'.repeat(301) },
      violations: [{ pointer: '/description', limit: 300, actual: 301 }],
    },
    businessInvalid: { parameters: { businessId: 799999 } },
    serviceExists: { body: { ...brew, name: ' ESPRESSO ' } },
    serviceLimitReached: { unprovoked: 'test/functions/services/limits.test.ts' },
  },
  invalid: {
    body: { ...brew, duration: 0 },
    message: 'duration must be at least 1',
    violations: [{ pointer: '/duration', limit: 1, actual: 0 }],
  },
  foreign: { businessId: foreignOwner() },
};
