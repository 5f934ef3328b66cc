/** Get service mapping: the services of each alpha category of a location. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { location, shownService } from './shared-schemas.ts';

export const getServiceMapping = {
  id: 'getServiceMapping',
  module: 'services',
  method: 'GET',
  path: '/v1/alpha-services/service/location-mapping',
  summary: 'Get service mapping',
  tag: 'Services',
  description: `Returns the services that a location offers, by alpha category: the primary category first, then the additional ones.

- Categories without services are omitted. So are categories that the location doesn't have now: their services appear again
  with the category, unless set service mapping was called meanwhile.
- Services are in the order in which they were mapped.`,
  query: location,
  reply: {
    title: 'ServiceMapping',
    type: 'object',
    additionalProperties: { type: 'array', items: shownService },
    description: 'The services of each category, by the name of the category',
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
