/** Delete services: some of an account's list. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { account } from './shared-schemas.ts';

export const deleteServices = {
  id: 'deleteServices',
  module: 'services',
  method: 'POST',
  path: '/v1/alpha-services/service/delete',
  summary: 'Delete services',
  tag: 'Services',
  description: `Deletes services of an account. If the account lacks one of them, the message names it and nothing is deleted (2495).
No location shows a deleted service.`,
  query: account,
  writes: true,
  lasting: true,
  request: {
    title: 'ServicesToDelete',
    type: 'object',
    required: ['serviceIds'],
    properties: {
      serviceIds: field(
        {
          type: 'array',
          // A blank one is unknown, whatever the account has.
          items: { type: 'string', 'x-limits': { pattern: '\\S' }, 'x-errors': { type: errors.servicesNotFound } },
          minItems: 1,
          maxItems: 100,
          'x-blank': 'check',
          'x-errors': { minItems: 'must have at least 1 item' },
        },
        'Ids of the services, 1 to 100; repeated ids count once',
        ['SERV512345678901234'],
      ),
    },
  },
  reply: { title: 'ServicesDeleted', type: 'object', properties: {}, description: 'Always empty' },
  errors: { businessInvalid: errors.businessInvalid, servicesNotFound: errors.servicesNotFound },
  bodyIdentifiers: ['serviceIds'],
  access: ['BatchGetItem', 'DeleteItem', 'PutItem', 'UpdateItem'],
} as const satisfies Contract;
