/** Filters, sorts and pages the contacts of a packed index (docs/engineers.md: lists of contacts). Pure. */
import { firstRows } from '../../contract/first-rows.ts';
import type { PageWindow } from '../../contract/page-window.ts';

/** The entry of a contact. */
interface Row {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly lastActivityAt: number;
  readonly createdAt: number;
  readonly contactType: string;
  readonly sourceKind: string;
  /** What reading it takes, in halves of a read unit. */
  readonly blocks: number;
  readonly businessNumbers: readonly number[];
}

export interface Listing {
  readonly by: 'lastActivityAt' | 'createdAt';
  readonly order: 'asc' | 'desc';
  /** Only those that are mapped to this location. */
  readonly businessNumber?: number | undefined;
  /** Only those whose time is from the first of these to before the second, in epoch milliseconds. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly contactType?: string | undefined;
  /** Any of these; all where there are none. */
  readonly sources?: readonly string[] | undefined;
  readonly window: PageWindow;
}

/** A contact of the list. */
export interface Ranked {
  readonly id: number;
  /** The time by which the list is in order. */
  readonly at: number;
  readonly blocks: number;
}

const matcherOf = ({ by, businessNumber, from, until, contactType, sources = [] }: Listing) => {
  const wanted = new Set(sources);
  return (row: Row): boolean =>
    (from === undefined || row[by] >= from) &&
    (until === undefined || row[by] < until) &&
    (contactType === undefined || row.contactType === contactType) &&
    (wanted.size === 0 || wanted.has(row.sourceKind)) &&
    (businessNumber === undefined || row.businessNumbers.includes(businessNumber));
};

/** Takes the contacts in any order. Contacts of the same time are sorted by id, in the direction of the list. */
export const packedIndexPage = (listing: Listing) => {
  const { by, order, window } = listing;
  const isWanted = matcherOf(listing);
  const sign = order === 'asc' ? 1 : -1;
  const first = firstRows<Ranked>(window.end, (a, b) => sign * (a.at - b.at || a.id - b.id));
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) if (isWanted(row)) first.add({ id: row.id, at: row[by], blocks: row.blocks });
    },
    found: (): { readonly totalCount: number; readonly rows: readonly Ranked[] } => {
      const { count, rows } = first.found();
      return { totalCount: count, rows: rows.slice(window.start, window.end) };
    },
  };
};
