/** Create service: a service in the list of an account. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, LONGEST_NAME, name, sentDetails } from './shared-schemas.ts';

export const createService = {
  id: 'createService',
  module: 'services',
  method: 'POST',
  path: '/v1/alpha-services/service/create',
  summary: 'Create service',
  tag: 'Services',
  description: `Adds a service to the list of an account. Set service mapping shows it at a location.

- A name is unique in the account: case is ignored, accents are not (2493). An account has at most 1,000 services (2487).
- The id follows from account and name. A service that you create again after its deletion has the same id, and appears again
  at the locations that it was mapped to.
- Send price and currency together, or neither (2490).`,
  query: account,
  writes: true,
  lasting: true,
  request: {
    title: 'ServiceToCreate',
    type: 'object',
    properties: {
      name: field({ ...name, 'x-missing': '' }, `Name, 1 to ${LONGEST_NAME} characters`, 'Cold brew'),
      ...sentDetails,
    },
  },
  reply: {
    title: 'ServiceCreated',
    type: 'object',
    required: ['serviceId'],
    properties: {
      serviceId: field({ type: 'string' }, 'Id of the service; `SERV0` with `validateOnly`', 'SERV512345678901234'),
    },
  },
  errors: {
    serviceNameInvalid: errors.serviceNameInvalid,
    priceWithoutCurrency: errors.priceWithoutCurrency,
    servicePriceInvalid: errors.servicePriceInvalid,
    serviceCurrencyInvalid: errors.serviceCurrencyInvalid,
    serviceDescriptionTooLong: errors.serviceDescriptionTooLong,
    businessInvalid: errors.businessInvalid,
    serviceExists: errors.serviceExists,
    serviceLimitReached: errors.serviceLimitReached,
  },
  access: ['BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
