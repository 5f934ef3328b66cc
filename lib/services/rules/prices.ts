/** Rules about the price and the currency of a service. Pure. */
import { CURRENCIES } from '../../catalog/currencies.ts';
import type { JsonObject, Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';

export const LEAST_PRICE = 0.1;
export const MOST_PRICE = 2_147_483_647;

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

const isPrice = (price: unknown): boolean =>
  typeof price === 'number' && price >= LEAST_PRICE && price <= MOST_PRICE && !hasMoreDecimals(price);

const isCurrency = (code: unknown): boolean => (CURRENCIES as readonly unknown[]).includes(code);

/**
 * What the request alone says against a change of a service, behind its schema: that it names none, and what is wrong with
 * price and currency where one is cleared, and the other one set to what it may be.
 */
export const changeViolations = ({ body, cleared }: Normalized): readonly Violation[] => {
  const namesNone = body.serviceId === '' ? [{ path: 'serviceId', error: errors.serviceNotFound }] : [];
  const isClearedAlone =
    (cleared.includes('price') && isCurrency(body.currencyCode)) ||
    (cleared.includes('currencyCode') && isPrice(body.price));
  return [...namesNone, ...(isClearedAlone ? [{ path: 'price', error: errors.priceWithoutCurrency }] : [])];
};

/** What the request alone says against a new service, beyond its schema. */
export const creationViolations = (body: JsonObject): readonly Violation[] => [
  ...(isSent(body, 'price') !== isSent(body, 'currencyCode')
    ? [{ path: 'price', error: errors.priceWithoutCurrency }]
    : []),
  ...decimalViolations(body.price),
];
