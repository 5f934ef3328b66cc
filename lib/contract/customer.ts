/** Fields of a person who is a customer, which operations of several modules take. */
import { line } from './atoms.ts';
import * as errors from './error-rows.ts';
import { ONE_LINE } from './text.ts';

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

/** The whole name (1142, 1001). */
export const visitorName = {
  type: 'string',
  'x-blank': 'judge',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.customerNameBlank } },
    { maxLength: 100, 'x-errors': { maxLength: errors.customerNameTooLong } },
    line,
  ],
} as const;
