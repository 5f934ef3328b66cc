/** Requests of update service against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { DEMO, FOREIGN, foreignOwner } from './demo.cases.ts';
import type { updateService } from './update-service.ts';

const { espresso: serviceId } = DEMO;

export const updateServiceCases: Cases<typeof updateService> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'Another price', body: { serviceId, price: 3.75 }, reply: {} },
    { summary: 'No price any more', body: { serviceId, price: null, currencyCode: null }, reply: {} },
  ],
  provocations: {
    serviceNameInvalid: { body: { serviceId, name: 'Ristretto' } },
    priceWithoutCurrency: { body: { serviceId, currencyCode: '' } },
    servicePriceInvalid: { body: { serviceId, price: 1.005 }, violations: [{ pointer: '/price' }] },
    serviceCurrencyInvalid: { body: { serviceId, currencyCode: 'XXX' }, violations: [{ pointer: '/currencyCode' }] },
    serviceDescriptionTooLong: {
      body: { serviceId, description: 'x'.repeat(301) },
      violations: [{ pointer: '/description', limit: 300, actual: 301 }],
    },
    businessInvalid: { parameters: { businessId: 799999 } },
    serviceNotFound: { body: { serviceId: DEMO.absent }, message: `Service id is invalid: ${DEMO.absent}` },
  },
  invalid: {
    body: { serviceId, group: 'ab' },
    message: 'group must have at least 3 characters',
    violations: [{ pointer: '/group', limit: 3, actual: 2 }],
  },
  foreign: {
    businessId: foreignOwner({ serviceId: FOREIGN.foreign }),
    serviceId: {
      foreign: { body: { serviceId: FOREIGN.foreign } },
      absent: { body: { serviceId: FOREIGN.absent } },
      code: errors.serviceNotFound.code,
    },
  },
};
