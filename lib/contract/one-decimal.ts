/** Numbers as they are shown (docs/insight.md: scores). Pure. */

/**
 * To one decimal, halves up. What is a half but for sums of fractions that are not exact (38.749 999 9) is one, so that the
 * order in which they were added does not show.
 */
export const oneDecimal = (number: number): number => Math.round(Number((number * 10).toFixed(4))) / 10;

/** The same of a number that there may not be. */
export const oneDecimalOrNull = (number: number | null): number | null => (number === null ? null : oneDecimal(number));
