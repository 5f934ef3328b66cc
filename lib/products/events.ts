/** The event of a product that was created, updated or deleted. It holds numbers alone. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { EventsOf } from '../dynamodb/stream/change.ts';
import { PRODUCT, productFrom, type StoredProduct } from './repository/product.ts';

/** The maximum number of a product's locations in the payload; the subscriptions of all of them are notified. */
const MOST_LOCATIONS = 100;

/** What a product is, whenever and by whom it was changed last: a data file may keep that time. */
const contentOf = (product: StoredProduct | undefined) => {
  if (!product) return undefined;
  const { item: _, updatedOn: __, updatedBy: ___, ...content } = product;
  return content;
};

export const productEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== PRODUCT) return [];
  const [before, after] = [oldImage && productFrom(oldImage), newImage && productFrom(newImage)];
  if (isDeepStrictEqual(contentOf(before), contentOf(after))) return [];
  const versions = [before, after].filter((each) => each !== undefined);
  const { productId, businessNumbers } = (after ?? before)!;
  const accountNumber = Number(item.accountNumber);
  return [
    {
      type: 'PRODUCT_CHANGED',
      partnerId: String(item.partnerId),
      accountNumber,
      businessIds: [...new Set(versions.flatMap((each) => each.businessNumbers))],
      // A product that names no locations is one of all of them.
      ...(versions.some((each) => each.businessNumbers.length === 0) && { ofEveryLocation: true as const }),
      data: {
        productId,
        accountNumber,
        change: before ? (after ? 'updated' : 'deleted') : 'created',
        businessIds: businessNumbers.slice(0, MOST_LOCATIONS),
      },
    },
  ];
};
