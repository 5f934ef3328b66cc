/** The window of a list: which of its records a response has (docs/decisions.md: pagination). Pure. */
import type { Paging } from './operation.ts';

/** Records `start` to `end`, exclusive. `end` may be infinite. */
export interface PageWindow {
  readonly start: number;
  readonly end: number;
}

/** What the size of a page is at least, whatever is sent as one: `rest`, or what the schema refuses. */
export const LEAST_SIZE = 1;

/** A number of records as it is sent; `other` for what is none, which the schema refuses. */
export const countOr = (value: unknown, other: number): number =>
  Number.isInteger(value) && Number(value) >= 0 ? Number(value) : other;

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
