/** What the operations that show catalogues have in common. */
import { CATALOGUE_COUNTRIES } from '../../catalog/countries.ts';
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Parameter } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const businessNumber = addressed(errors.businessInvalid, 'The number of a location or an account');

/** A country of the catalogues; GB is another name of UK. */
export const countryCode = {
  description: 'The country, without case; GB is the same as UK. What is not offered there is left out',
  schema: { enum: [...CATALOGUE_COUNTRIES, 'GB'] },
  folds: 'upper',
  required: true,
} as const satisfies Parameter;

/** The id of a category: the handler knows which there are. */
export const categoryId = {
  description: 'The id of a category, as get category list has it for this country',
  schema: { ...line, maxLength: 100 },
  required: true,
} as const satisfies Parameter;
