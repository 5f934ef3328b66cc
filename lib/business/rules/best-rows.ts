/** Finds a sorted window of unsorted rows without keeping all rows. Pure. */
import type { PageWindow } from '../../contract/page-window.ts';

/** The number of rows beyond a short window that are kept before the next sort. */
const SPARE = 1000;

export interface BestRows<Row> {
  add(row: Row): void;
  /** The rows of the window, in order. */
  window(): readonly Row[];
}

/**
 * Collects rows and returns those of a window. It keeps at most twice as many as up to the window's end, so a first
 * page takes as much memory in a large account as in a small one.
 *
 * @param compare - a total order
 */
export const bestRows = <Row>(compare: (a: Row, b: Row) => number, { start, end }: PageWindow): BestRows<Row> => {
  let kept: Row[] = [];
  /** The last row up to the window's end, once there are that many: no row after it can enter the window. */
  let last: Row | undefined;
  const most = end + Math.max(end, SPARE);
  return {
    add(row) {
      if (last !== undefined && compare(row, last) > 0) return;
      kept.push(row);
      if (kept.length < most) return;
      kept = kept.sort(compare).slice(0, end);
      last = kept.at(-1);
    },
    window: () => kept.sort(compare).slice(start, end),
  };
};
