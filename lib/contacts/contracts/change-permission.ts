/** Change permission: opts contacts in to, or out of, email and SMS. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { PERMISSIONS } from '../rules/permission-order.ts';

const wrongNumber = {
  type: errors.businessInvalid,
  minimum: errors.businessInvalid,
  maximum: errors.businessInvalid,
} as const;

export const changePermission = {
  id: 'changePermission',
  module: 'contacts',
  method: 'POST',
  path: '/v1/customer-v2/change-permission',
  summary: 'Change permission',
  tag: 'Contacts',
  description: `Opts contacts in to, or out of, email and SMS: those that have one of these emails or phones, at most 100 together.

- \`both-subscribed\` and \`both-unsubscribed\` set both; \`sms-subscribed\` and \`email-subscribed\` set one, and leave the other.
- A location limits it to contacts that are mapped to it.
- Answers \`true\`, or \`false\` where none of them is a contact. Each contact is written by itself: after a 503 send the request
  again.`,
  writes: true,
  lasting: true,
  request: {
    title: 'PermissionChange',
    type: 'object',
    required: ['permission'],
    properties: {
      permission: field({ enum: PERMISSIONS }, 'What they are to be opted in to', 'both-unsubscribed'),
      email: field({ type: 'array', items: maxLine(320), 'x-read': 'list' }, 'Emails of contacts', [
        'ada.field@mail.example',
      ]),
      phone: field({ type: 'array', items: maxLine(40), 'x-read': 'list' }, 'Phone numbers of contacts', [
        '(805) 555-0171',
      ]),
      accountNumber: field(
        { ...recordNumber, 'x-blank': 'judge', 'x-missing': '', 'x-errors': wrongNumber },
        'The number of the account or of one of its locations',
        700100,
      ),
    },
  },
  reply: { title: 'PermissionChanged', type: 'boolean', description: 'Whether any of them is a contact' },
  errors: { businessInvalid: errors.businessInvalid },
  bodyIdentifiers: ['email', 'phone', 'accountNumber'],
  access: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
} as const satisfies Contract;
