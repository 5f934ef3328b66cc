/** Fields of a customer that operations of several modules take. */
import { line, maxLine } from './atoms.ts';
import * as errors from './error-rows.ts';
import * as laterErrors from './later-error-rows.ts';
import { ONE_LINE } from './text.ts';

/**
 * One email address (1087, 1088). The limit of 40 characters is checked against the record: a longer stored one may be
 * sent again.
 */
export const contactEmail = {
  type: 'string',
  maxLength: 320,
  'x-errors': { maxLength: errors.customerEmailTooLong },
  allOf: [
    { pattern: ONE_LINE, 'x-errors': { pattern: errors.customerEmailInvalid } },
    { pattern: '^[^\\s@]+@[^\\s@]+$', 'x-errors': { pattern: errors.customerEmailInvalid } },
  ],
} as const;

/** A phone (1055). Which country has the number is checked by a rule. */
export const contactPhone = {
  ...maxLine(40),
  'x-errors': { pattern: laterErrors.phoneInvalid, maxLength: laterErrors.phoneInvalid },
} as const;

/** The full name (1142, 1001). */
export const visitorName = {
  type: 'string',
  'x-blank': 'check',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.customerNameBlank } },
    { maxLength: 100, 'x-errors': { maxLength: errors.customerNameTooLong } },
    line,
  ],
} as const;
