/** Map integration: what a location is called in another system. */
import { trueOrFalse } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { groupId, sentProperties } from './shared-schemas.ts';

const noLocation = {
  type: laterErrors.businessNotFound,
  minimum: laterErrors.businessNotFound,
  maximum: laterErrors.businessNotFound,
} as const;

export const mapIntegration = {
  id: 'mapIntegration',
  module: 'integrations',
  method: 'PUT',
  path: '/v1/integrations/add/businessintegrationmapping',
  summary: 'Map integration',
  tag: 'Integrations',
  description: `Stores what a location is called in another system, for example a point of sale or a CRM. Your own integrations read it.

- A location has one mapping for each system, 50 at most. \`integrationProperties\` replaces the stored properties; without it
  they stay.
- Sends \`INTEGRATION_UPDATED\`. A mapping that is sent as it is stored keeps its \`updatedAt\` and sends nothing.
- Don't store secrets: [list integrations](#operation/listIntegrations) shows all properties.
- Mappings are not deleted: send \`active\` false and no properties.`,
  writes: true,
  lasting: true,
  request: {
    title: 'IntegrationMapping',
    type: 'object',
    required: ['integrationGroupId', 'active', 'businessNumber'],
    properties: {
      integrationGroupId: field(groupId, 'The other system: a number of your choice, from 1', 4100),
      active: field(trueOrFalse, 'Whether the mapping is in use', true),
      integrationProperties: field(sentProperties, 'At most 50, each key once', [
        { propertyKey: 'storeCode', propertyValue: 'CK-0412' },
      ]),
      // Checked last, as what it names is.
      businessNumber: field(
        { ...recordNumber, 'x-missing': 0, 'x-blank': 'check', 'x-errors': noLocation },
        'The location',
        700101,
      ),
    },
  },
  reply: { title: 'IntegrationMapped', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessNotFound: laterErrors.businessNotFound },
  bodyIdentifiers: ['businessNumber'],
  access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
