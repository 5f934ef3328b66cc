/** Schemas that the catalogue operations share. */
import { CATALOGUE_COUNTRIES } from '../../catalog/countries.ts';
import { line } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Parameter } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

export const businessNumber = addressed(errors.businessInvalid, 'The number of a location or an account');

/** A country of the catalogues; GB means UK. */
export const countryCode = {
  description: 'Country, case-insensitive; GB is the same as UK. Categories not offered there are omitted',
  schema: { enum: [...CATALOGUE_COUNTRIES, 'GB'] },
  folds: 'upper',
  required: true,
} as const satisfies Parameter;

/** The id of a category, which the handler checks. */
export const categoryId = {
  description: 'The id of a category, as get category list has it for this country',
  schema: { ...line, maxLength: 100 },
  required: true,
} as const satisfies Parameter;
