/** Requests of delete services against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { deleteServices } from './delete-services.ts';
import { DEMO, FOREIGN, foreignOwner } from './demo.cases.ts';

export const deleteServicesCases: Cases<typeof deleteServices> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'One service', body: { serviceIds: [DEMO.catering] }, reply: {} },
    { summary: 'Two services', body: { serviceIds: [DEMO.espresso, DEMO.pourOver] }, reply: {} },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    servicesNotFound: {
      body: { serviceIds: [DEMO.espresso, DEMO.absent] },
      message: `Service ids are invalid: ${DEMO.absent}`,
    },
  },
  invalid: {
    body: { serviceIds: [] },
    message: 'serviceIds must have at least 1 item',
    violations: [{ pointer: '/serviceIds', limit: 1, actual: 0 }],
  },
  foreign: {
    businessId: foreignOwner({ serviceIds: [FOREIGN.foreign] }),
    serviceIds: {
      foreign: { body: { serviceIds: [FOREIGN.foreign] } },
      absent: { body: { serviceIds: [FOREIGN.absent] } },
      code: errors.servicesNotFound.code,
    },
  },
};
