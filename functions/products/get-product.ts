/** GET /v1/listing/public/product/{productId}: one product of an account. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { Versioned } from '../../lib/http/versions.ts';
import { openAccount } from '../../lib/partners/repository/open-account.ts';
import { getProduct } from '../../lib/products/contracts/get-product.ts';
import { productReply } from '../../lib/products/reply.ts';
import { productVersion } from '../../lib/products/repository/product.ts';
import { products } from '../../lib/products/repository/products.ts';

export const handler = endpoint(getProduct, async ({ store, path, headers }) => {
  const accountNumber = await openAccount(store, headers['x-business-number']);
  if (accountNumber === undefined) throw new ApiError(errors.businessInvalid);
  const product = await products(store).find({ partnerId: store.partnerId, accountNumber }, path.productId);
  if (!product) throw new ApiError(errors.productNotFound);
  return new Versioned(productReply(product), productVersion(product));
});
