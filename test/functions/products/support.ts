/** What the tests of products share. */
import { handler as createProduct } from '../../../functions/products/create-product.ts';
import { handler as deleteProducts } from '../../../functions/products/delete-products.ts';
import { handler as getProduct } from '../../../functions/products/get-product.ts';
import { handler as listProducts } from '../../../functions/products/list-products.ts';
import { handler as updateProduct } from '../../../functions/products/update-product.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring } from '../../support/opened-world.ts';

let last = 950_000;

/** A new account of ours with so many locations; its number, theirs follow on it. */
export const newAccount = async (locations = 3): Promise<number> => {
  last += 1000;
  const accountNumber = last;
  const children = Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: accountNumber + index + 1,
    accountNumber,
    business: { name: `Location ${index}` },
  }));
  await bring([{ type: 'account', accountNumber, partnerId: 'ours', name: 'P' }, ...children]);
  return accountNumber;
};

/** The least body of a product. */
export const MUG = {
  title: 'Mug',
  imageLink: 'https://img.shop.example/mug.jpg',
  alphaProductCategoryId: 'drinkware',
  price: { amount: '12.5', currencyCode: 'USD' },
  status: 'PUBLISH',
};

const at = (number: number | string, { headers, ...more }: Call): Call => ({
  ...more,
  headers: { ...(number !== '' && { 'x-business-number': String(number) }), ...headers },
});

export const creating = (number: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(createProduct, { ...at(number, more), body });
export const updating = (number: number, productId: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(updateProduct, { ...at(number, more), path: { productId }, body });
export const getting = (number: number, productId: string, more: Call = {}): Promise<Answer> =>
  call(getProduct, { ...at(number, more), path: { productId } });
export const deleting = (number: number, productIds: unknown, more: Call = {}): Promise<Answer> =>
  call(deleteProducts, { ...at(number, more), body: { productIds } });
export const listing = (number: number, query: Record<string, string> = {}, body: unknown = {}): Promise<Answer> =>
  call(listProducts, { ...at(number, {}), query, body });

/** A new product; its id. */
export const created = async (number: number, fields: object = {}, more: Call = {}): Promise<string> => {
  const answer = await creating(number, { ...MUG, ...fields }, more);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.productId;
};

/** The ids on a page, in its order. */
export const ids = async (number: number, query: Record<string, string> = {}, body: unknown = {}): Promise<string[]> =>
  (await listing(number, query, body)).body.response.map(({ productId }: { productId: string }) => productId);
