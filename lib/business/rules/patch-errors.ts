/** The errors of patch business where update business, as one of the first operations, answers 401. Pure. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';

const BY_CODE: ReadonlyMap<number, ErrorEntry> = new Map(
  [
    laterErrors.nameTooShort,
    laterErrors.nameTooLong,
    laterErrors.phoneInvalid,
    laterErrors.faxInvalid,
    laterErrors.descriptionTooLong,
    laterErrors.keywordsTooLong,
    laterErrors.categoryInvalid,
  ].map((entry) => [entry.code, entry]),
);

/** The error of patch business for an error of update business. */
export const errorOfPatch = (error: ErrorEntry): ErrorEntry => BY_CODE.get(error.code) ?? error;
