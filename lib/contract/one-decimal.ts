/** Numbers as responses show them (docs/insight.md: scores). Pure. */

/**
 * Rounds to one decimal, halves up. A value that misses a half only by floating-point error (38.749 999 9) counts as a
 * half, so that the order of addition does not affect the result.
 */
export const oneDecimal = (number: number): number => Math.round(Number((number * 10).toFixed(4))) / 10;

/** Rounds a number that may be missing. */
export const oneDecimalOrNull = (number: number | null): number | null => (number === null ? null : oneDecimal(number));
