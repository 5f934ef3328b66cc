/** A schema of country codes. */
import { countryCodes } from './country-names.ts';

/** An ISO 3166-1 alpha-2 code; UK is read as GB. */
export const countryCode = {
  type: 'string',
  pattern: `^(?:${countryCodes.join('|')})$`,
  'x-read': 'country',
  'x-errors': { pattern: 'must be a 2-character country code (ISO 3166)' },
} as const;
