/** Requests of get hierarchy against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { getHierarchy } from './get-hierarchy.ts';

const us = { countryCode: 'US', countryName: 'United States' };
const noAddress = { address1: '', address2: '', city: '', state: '', zip: '', countryCode: '', countryName: '' };
const nothing = { child: [], parents: [] };

const catering = {
  id: 700300,
  name: 'Copper Kettle Catering',
  alias: '',
  address: noAddress,
  phone: '',
  status: 'active',
  createdOn: 'Mar 03, 2025',
  type: 'Enterprise',
  websiteUrl: '',
  ...nothing,
};
const account = {
  id: 700100,
  name: 'Copper Kettle Hospitality',
  alias: '',
  address: noAddress,
  phone: '',
  status: 'active',
  createdOn: 'Jan 06, 2025',
  type: 'Enterprise',
  websiteUrl: 'https://copperkettle.example/',
  ...nothing,
};
const region = (name: string) => ({
  id: null,
  name,
  alias: null,
  address: null,
  phone: null,
  status: null,
  createdOn: null,
  type: 'Region',
  websiteUrl: null,
  ...nothing,
});

const unmapped = [
  {
    id: 700105,
    name: 'Fern and Flat White',
    alias: '',
    address: {
      address1: '31 Ponsonby Road',
      address2: '',
      city: 'Auckland',
      state: 'Auckland',
      zip: '1011',
      countryCode: 'NZ',
      countryName: 'New Zealand',
    },
    phone: '+64 9 555 0105',
    status: 'active',
    createdOn: 'Feb 06, 2025',
    type: 'Enterprise-Location',
    websiteUrl: 'https://fernflatwhite.example/',
    ...nothing,
  },
  {
    id: 700107,
    name: 'Copper Kettle Pop-up',
    alias: '',
    address: { address1: '', address2: '', city: 'Salem', state: 'OR', zip: '97301', ...us },
    phone: '(503) 555-0107',
    status: 'inactive',
    createdOn: 'Feb 20, 2025',
    type: 'Enterprise-Location',
    websiteUrl: '',
    ...nothing,
  },
  {
    id: 700108,
    name: 'Copper Kettle Express',
    alias: '',
    address: { address1: '', address2: '', city: 'Reno', state: 'NV', zip: '89501', ...us },
    phone: '(775) 555-0108',
    status: 'suspended',
    createdOn: 'Feb 21, 2025',
    type: 'Enterprise-Location',
    websiteUrl: '',
    ...nothing,
  },
];

export const getHierarchyCases: Cases<typeof getHierarchy> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'The first level of an account',
      parameters: { depth: 1 },
      reply: { ...account, child: [region('Canada'), region('South'), region('West'), ...unmapped, catering] },
    },
    {
      summary: 'A sub-account with its parent',
      parameters: { businessId: 700300 },
      reply: { ...catering, parents: [account] },
    },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    tooManyNodes: { unprovoked: 'test/functions/business/get-hierarchy.test.ts' },
  },
  invalid: {
    parameters: { depth: 0 },
    message: 'depth must be at least 1',
    violations: [{ pointer: '', parameter: 'depth', limit: 1, actual: 0 }],
  },
  foreign: {
    businessId: foreignAccount('businessId', laterErrors.businessNotFound),
  },
};
