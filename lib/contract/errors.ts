/** Errors that are made of rows of the catalogue (`error-rows.ts`). */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';

/** The answer where the stored record would be larger than a record may be. */
export const recordTooLarge: ErrorEntry = {
  ...errors.bodyTooLarge,
  message: 'The record is too large',
};

/** Action links answer this for a location that is unknown, foreign or has no category. */
export const categoryIdNotFound: ErrorEntry = { ...errors.invalidRequest, message: 'Category id not found' };

/** The answer to a request for more records than a response can hold. */
export const responseTooLarge: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The response is too large; accept gzip, or ask for fewer records with sindex and count',
};

/** A 400 with no code of its own: the message names the field by its path, for instance `location.zip is required`. */
export const invalid = (path: string, problem: string): ErrorEntry => ({
  ...errors.invalidRequest,
  message: `${path} ${problem}`,
});
