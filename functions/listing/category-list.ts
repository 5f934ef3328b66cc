/** GET /v1/listing/{businessNumber}/category-list: the categories of one platform in a country. */
import { directory } from '../../lib/business/repository/directory.ts';
import { categoryList as categoriesOf } from '../../lib/catalog/category-lists.ts';
import { catalogueCountry } from '../../lib/catalog/countries.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { folded, foldedPart } from '../../lib/contract/folded-text.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { categoryList } from '../../lib/listing/contracts/category-list.ts';

export const handler = endpoint(categoryList, async ({ store, path, query, window }) => {
  const { sourceName, countryCode, searchStr = '' } = query;
  if (!(await directory(store).find(path.businessNumber))) throw new ApiError(errors.businessInvalid);
  const all = categoriesOf(sourceName, catalogueCountry(countryCode));
  const wanted = foldedPart(searchStr);
  const found = wanted === '' ? all : all.filter(({ name }) => folded(name).includes(wanted));
  return window ? found.slice(window.start, window.end) : found;
});
