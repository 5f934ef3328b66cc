/** Filters, sorts and pages the responses of a packed index (docs/engineers.md: surveys). Pure. */
import { firstRows } from '../../contract/first-rows.ts';
import type { PageWindow } from '../../contract/page-window.ts';
import type { Entered } from '../repository/packed-index.ts';

export interface ResponseListing {
  readonly order: 'asc' | 'desc';
  /** Only those whose `created` is from the first of these to before the second, in epoch milliseconds. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /** Both kinds where it is left out. */
  readonly completed?: boolean | undefined;
  /** Only those of these locations; of all where there is no such list. */
  readonly businessNumbers?: ReadonlySet<number> | undefined;
  readonly window: PageWindow;
}

/** Takes the responses in any order. Responses of the same time are sorted by id, in the direction of the list. */
export const responsePage = ({ order, from, until, completed, businessNumbers, window }: ResponseListing) => {
  const sign = order === 'asc' ? 1 : -1;
  const first = firstRows<Entered>(window.end, (a, b) => sign * (a.created - b.created || a.responseId - b.responseId));
  const isWanted = (row: Entered): boolean =>
    (from === undefined || row.created >= from) &&
    (until === undefined || row.created < until) &&
    (completed === undefined || row.completed === completed) &&
    (businessNumbers === undefined || businessNumbers.has(row.businessNumber));
  return {
    add(rows: readonly Entered[]): void {
      for (const row of rows) if (isWanted(row)) first.add(row);
    },
    found: (): { readonly total: number; readonly rows: readonly Entered[] } => {
      const { count, rows } = first.found();
      return { total: count, rows: rows.slice(window.start, window.end) };
    },
  };
};
