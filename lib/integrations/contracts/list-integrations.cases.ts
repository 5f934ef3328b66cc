/** Requests of list integrations against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { listIntegrations } from './list-integrations.ts';

const till = {
  businessNumber: 700101,
  integrationGroupId: 4100,
  active: true,
  integrationProperties: [
    { propertyKey: 'storeCode', propertyValue: 'CK-0412' },
    { propertyKey: 'terminal', propertyValue: 'T3' },
  ],
  updatedAt: '2026-02-03T10:00:00.000Z',
};
const crm = {
  businessNumber: 700101,
  integrationGroupId: 4200,
  active: true,
  integrationProperties: [{ propertyKey: 'crmId', propertyValue: '0018d-grill' }],
  updatedAt: '2026-02-04T10:00:00.000Z',
};
const retired = {
  businessNumber: 700102,
  integrationGroupId: 4100,
  active: false,
  integrationProperties: [],
  updatedAt: '2026-02-05T10:00:00.000Z',
};

export const listIntegrationsCases: Cases<typeof listIntegrations> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'All mappings of an account', reply: { totalCount: 3, integrations: [till, retired, crm] } },
    {
      summary: 'Mappings of a location to one system',
      parameters: { businessId: 700101, integrationGroupId: 4200 },
      reply: { totalCount: 1, integrations: [crm] },
    },
    {
      summary: 'The second mapping that is in use',
      parameters: { active: true, startIndex: 1, pageSize: 1 },
      reply: { totalCount: 2, integrations: [crm] },
    },
  ],
  provocations: {
    businessNotFound: { parameters: { businessId: 799999 } },
    pageSizeInvalid: {
      parameters: { pageSize: 1001 },
      violations: [{ pointer: '', parameter: 'pageSize', limit: 1000, actual: 1001 }],
    },
    pageTooDeep: {
      parameters: { startIndex: 99_999, pageSize: 100 },
      violations: [{ pointer: '', parameter: 'startIndex' }],
    },
    pageTooLarge: { unprovoked: 'test/functions/integrations/many.test.ts' },
  },
  invalid: {
    parameters: { active: 'perhaps' },
    message: 'active must be true or false',
    violations: [{ pointer: '', parameter: 'active' }],
  },
  foreign: { businessId: foreignAccount('businessId', laterErrors.businessNotFound) },
};
