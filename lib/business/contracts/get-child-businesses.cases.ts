/** Requests of get child businesses against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { getChildBusinesses } from './get-child-businesses.ts';

const noAddress = { address1: '', address2: '', city: '', state: '', zip: '', countryCode: '', countryName: '' };

export const getChildBusinessesCases: Cases<typeof getChildBusinesses> = {
  parameters: { pid: 700100 },
  examples: [
    {
      summary: 'The first child of an account',
      parameters: { startIndex: 0, pageSize: 1 },
      reply: [
        {
          id: 700101,
          name: 'Copper Kettle Grill',
          alias: 'Grill Atascadero',
          phone: '(805) 555-0101',
          address: {
            address1: '412 Orchard Street',
            address2: 'Suite 2',
            city: 'Atascadero',
            state: 'CA',
            zip: '93422',
            countryCode: 'US',
            countryName: 'United States',
          },
          status: 'active',
          type: 'Enterprise-Location',
          createdOn: 'Feb 02, 2025',
          createdBy: 'Orchard Presence Partners',
        },
      ],
    },
    {
      summary: 'A sub-account with its number of children',
      parameters: { startIndex: 8 },
      reply: [
        {
          id: 700300,
          name: 'Copper Kettle Catering',
          alias: '',
          phone: '',
          address: noAddress,
          status: 'active',
          type: 'Enterprise',
          createdOn: 'Mar 03, 2025',
          createdBy: 'Orchard Presence Partners',
          childCount: 0,
        },
      ],
    },
    { summary: 'A location has no children', parameters: { pid: 700101 }, reply: [] },
  ],
  provocations: { businessNotFound: { parameters: { pid: 799999 } } },
  invalid: {
    parameters: { startIndex: -1 },
    message: 'startIndex must be a whole number from 0',
    violations: [{ pointer: '', parameter: 'startIndex', limit: 0, actual: -1 }],
  },
  foreign: {
    pid: foreignAccount('pid', laterErrors.businessNotFound),
  },
};
