/** The window of a list: which of its records a response has (docs/decisions.md: pagination). Pure. */
import type { Paging } from './operation.ts';

/** Records `start` to `end`, exclusive. `end` may be infinite. */
export interface PageWindow {
  readonly start: number;
  readonly end: number;
}

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
