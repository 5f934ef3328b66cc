/** Products as they are answered. Pure. */
import type { Product } from './repository/product.ts';

const fieldsOf = ({
  productId,
  title,
  imageLink,
  alphaProductCategoryId,
  price: { amount, currencyCode },
  status,
  salePrice,
  description = '',
  brandName = '',
  productUrl = '',
  additionalImageLinks = [],
  productTypes = [],
  productSku,
  businessNumbers,
}: Product) => ({
  productId,
  title,
  imageLink,
  alphaProductCategoryId,
  price: { amount, currencyCode },
  status,
  salePrice: salePrice ? { amount: salePrice.amount, currencyCode: salePrice.currencyCode } : null,
  description,
  brandName,
  productUrl,
  additionalImageLinks,
  productTypes,
  productSku,
  businessNumbers,
});

export const productReply = (product: Product) => ({
  ...fieldsOf(product),
  locationCount: product.businessNumbers.length || null,
  updatedOn: product.updatedOn,
  updatedBy: product.updatedBy,
});

/** A product in a list has its time in epoch milliseconds. */
export const listedProductReply = (product: Product) => ({
  ...fieldsOf(product),
  updatedOn: Date.parse(product.updatedOn),
});
