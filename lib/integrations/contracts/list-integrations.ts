/** List integrations: the mappings of an account or of a location. */
import { text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { depthOf, sizeParameter, startParameter } from '../../contract/page-size.ts';
import { addressed } from '../../contract/parameters.ts';
import { groupId } from './shared-schemas.ts';

const MOST = 1000;
const USUAL = 100;

/** The error for a page that is more than a request reads. */
export const pageTooLarge: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The mappings of this page are too large to be read at once; ask for fewer with pageSize',
};

const id = { type: 'integer', format: 'int64' } as const;

export const listIntegrations = {
  id: 'listIntegrations',
  module: 'integrations',
  method: 'GET',
  path: '/v1/integrations/{businessId}',
  summary: 'List integrations',
  tag: 'Integrations',
  description: `Lists the mappings of an account or of a location, by \`integrationGroupId\`, then by location. The list includes a write
within a second.`,
  pathParameters: {
    businessId: addressed(laterErrors.businessNotFound, 'The number of the account, or of one of its locations'),
  },
  query: {
    integrationGroupId: { description: 'Only the mappings of this system', schema: groupId },
    active: {
      description: 'Only mappings that are in use, or only those that are not',
      schema: { type: 'boolean', 'x-errors': { type: 'must be true or false' } },
    },
    startIndex: startParameter,
    pageSize: sizeParameter(MOST, USUAL),
  },
  depth: depthOf({ start: 'startIndex', size: 'pageSize', most: MOST, defaultSize: USUAL }),
  reply: {
    title: 'IntegrationList',
    type: 'object',
    required: ['totalCount', 'integrations'],
    properties: {
      totalCount: field({ type: 'integer' }, 'How many mappings there are, on all pages', 1),
      integrations: field(
        {
          type: 'array',
          items: {
            title: 'Integration',
            type: 'object',
            required: ['businessNumber', 'integrationGroupId', 'active', 'integrationProperties', 'updatedAt'],
            properties: {
              businessNumber: field(id, 'The location', 700101),
              integrationGroupId: field(id, 'The other system', 4100),
              active: field({ type: 'boolean' }, 'Whether the mapping is in use', true),
              integrationProperties: field(
                {
                  type: 'array',
                  items: {
                    title: 'ShownIntegrationProperty',
                    type: 'object',
                    required: ['propertyKey', 'propertyValue'],
                    properties: {
                      propertyKey: field(text, 'Name of the property', 'storeCode'),
                      propertyValue: field(text, 'Its value', 'CK-0412'),
                    },
                  },
                },
                'The properties, in the order in which they were sent',
              ),
              updatedAt: field(
                { ...text, format: 'date-time' },
                'When the mapping was changed last, ISO 8601 in UTC',
                '2026-02-03T10:00:00.000Z',
              ),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessNotFound: laterErrors.businessNotFound,
    pageSizeInvalid: errors.pageSizeInvalid,
    pageTooDeep: laterErrors.pageTooDeep,
    pageTooLarge,
  },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
