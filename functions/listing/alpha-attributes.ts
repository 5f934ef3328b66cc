/** GET /v1/listing/{businessNumber}/alpha-attributes-list: what a location of a category can say of itself on alpha. */
import { directory } from '../../lib/business/repository/directory.ts';
import { alphaAttributesOf } from '../../lib/catalog/alpha-attributes.ts';
import { categoryById } from '../../lib/catalog/categories.ts';
import { catalogueCountry } from '../../lib/catalog/countries.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { alphaAttributes } from '../../lib/listing/contracts/alpha-attributes.ts';
import { offeredCategory } from '../../lib/listing/rules/offered-category.ts';

export const handler = endpoint(alphaAttributes, async ({ store, path, query }) => {
  const offered = offeredCategory(categoryById(query.categoryId), 'ALPHA', query.countryCode);
  if ('violations' in offered) return refuse(offered.violations);
  if (!(await directory(store).find(path.businessNumber))) throw new ApiError(errors.businessInvalid);
  return alphaAttributesOf(offered.category, catalogueCountry(query.countryCode));
});
