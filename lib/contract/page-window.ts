/** The window of a list: which of its records a response has (docs/decisions.md: pagination). Pure. */
import type { Paging } from './operation.ts';

/** Records `start` to `end`, exclusive. `end` may be infinite. */
export interface PageWindow {
  readonly start: number;
  readonly end: number;
}

/** What the size of a page is at least, whatever is sent as one: `rest`, or what the schema refuses. */
const LEAST_SIZE = 1;

const countOr = (value: unknown, other: number): number =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : other;

/**
 * Where a page begins and how long it is, to say whether it lies too deep next to whatever else is wrong with it: one that
 * begins nowhere is never too deep (`NaN`), and one without a length has the least.
 */
export const sentPage = (start: unknown, size: unknown): { readonly start: number; readonly size: number } => ({
  start: countOr(start, Number.NaN),
  size: countOr(size, LEAST_SIZE),
});

/** The window that checked paging parameters select; `undefined` if neither is sent, which selects everything. */
export const pageWindow = (
  { start, size, defaultSize, firstPage }: Paging,
  values: Readonly<Record<string, unknown>>,
): PageWindow | undefined => {
  if (values[start] === undefined && values[size] === undefined && !firstPage) return undefined;
  const from = Number(values[start] ?? 0);
  const amount = values[size] ?? defaultSize;
  return { start: from, end: amount === 'rest' ? Number.POSITIVE_INFINITY : from + Number(amount) };
};
