/** Save employee: creates an employee of an account, or changes one. */
import { trueOrFalse } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import * as shared from './shared-schemas.ts';

const { business, SHOWN, shown } = shared;

export const saveEmployee = {
  id: 'saveEmployee',
  module: 'employees',
  method: 'POST',
  path: '/v1/employee/{businessId}/save',
  summary: 'Save employee',
  tag: 'Employees',
  description: `Creates an employee of an account, or changes the one with this email. Emails are case-insensitive.

- Fields that you leave out stay as they are; \`""\` and \`null\` clear, except \`firstName\`, which every
  employee has.
- \`businessNumbers\` lists the locations of the employee; \`[]\` means all locations. If you leave it out, a new employee is of
  the location in the path, or of all locations if the path has the account's number.
- An employee whose last location is deleted becomes inactive. Employees have no access; they can be assigned to tickets.
- Employees are not deleted: \`active\` false hides them. An account has at most 2000 employees, inactive ones included.`,
  pathParameters: business,
  writes: true,
  lasting: true,
  request: {
    title: 'EmployeeToSave',
    type: 'object',
    required: ['emailId'],
    properties: {
      emailId: field(shared.emailId, 'Email address, at most 254 characters', 'nora.abbott@copperkettle.example'),
      firstName: field(shared.firstName, 'First name, at most 50 characters', 'Nora'),
      lastName: field(shared.lastName, 'Last name, at most 50 characters', 'Abbott'),
      phone: field(shared.phoneNumber, '(xxx) xxx-xxxx, or + with 7 to 15 digits', '(805) 555-0193'),
      imageUrl: field(shared.imageUrl, 'A picture: a URL', 'https://img.copperkettle.example/nora.jpg'),
      businessNumbers: field(
        shared.businessNumbers,
        'Locations of the account, at most 100; all of them if empty',
        [700101],
      ),
      active: field(trueOrFalse, 'Whether lists show the employee; true by default for a new one', true),
    },
  },
  reply: {
    title: 'SavedEmployee',
    type: 'object',
    required: [...SHOWN, 'businessNumbers', 'active'],
    properties: {
      ...shown,
      businessNumbers: field(
        { type: 'array', items: { type: 'integer', format: 'int64' } },
        'The locations; empty if the employee is of all locations, or if all of them were deleted',
        [700101],
      ),
      active: field({ type: 'boolean' }, 'Whether lists show the employee', true),
    },
  },
  errors: {
    emailBlank: errors.userEmailBlank,
    emailInvalid: errors.userEmailInvalid,
    firstNameTooLong: errors.firstNameTooLong,
    lastNameTooLong: errors.lastNameTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    businessInvalid: errors.businessInvalid,
    businessIdsInvalid: errors.businessIdsInvalid,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
