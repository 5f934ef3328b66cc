/** Keeps the rows of a list up to the end of a page, of any number of rows in any order. Pure. */

/** Rows over the limit are sorted out in so large steps at least, which costs little for each. */
const STEP = 1000;

/**
 * @param most - rows that are kept: those that come first; may be infinite
 * @param compare - as for a sort; no two rows may be equal
 */
export const firstRows = <Row>(most: number, compare: (a: Row, b: Row) => number) => {
  const kept: Row[] = [];
  let count = 0;
  /** No row after this one is among the first. */
  let last: Row | undefined;
  const cut = (): void => {
    kept.sort(compare);
    if (kept.length < most) return;
    kept.length = most;
    last = kept.at(-1);
  };
  return {
    add(row: Row): void {
      count += 1;
      if (last !== undefined && compare(row, last) > 0) return;
      kept.push(row);
      if (kept.length >= 2 * most + STEP) cut();
    },
    /** How many rows there were, and the first of them in order. */
    found: (): { readonly count: number; readonly rows: readonly Row[] } => {
      cut();
      return { count, rows: kept };
    },
  };
};
