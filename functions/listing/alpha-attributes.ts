/** GET /v1/listing/{businessNumber}/alpha-attributes-list: what a location of a category can say of itself on alpha. */
import { directory } from '../../lib/business/repository/directory.ts';
import { alphaAttributesOf } from '../../lib/catalog/alpha-attributes.ts';
import { categoryById } from '../../lib/catalog/categories.ts';
import { catalogueCountry } from '../../lib/catalog/countries.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Handle, Request } from '../../lib/http/request.ts';
import { alphaAttributes } from '../../lib/listing/contracts/alpha-attributes.ts';
import { offeredCategory, violationsIn } from '../../lib/listing/rules/offered-category.ts';

type Query = Request<typeof alphaAttributes>['query'];

const offeredIn = ({ categoryId, countryCode }: Query) =>
  offeredCategory(categoryById(categoryId), 'ALPHA', countryCode);

const handle: Handle<typeof alphaAttributes, undefined> = async ({ store, path, query }) => {
  const offered = offeredIn(query);
  if ('violations' in offered) return refuse(offered.violations);
  if (!(await directory(store).find(path.businessNumber))) throw new ApiError(errors.businessInvalid);
  return alphaAttributesOf(offered.category, catalogueCountry(query.countryCode));
};

export const handler = endpoint(alphaAttributes, handle, {
  checkQuery: (query) => (query.categoryId === undefined ? [] : violationsIn(offeredIn(query))),
});
