/** Errors derived from rows of the catalogue (`error-rows.ts`). */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';
import { isBlank } from './text.ts';

/** The error for a record that would exceed the size limit. */
export const recordTooLarge: ErrorEntry = {
  ...errors.bodyTooLarge,
  message: 'The record is too large',
};

/**
 * The error for a request whose result exceeds the maximum response size. For a list it names the paging parameters.
 */
export const responseTooLargeOf = (paging?: { readonly start: string; readonly size: string }): ErrorEntry => {
  const fewer = paging ? `fewer records with ${paging.start} and ${paging.size}` : 'less of it';
  return { ...errors.invalidRequest, message: `The response is too large; accept gzip, or ask for ${fewer}` };
};

/** A 400 without a code. The message names the field by its path, for instance `location.zip is required`. */
export const invalid = (path: string, problem: string): ErrorEntry => ({
  ...errors.invalidRequest,
  message: `${path} ${problem}`,
});

/** The error for a status that does not allow an operation. The message says what is not possible, and for which status. */
export const notPossible = (message: string): ErrorEntry => ({ ...errors.statusNotChangeable, message });

/** What can't be done for a customer of a location that is inactive or suspended. */
export const locationNotActive: ErrorEntry = notPossible('The location is not active');

/** What can't be sent in a conversation that is full; the same request is never sent later (docs/conversations.md). */
export const sequenceFull: ErrorEntry = {
  ...errors.conflict,
  message: '20 messages wait in this conversation already; send the message once one of them has left',
};

/** The error for a new business that is the same as another one of the account. */
export const businessExists = (number: number): ErrorEntry => ({
  ...errors.businessExists,
  message: `${errors.businessExists.message}: ${number}`,
});

/** The message for invalid Unicode in a body or a parameter. */
export const NO_TEXT = 'must be Unicode text without U+0000 and halves of surrogate pairs';

/** Characters of a client's text that a message repeats. */
const LONGEST_NAMED = 100;

/** A row of the catalogue with the values of the request that it is about; a blank text adds nothing to its message. */
export const naming = (entry: ErrorEntry, ...about: readonly (number | string)[]): ErrorEntry => {
  const named = about.map((value) => String(value).slice(0, LONGEST_NAMED)).join(', ');
  return isBlank(named) ? { ...entry, about } : { ...entry, message: `${entry.message}: ${named}`, about };
};

/** An additional number in the request that names no location of the account. */
export const businessUnknown = (number: number): ErrorEntry => naming(errors.businessInvalid, number);

/** The same of a field that has 5556, with all of its numbers that name no location. */
export const locationsUnknown = (...numbers: readonly number[]): ErrorEntry =>
  naming(errors.businessIdsInvalid, ...numbers);
