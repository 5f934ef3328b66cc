/** Requests of list employees against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { listEmployees } from './list-employees.ts';

const nora = {
  firstName: 'Nora',
  lastName: 'Abbott',
  emailId: 'nora.abbott@copperkettle.example',
  phone: '(805) 555-0193',
  imageUrl: 'https://img.copperkettle.example/nora.jpg',
};
const ola = {
  firstName: 'Ola',
  lastName: 'Brink',
  emailId: 'ola.brink@copperkettle.example',
  phone: '',
  imageUrl: '',
};

export const listEmployeesCases: Cases<typeof listEmployees> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'All employees of an account', reply: [nora, ola] },
    { summary: 'Those of a location', parameters: { businessId: 700102 }, reply: [ola] },
    { summary: 'The second one', parameters: { startIndex: 1, pageSize: 1 }, reply: [ola] },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    pageSizeInvalid: {
      parameters: { pageSize: 1001 },
      violations: [{ pointer: '', parameter: 'pageSize', limit: 1000, actual: 1001 }],
    },
    pageTooDeep: {
      parameters: { startIndex: 100_000, pageSize: 1 },
      violations: [{ pointer: '', parameter: 'startIndex' }],
    },
  },
  invalid: {
    parameters: { startIndex: 'first' },
    message: 'startIndex must be a whole number from 0',
    violations: [{ pointer: '', parameter: 'startIndex' }],
  },
  foreign: { businessId: foreignAccount('businessId', errors.businessInvalid) },
};
