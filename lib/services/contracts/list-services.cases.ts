/** Requests of list services against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { catering, espresso, foreignOwner, pourOver } from './demo.cases.ts';
import type { listServices } from './list-services.ts';

export const listServicesCases: Cases<typeof listServices> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'All services, last changed first',
      body: {},
      reply: { totalCount: 3, services: [catering, pourOver, espresso] },
    },
    {
      summary: 'A search, by price',
      parameters: { sortBy: 'price', sortOrder: 'asc', pageSize: 2 },
      body: { search: 'r' },
      reply: { totalCount: 3, services: [espresso, pourOver] },
    },
  ],
  provocations: { businessInvalid: { parameters: { businessId: 799999 } } },
  invalid: {
    parameters: { sortBy: 'duration' },
    message: 'sortBy must be one of updated, name, price',
    violations: [{ pointer: '', parameter: 'sortBy' }],
  },
  foreign: { businessId: foreignOwner() },
};
