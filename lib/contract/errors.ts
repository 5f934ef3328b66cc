/** Errors that are made of rows of the catalogue (`error-rows.ts`). */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';

/** The answer where the stored record would be larger than a record may be. */
export const recordTooLarge: ErrorEntry = {
  ...errors.bodyTooLarge,
  message: 'The record is too large',
};

/** The answer to a request for more than a response can hold; a list's names its paging parameters. */
export const responseTooLargeOf = (paging?: { readonly start: string; readonly size: string }): ErrorEntry => {
  const fewer = paging ? `fewer records with ${paging.start} and ${paging.size}` : 'less of it';
  return { ...errors.invalidRequest, message: `The response is too large; accept gzip, or ask for ${fewer}` };
};

/** A 400 with no code of its own: the message names the field by its path, for instance `location.zip is required`. */
export const invalid = (path: string, problem: string): ErrorEntry => ({
  ...errors.invalidRequest,
  message: `${path} ${problem}`,
});

/** Of text that is none, in a body or a parameter. */
export const NO_TEXT = 'must be Unicode text without U+0000 and halves of surrogate pairs';

/** A number beside the one that a request is about, which names no location of the account. */
export const businessUnknown = (number: number): ErrorEntry => ({
  ...errors.businessInvalid,
  message: `${errors.businessInvalid.message}: ${number}`,
});
