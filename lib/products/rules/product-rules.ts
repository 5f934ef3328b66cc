/** Rules of products that their schema can't express, and what a body changes. Pure. */
import { isSignedMediaUrl } from '../../bucket/signed-url.ts';
import { isObject, type JsonObject, listOf, type Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Schema } from '../../contract/operation.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import type { Price, ProductContent } from '../repository/product.ts';

/** A broken rule of a field. */
export const fieldInvalid = (path: string, problem: string): Violation => ({
  path,
  error: { ...errors.productInvalid, message: `${path} ${problem}` },
});

/** A rule about the product as a whole. */
export const productInvalid = (path: string, message: string): Violation => ({
  path,
  error: { ...errors.productInvalid, message },
});

const AMOUNT = /^([0-9]+)(?:\.([0-9]{1,2}))?$/;
const MOST_CENTS = 214_748_364_700n;

/** An amount in cents; `undefined` for what is none. */
const centsOf = (amount: unknown): bigint | undefined => {
  const [, whole, decimals = ''] = (typeof amount === 'string' && AMOUNT.exec(amount)) || [];
  // A longer number is above the limit, and costs to read.
  const digits = whole?.replace(/^0+(?=[0-9])/, '');
  if (digits === undefined) return undefined;
  return digits.length > 10 ? MOST_CENTS + 1n : BigInt(`${digits}${decimals.padEnd(2, '0')}`);
};

const isPrice = (value: unknown): value is Price =>
  isObject(value) && typeof value.currencyCode === 'string' && centsOf(value.amount) !== undefined;

/** A price with two decimals: `012.5` becomes `12.50`. */
export const shownPrice = ({ amount, currencyCode }: Price): Price => {
  const digits = String(centsOf(amount)).padStart(3, '0');
  return { amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, currencyCode };
};

const amountViolations = (name: 'price' | 'salePrice', value: unknown): readonly Violation[] => {
  const cents = isObject(value) ? centsOf(value.amount) : undefined;
  const isWrong = cents !== undefined && (cents < 1n || cents > MOST_CENTS);
  return isWrong ? [fieldInvalid(`${name}.amount`, 'must be from 0.01 to 2147483647')] : [];
};

/** A sale price has the currency of the price, and is below it. */
export const saleViolations = (price: unknown, salePrice: unknown): readonly Violation[] => {
  if (!isPrice(price) || !isPrice(salePrice)) return [];
  if (price.currencyCode !== salePrice.currencyCode)
    return [fieldInvalid('salePrice.currencyCode', 'must be the currency of the price')];
  return centsOf(salePrice.amount)! < centsOf(price.amount)!
    ? []
    : [fieldInvalid('salePrice.amount', 'must be below the price')];
};

const SIGNED = 'must not be a mediaUrl, which ends within an hour';

const urlViolations = ({ imageLink, productUrl, additionalImageLinks }: JsonObject): readonly Violation[] =>
  [
    ['imageLink', imageLink] as const,
    ['productUrl', productUrl] as const,
    ...listOf(additionalImageLinks).map((url, index) => [`additionalImageLinks[${index}]`, url] as const),
  ].flatMap(([path, url]) => (isSignedMediaUrl(url) ? [fieldInvalid(path, SIGNED)] : []));

/** What the request alone says against a product. */
export const bodyViolations = (body: JsonObject): readonly Violation[] => [
  ...amountViolations('price', body.price),
  ...amountViolations('salePrice', body.salePrice),
  ...saleViolations(body.price, body.salePrice),
  ...urlViolations(body),
];

/** Fields of a product by name; `null` clears one. */
export type ProductChanges = Readonly<Record<string, unknown>>;

const stored = (name: string, value: unknown): unknown => {
  if (name === 'businessNumbers') return [...new Set(listOf(value).filter((each) => typeof each === 'number'))];
  return isPrice(value) ? shownPrice(value) : value;
};

/** What a normalized body changes, as it is stored. */
export const productChanges = (schema: Schema, { body, cleared }: Normalized): ProductChanges => {
  const { properties } = schema as { readonly properties: object };
  return Object.fromEntries(
    Object.keys(properties).flatMap((name) => {
      if (isSent(body, name)) return [[name, stored(name, body[name])]];
      if (!cleared.includes(name)) return [];
      return [[name, name === 'businessNumbers' ? [] : null]];
    }),
  );
};

/** A new product from the fields that were sent, without those that are blank. */
export const newContent = (changes: ProductChanges): ProductContent =>
  Object.fromEntries(
    Object.entries({ businessNumbers: [], ...changes }).filter(([, value]) => value !== null && value !== undefined),
  ) as unknown as ProductContent;

const SKU_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** A SKU for a product that came without one. @param fraction - random, from 0 to 1 */
export const drawnSku = (fraction: () => number): string =>
  Array.from({ length: 12 }, () => SKU_CHARACTERS[Math.floor(fraction() * SKU_CHARACTERS.length)]).join('');
