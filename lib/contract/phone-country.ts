/** Which phone numbers a country has (1055). Pure. */
import { internationalPhone } from './atoms.ts';

/** The countries whose phone numbers must have the form (xxx) xxx-xxxx. */
export const US_PHONES: readonly unknown[] = ['US', 'CA', 'PR', 'VI', undefined];

const INTERNATIONAL_PHONE = new RegExp(`^${internationalPhone}$`);
/** Whether a value is a phone number in the international form. */
export const isInternational = (value: unknown): boolean =>
  typeof value === 'string' && INTERNATIONAL_PHONE.test(value);

/** Whether a phone number, US or international, fits its country. */
export const fitsCountry = (phone: unknown, country: unknown): boolean =>
  !(isInternational(phone) && US_PHONES.includes(country));
