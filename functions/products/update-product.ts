/** PUT /v1/listing/public/product/{productId}: changes a product of an account. */
import { ApiError, refuse } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { requireVersion, Versioned } from '../../lib/http/versions.ts';
import { updateProduct } from '../../lib/products/contracts/update-product.ts';
import { productVersion } from '../../lib/products/repository/product.ts';
import { bodyViolations, productChanges } from '../../lib/products/rules/product-rules.ts';
import { allViolations, updateProductIn } from '../../lib/products/update.ts';

export const handler = endpointWithRules(
  updateProduct,
  {
    prepare: (normalized) => ({
      prepared: productChanges(updateProduct.request, normalized),
      violations: bodyViolations(normalized.body),
    }),
    checkStored: ({ store, path: { productId }, headers, prepared: changes }) =>
      allViolations(store, { businessId: headers['x-business-number'], productId, changes }),
  },
  async ({ store, path: { productId }, headers, prepared: changes, validateOnly, ifMatch }) => {
    const command = { businessId: headers['x-business-number'], productId, changes, validateOnly };
    const updated = await updateProductIn(store, {
      ...command,
      requireVersion: (stored) => requireVersion(ifMatch, productVersion(stored)),
    });
    if ('violations' in updated) return refuse(updated.violations);
    if ('refused' in updated) throw new ApiError(updated.refused);
    return new Versioned({ productId }, productVersion(updated.product));
  },
);
