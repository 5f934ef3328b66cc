/** The line of a product of an account. Its id follows from account and SKU. */
import { maxText, text } from '../../../lib/contract/atoms.ts';
import { productSku, sentFields } from '../../../lib/products/contracts/shared-schemas.ts';
import {
  MOST_LOCATIONS,
  MOST_PRODUCTS,
  type Product,
  productCounter,
  productFrom,
  productIdOf,
  productItem,
  productsPartition,
} from '../../../lib/products/repository/product.ts';
import { productEntity } from '../../../lib/products/repository/product-entities.ts';
import { bodyViolations, newContent, productChanges } from '../../../lib/products/rules/product-rules.ts';
import { upsertCounted } from '../upsert-counted.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

/** The fields in the order in which files have them. */
const NAMES = [
  ...(['productId', 'productSku', ...Object.keys(sentFields)] as (keyof Product)[]),
  ...(['businessNumbers', 'updatedOn', 'updatedBy'] as const),
] as const;

const product = {
  type: 'object',
  required: [
    ...['productId', 'productSku', 'title', 'imageLink', 'alphaProductCategoryId', 'price', 'status'],
    ...['updatedOn', 'updatedBy'],
  ],
  properties: {
    productId: maxText(15),
    productSku,
    ...sentFields,
    businessNumbers: { type: 'array', items: positive, maxItems: MOST_LOCATIONS },
    updatedOn: pointInTime,
    updatedBy: text,
  },
} as const;

export const productLine: LineKind = {
  entity: productEntity,
  pass: 3,
  schema: lineOf({ accountNumber: positive, product }),
  read(fields) {
    const { accountNumber, product: body } = fields as unknown as { accountNumber: number; product: Product };
    const [wrong] = bodyViolations({ ...body });
    if (wrong) return refused(`product.${wrong.error.message}`);
    if (body.productId !== productIdOf(accountNumber, body.productSku))
      return refused('product.productId must be the id that follows from accountNumber and productSku');
    const content = newContent(productChanges(product, { body: { ...body }, cleared: [] }));
    const sent = inUtc({ ...content, updatedOn: body.updatedOn } as unknown as Product, ['updatedOn'], 'product.');
    if ('refused' in sent) return sent;
    return {
      about: `product ${body.productId} of account ${accountNumber}`,
      // Products of one account are written one after another, as they change its count.
      locks: [`products of account ${accountNumber}`],
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        for (const number of sent.businessNumbers) {
          if ((await context.owners.ofBusiness(number))?.accountNumber !== accountNumber)
            return refused(`business ${number} does not belong to account ${accountNumber}`);
        }
        const owner = { partnerId, accountNumber };
        return upsertCounted(context, productItem(owner, sent), productCounter(owner), {
          limit: MOST_PRODUCTS,
          message: `the account has ${MOST_PRODUCTS} products`,
        });
      },
    };
  },
  lineOf(item) {
    const stored = productFrom(item);
    return {
      type: 'product',
      accountNumber: Number(item.accountNumber),
      product: Object.fromEntries(
        NAMES.flatMap((name) => {
          const value = stored[name];
          const isNone = value === undefined || (name === 'businessNumbers' && stored.businessNumbers.length === 0);
          return isNone ? [] : [[name, value]];
        }),
      ),
    };
  },
  ofAccount: (partnerId, accountNumber) => productsPartition({ partnerId, accountNumber }),
};
