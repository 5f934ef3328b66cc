/** POST /v1/listing/public/product: adds a product to the list of an account. */
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { createProduct } from '../../lib/products/contracts/create-product.ts';
import { createProductIn, type NewProduct, unknownAt } from '../../lib/products/create.ts';
import { bodyViolations, newContent, productChanges } from '../../lib/products/rules/product-rules.ts';

export const handler = endpointWithRules(
  createProduct,
  {
    prepare: (normalized) => ({
      prepared: newContent(productChanges(createProduct.request, normalized)) as NewProduct,
      violations: bodyViolations(normalized.body),
    }),
    checkStored: ({ store, headers, prepared }) => unknownAt(store, headers['x-business-number'], prepared),
  },
  async ({ store, headers, prepared: product, validateOnly }) => {
    const created = await createProductIn(store, { businessId: headers['x-business-number'], product, validateOnly });
    if ('violations' in created) return refuse(created.violations);
    if ('refused' in created) throw new ApiError(created.refused);
    return created;
  },
);
