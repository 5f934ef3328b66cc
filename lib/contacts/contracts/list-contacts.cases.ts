/** Requests of list contacts against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { listContacts } from './list-contacts.ts';

const ada = {
  customerId: 41001,
  name: 'Ada Field',
  email: 'ada.field@mail.example',
  phone: '(805) 555-0171',
  lastActivityWithTime: '12 Jan 2021 12:00 AM UTC',
};
const ben = {
  customerId: 41002,
  name: 'Ben Okafor',
  email: 'ben.okafor@mail.example',
  phone: '(503) 555-0172',
  lastActivityWithTime: '03 Mar 2022 12:00 AM UTC',
};

export const listContactsCases: Cases<typeof listContacts> = {
  parameters: { businessId: 700100, page: 0, size: 25 },
  examples: [
    {
      summary: 'Contacts last active in two years',
      body: { startDate: '01/01/2021', endDate: '12/31/2022' },
      reply: { page: 0, size: 25, totalPages: 1, totalCount: 2, customers: [ben, ada] },
    },
    {
      summary: 'The second page of a location, ascending',
      parameters: { businessId: 700102, page: 1, size: 1, sortby: 'lastActivityOn', order: 'asc' },
      body: {},
      reply: { page: 1, size: 1, totalPages: 2, totalCount: 2, customers: [ben] },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    pageTooDeep: { parameters: { page: 100, size: 1000 }, violations: [{ pointer: '', parameter: 'page' }] },
    dateInvalid: { body: { startDate: '2021-01-01' }, violations: [{ pointer: '/startDate' }] },
    dateUnknown: { body: { endDate: '02/29/2021' }, violations: [{ pointer: '/endDate' }] },
    endBeforeStart: {
      body: { startDate: '01/02/2021', endDate: '01/01/2021' },
      violations: [{ pointer: '/endDate' }],
    },
  },
  invalid: {
    parameters: { size: 1001 },
    message: 'size must be at most 1000',
    violations: [{ pointer: '', parameter: 'size', limit: 1000, actual: 1001 }],
  },
  foreign: { businessId: foreignAccount('businessId', errors.businessInvalid) },
};
