/**
 * Variants of catalogue rows. The first five operations answer some codes with their own status or message; all others
 * use the `later` values of the catalogue. 1184 differs between a user and a business, and 2286 between a listing and a
 * new business. Import them as `laterErrors`.
 */
import type { ErrorEntry } from './error-entry.ts';
import catalogue from './errors.json' with { type: 'json' };

const laterRow = (
  code: '1046' | '1047' | '1055' | '1056' | '1069' | '1070' | '1175' | '1184' | '1190' | '2286' | '2348' | '5043',
): ErrorEntry => {
  const { status, message, later } = catalogue[code];
  return { status, message, ...(later as Partial<ErrorEntry>), code: Number(code) };
};

export const nameTooShort = laterRow('1047');
export const nameTooLong = laterRow('1046');
export const phoneInvalid = laterRow('1055');
export const faxInvalid = laterRow('1056');
export const descriptionTooLong = laterRow('1069');
export const businessNotFound = laterRow('1175');
export const pageTooDeep = laterRow('2348');
export const keywordsTooLong = laterRow('1070');
export const categoryInvalid = laterRow('1190');
export const messagingLinkInvalid = laterRow('2286');
export const contactNotFound = laterRow('5043');
export const lastOwner = laterRow('1184');
