/** What the contracts of requests share. */
import * as errors from '../../contract/error-rows.ts';

/** A number that names a business, whatever is wrong with it. */
export const noBusiness = {
  type: errors.businessInvalid,
  minimum: errors.businessInvalid,
  maximum: errors.businessInvalid,
} as const;

export const id = { type: 'integer', format: 'int64' } as const;
