/** Requests of search businesses against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { searchBusinesses } from './search-businesses.ts';

const grill = {
  name: 'Copper Kettle Grill',
  status: 'active',
  createdAt: 'Feb 02, 2025',
  createdBy: 'Orchard Presence Partners',
  businessNumber: 700101,
  type: 'Enterprise-Location',
  externalReferenceId: 'CK-101',
  city: 'Atascadero',
  state: 'CA',
  zip: '93422',
};
const coffee = {
  ...grill,
  name: 'Copper Kettle Coffee',
  createdAt: 'Feb 03, 2025',
  businessNumber: 700102,
  externalReferenceId: 'CK-102',
  city: 'Portland',
  state: 'OR',
  zip: '97205',
};
const popUp = {
  ...grill,
  name: 'Copper Kettle Pop-up',
  status: 'inactive',
  createdAt: 'Feb 20, 2025',
  businessNumber: 700107,
  externalReferenceId: null,
  city: 'Salem',
  state: 'OR',
  zip: '97301',
};

export const searchBusinessesCases: Cases<typeof searchBusinesses> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'By part of the name, two per page, sorted by name',
      body: { searchStr: 'kettle', sortBy: 'name', sortOrder: 'DESC', pageSize: 2, startIndex: 0, status: ['active'] },
      reply: {
        totalCount: 4,
        accounts: [
          {
            ...grill,
            name: 'Kettle House Hotel',
            createdAt: 'Feb 05, 2025',
            businessNumber: 700104,
            externalReferenceId: 'CK-104',
            city: 'Toronto',
            state: 'ON',
            zip: 'M5V 2T6',
          },
          grill,
        ],
      },
    },
    {
      summary: 'By status, from a location of the account',
      parameters: { businessId: 700101 },
      body: { status: ['inactive'] },
      reply: { totalCount: 1, accounts: [popUp] },
    },
    {
      summary: 'By the start of the zip',
      body: { searchStr: '97205' },
      reply: { totalCount: 1, accounts: [coffee] },
    },
    {
      summary: 'By custom fields',
      body: { customFields: { Region: 'central coast', Parking: 'Street' } },
      reply: { totalCount: 1, accounts: [grill] },
    },
    {
      summary: 'By external id',
      body: { externalReferenceId: 'CK-101' },
      reply: { totalCount: 1, accounts: [grill] },
    },
  ],
  provocations: {
    businessInvalid: { parameters: { businessId: 799999 } },
    pageTooDeep: { body: { startIndex: 99_990, pageSize: 11 }, violations: [{ pointer: '/startIndex' }] },
  },
  invalid: {
    body: { pageSize: 0 },
    message: 'pageSize must be at least 1',
    violations: [{ pointer: '/pageSize', limit: 1, actual: 0 }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid),
  },
};
