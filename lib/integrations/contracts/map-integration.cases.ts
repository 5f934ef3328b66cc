/** Requests of map integration against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { mapIntegration } from './map-integration.ts';

const mapping = {
  businessNumber: 700103,
  integrationGroupId: 4100,
  active: true,
  integrationProperties: [{ propertyKey: 'storeCode', propertyValue: 'CK-0413' }],
};

export const mapIntegrationCases: Cases<typeof mapIntegration> = {
  parameters: {},
  examples: [
    { summary: 'A new mapping', body: mapping, reply: {} },
    {
      summary: 'Out of use, with the properties that are stored',
      body: { businessNumber: 700101, integrationGroupId: 4200, active: false },
      reply: {},
    },
  ],
  provocations: {
    businessNotFound: {
      body: { ...mapping, businessNumber: 'none' },
      violations: [{ pointer: '/businessNumber' }],
    },
  },
  invalid: {
    body: { ...mapping, active: 'perhaps' },
    message: 'active must be false or true',
    violations: [{ pointer: '/active' }],
  },
  foreign: {
    businessNumber: {
      foreign: { body: { ...mapping, businessNumber: 800101 } },
      absent: { body: { ...mapping, businessNumber: 899901 } },
      code: laterErrors.businessNotFound.code,
    },
  },
};
