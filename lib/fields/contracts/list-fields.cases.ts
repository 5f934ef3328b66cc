/** Requests of list fields against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignOwner, foreignShown, parking, region } from './demo.cases.ts';
import type { listFields } from './list-fields.ts';

const first = { page: 0, size: 25 };

export const listFieldsCases: Cases<typeof listFields> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    { summary: 'Custom fields by part of the name', body: { ...first, searchStr: 'park' }, reply: [parking] },
    {
      summary: 'With values at a location, two per page',
      parameters: { locationBizNumber: 700101 },
      body: { page: 0, size: 2, sortBy: 'id', orderBy: 'asc' },
      reply: [
        { ...region, fieldValue: 'Central Coast' },
        { ...parking, fieldValue: 'Street' },
      ],
    },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    pageTooDeep: { body: { page: 100, size: 1000 }, violations: [{ pointer: '/page' }] },
  },
  invalid: { body: { size: 25 }, message: 'page is required', violations: [{ pointer: '/page' }] },
  foreign: { locationBizNumber: foreignShown(first), 'x-business-number': foreignOwner(first) },
};
