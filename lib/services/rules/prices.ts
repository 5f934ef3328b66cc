/** Rules about the price and the currency of a service. Pure. */
import type { JsonObject, Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';

export const LEAST_PRICE = 0.1;
export const MOST_PRICE = 2_147_483_647;

const PAIR = ['price', 'currencyCode'] as const;

/** A price within its limits has more than two decimals (2491). */
export const hasMoreDecimals = (price: number): boolean => Number(price.toFixed(2)) !== price;

/** A violation of a price with too many decimals, for values of any type. */
export const decimalViolations = (price: unknown): readonly Violation[] =>
  typeof price === 'number' && Math.abs(price) <= MOST_PRICE && hasMoreDecimals(price)
    ? [{ path: 'price', error: errors.servicePriceInvalid }]
    : [];

/** Whether only one of price and currency is there (2490). */
export const lacksOther = (price: unknown, currencyCode: unknown): boolean =>
  (price ?? undefined) === undefined
    ? (currencyCode ?? undefined) !== undefined
    : (currencyCode ?? undefined) === undefined;

/** What is wrong with both of them, where one is changed and the other one cleared. */
export const changeViolations = ({ body, cleared }: Normalized): readonly Violation[] =>
  PAIR.some((name) => isSent(body, name)) && PAIR.some((name) => cleared.includes(name))
    ? [{ path: 'price', error: errors.priceWithoutCurrency }]
    : [];

/** What the request alone says against a new service, beyond its schema. */
export const creationViolations = (body: JsonObject): readonly Violation[] => [
  ...(isSent(body, 'price') !== isSent(body, 'currencyCode')
    ? [{ path: 'price', error: errors.priceWithoutCurrency }]
    : []),
  ...decimalViolations(body.price),
];
