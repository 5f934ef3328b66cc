/** Fields that operations of contacts share. */
import { identifier, maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { ONE_LINE } from '../../contract/text.ts';

export const businessId = addressed(errors.accountNotFound, 'The number of the account or of one of its locations');

/** One address (1087, 1088). What is over 40 characters is judged with the record: one that is stored may be sent again. */
export const contactEmail = {
  type: 'string',
  maxLength: 320,
  'x-errors': { maxLength: errors.customerEmailTooLong },
  allOf: [
    { pattern: ONE_LINE, 'x-errors': { pattern: errors.customerEmailInvalid } },
    { pattern: '^[^\\s@]+@[^\\s@]+$', 'x-errors': { pattern: errors.customerEmailInvalid } },
  ],
} as const;

export const contactId = field(identifier, 'Enterprise customer id', 41001);

export const externalId = field(
  maxLine(128),
  'Id in another system such as a CRM; of one contact of the account',
  'crm-41001',
);
