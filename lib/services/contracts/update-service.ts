/** Update service: all of a service but its name. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, name, sentDetails, serviceId } from './shared-schemas.ts';

export const updateService = {
  id: 'updateService',
  module: 'services',
  method: 'POST',
  path: '/v1/alpha-services/service/update',
  summary: 'Update service',
  tag: 'Services',
  description: `Changes a service at every location that it is mapped to. Fields that you omit stay as they are; \`""\` and \`null\`
clear a field.

- The name can't change: omit it, or send it as it is (2488).
- Price and currency are validated as they would be stored: you can send one alone if the other is stored. You can't clear one
  alone (2490).
- A service as list services returns it can be sent back, and changes nothing.`,
  query: account,
  writes: true,
  request: {
    title: 'ServiceToUpdate',
    type: 'object',
    properties: {
      serviceId: {
        ...serviceId,
        'x-blank': 'check',
        'x-missing': '',
        // A blank one is none (2494): that is listed behind what else is wrong (lib/services/rules/prices.ts).
        'x-limits': { minLength: 1 },
        'x-errors': { type: errors.serviceNotFound },
      },
      name: field(name, 'The name as it is', 'Espresso'),
      ...sentDetails,
    },
  },
  reply: { title: 'ServiceUpdated', type: 'object', properties: {}, description: 'Always empty' },
  errors: {
    serviceNameInvalid: errors.serviceNameInvalid,
    priceWithoutCurrency: errors.priceWithoutCurrency,
    servicePriceInvalid: errors.servicePriceInvalid,
    serviceCurrencyInvalid: errors.serviceCurrencyInvalid,
    serviceDescriptionTooLong: errors.serviceDescriptionTooLong,
    businessInvalid: errors.businessInvalid,
    serviceNotFound: errors.serviceNotFound,
  },
  bodyIdentifiers: ['serviceId'],
  access: ['BatchGetItem', 'GetItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
