/** A window of what comes in no order, in order, without all of it being kept. Pure. */
import type { PageWindow } from '../../contract/page-window.ts';

/** So many rows beyond a short window are kept before they are sorted out. */
const SPARE = 1000;

export interface BestRows<Row> {
  add(row: Row): void;
  /** The rows of the window, in order. */
  window(): readonly Row[];
}

/**
 * The rows of a window among all that are added. Kept are no more than twice those up to the window's end: a first page
 * takes as much memory in a large account as in a small one.
 *
 * @param compare - a total order
 */
export const bestRows = <Row>(compare: (a: Row, b: Row) => number, { start, end }: PageWindow): BestRows<Row> => {
  let kept: Row[] = [];
  /** The last row up to the window's end, once there are so many: nothing behind it comes into the window any more. */
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
