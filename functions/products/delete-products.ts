/** POST /v1/listing/public/product/deleteProduct: deletes products of an account. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { deleteProducts } from '../../lib/products/contracts/delete-products.ts';
import { deleteProductsIn } from '../../lib/products/delete.ts';

export const handler = endpoint(deleteProducts, async ({ store, headers, body, validateOnly }) => {
  const businessId = headers['x-business-number'];
  const outcome = await deleteProductsIn(store, {
    businessId,
    productIds: [...new Set(body.productIds)],
    validateOnly,
  });
  if (outcome !== 'done') throw new ApiError(outcome.refused);
  return {};
});
