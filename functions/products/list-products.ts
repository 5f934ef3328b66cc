/** POST /v1/listing/public/product/getList: a page of the products of an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listProducts } from '../../lib/products/contracts/list-products.ts';
import { pageOfProducts } from '../../lib/products/list.ts';
import { listedProductReply } from '../../lib/products/reply.ts';

export const handler = endpoint(listProducts, async ({ store, query, headers, body }) => {
  const { pageNumber = 0, pageSize = 50 } = query;
  const { search, status = [], businessNumbers = [] } = body;
  const found = await pageOfProducts(store, {
    businessId: headers['x-business-number'],
    window: { start: pageNumber * pageSize, end: (pageNumber + 1) * pageSize },
    search,
    status,
    businessNumbers,
  });
  if ('refused' in found) throw new ApiError(found.refused);
  return { response: found.products.map(listedProductReply), totalCount: found.totalCount };
});
