/** Delete contact: everywhere, or at some locations. */
import { identifier } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessId, contactId } from './shared-schemas.ts';

export const deleteContact = {
  id: 'deleteContact',
  module: 'contacts',
  method: 'POST',
  path: '/v1/customer-v2/external/deleteCustomer',
  summary: 'Delete contact',
  tag: 'Contacts',
  description: `Deletes a contact with its email, phone and activity.

- With \`businessIds\`, only the mappings to these locations are removed; the contact remains, even without mappings.
  Locations that the contact is not mapped to are ignored.`,
  query: { businessId },
  writes: true,
  lasting: true,
  ifMatch: true,
  request: {
    title: 'ContactToDelete',
    type: 'object',
    required: ['id'],
    properties: {
      id: contactId,
      businessIds: field(
        {
          type: 'array',
          items: { ...identifier, 'x-any-number': true },
          minItems: 1,
          maxItems: 1000,
          // Blank it would mean everywhere.
          'x-blank': 'check',
          'x-errors': { minItems: 'must not be empty: leave it out to delete the contact everywhere' },
        },
        'Only the mappings to these locations',
        [700101],
      ),
    },
  },
  reply: { title: 'DeletedContact', type: 'object', properties: {} },
  errors: { accountNotFound: errors.accountNotFound, contactNotFound: laterErrors.contactNotFound },
  bodyIdentifiers: ['id', 'businessIds'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
