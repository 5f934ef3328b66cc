/** Change permission: opts contacts in to, or out of, email and SMS. */
import { maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { FOUND_BY, MOST_TARGETS, PERMISSIONS } from '../rules/permission-command.ts';

const wrongNumber = {
  type: errors.businessInvalid,
  minimum: errors.businessInvalid,
  maximum: errors.businessInvalid,
} as const;

const targets = <N extends number>(maxLength: N) =>
  ({ type: 'array', items: maxLine(maxLength), 'x-read': 'list', 'x-limits': { maxItems: MOST_TARGETS } }) as const;

export const changePermission = {
  id: 'changePermission',
  module: 'contacts',
  method: 'POST',
  path: '/v1/customer-v2/change-permission',
  summary: 'Change permission',
  tag: 'Contacts',
  description: `Opts contacts in to, or out of, email and SMS: all that have one of the given emails or phones, at most 100 in total.

- \`both-subscribed\` and \`both-unsubscribed\` set both channels; \`sms-subscribed\` and \`email-subscribed\` set one and
  keep the other.
- For a location, only contacts mapped to it are changed.
- The response is \`true\`, or \`false\` if no contact matches. Contacts are written one by one: after a 503 send the
  request again.`,
  writes: true,
  lasting: true,
  request: {
    title: 'PermissionChange',
    type: 'object',
    required: ['permission'],
    'x-one-of': FOUND_BY,
    properties: {
      permission: field({ enum: PERMISSIONS }, 'Permission to set', 'both-unsubscribed'),
      email: field(targets(320), 'Emails of contacts', ['ada.field@mail.example']),
      phone: field(targets(40), 'Phone numbers of contacts', ['(805) 555-0171']),
      accountNumber: field(
        { ...recordNumber, 'x-blank': 'check', 'x-missing': '', 'x-errors': wrongNumber },
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
