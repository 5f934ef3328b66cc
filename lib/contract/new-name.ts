/** The name of a new business: 1045 to 1047, in this order. A missing name counts as blank. */
import { line } from './atoms.ts';
import * as errors from './error-rows.ts';
import * as laterErrors from './later-error-rows.ts';
import { ONE_LINE } from './text.ts';

export const newName = {
  type: 'string',
  'x-blank': 'check',
  'x-missing': '',
  allOf: [
    { pattern: '\\S', 'x-errors': { pattern: errors.nameBlank } },
    { minLength: 3, 'x-errors': { minLength: laterErrors.nameTooShort } },
    { maxLength: 250, 'x-errors': { maxLength: laterErrors.nameTooLong } },
    { pattern: ONE_LINE, 'x-errors': line['x-errors'] },
  ],
} as const;
