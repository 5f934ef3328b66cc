/**
 * Filters and sorts the locations of an account for search businesses (docs/decisions.md: lists of businesses). Pure.
 */
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { folded, foldedPart, inOrder } from '../../contract/folded-text.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { type PageWindow, sentPage } from '../../contract/page-window.ts';
import { isObject, readText } from '../../contract/readings.ts';
import { isBlank } from '../../contract/text.ts';
import { placeIn, placeOf, type Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import { type BestRows, bestRows } from './best-rows.ts';

/** The largest end index of a page. */
const DEEPEST = 100_000;
const DEFAULT_SIZE = 25;

/** The fields by which locations are searched. */
export interface Searched {
  readonly number: number;
  readonly name: string;
  readonly alias: string;
  readonly status: string;
  readonly businessType: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly phone: string;
  readonly externalReferenceId: string | undefined;
  readonly location: { readonly zip: string };
}

export type SortField = 'name' | 'createdAt' | 'createdBy';

/** A checked search. */
export interface Search {
  readonly searchStr?: string | undefined;
  readonly sortBy?: SortField | undefined;
  readonly sortOrder?: 'ASC' | 'DESC' | undefined;
  readonly startIndex?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly status?: readonly string[] | undefined;
  readonly type?: readonly string[] | undefined;
  readonly externalReferenceId?: string | undefined;
}

/** A custom field by its name, and the value that locations must have. */
export interface FieldFilter {
  readonly name: string;
  /** Blank: any value, or none. */
  readonly value: string;
}

const filtersIn = (customFields: unknown): readonly FieldFilter[] =>
  Object.entries(isObject(customFields) ? customFields : {}).map(([name, value]) => ({
    name,
    value: isBlank(value) ? '' : (readText(value) as string),
  }));

const ofFields = (filters: readonly FieldFilter[]): Violation[] =>
  filters.flatMap(({ name, value }) => {
    if (typeof value === 'string') return [];
    const place = placeIn(placeOf('customFields'), name.slice(0, 100));
    return [{ ...place, error: invalid(place.path, 'must be a string') }];
  });

/** The violation of a search that names a field without filter support. */
export const noFilter = (name: string): Violation => ({
  ...placeIn(placeOf('customFields'), name.slice(0, 100)),
  error: invalid('customFields', `must name fields that can be filtered by, and ${name.slice(0, 100)} is none`),
});

/** Checks what the schema can't express: the depth of the page, and whether values of custom fields are texts. */
export const validatedSearch = ({
  body,
}: Normalized): { readonly prepared: readonly FieldFilter[]; readonly violations: readonly Violation[] } => {
  const { start, size } = sentPage(
    isSent(body, 'startIndex') ? body.startIndex : 0,
    isSent(body, 'pageSize') ? body.pageSize : DEFAULT_SIZE,
  );
  const isTooDeep = start + size > DEEPEST;
  const filters = filtersIn(body.customFields);
  return {
    prepared: filters,
    violations: [...(isTooDeep ? [{ path: 'startIndex', error: laterErrors.pageTooDeep }] : []), ...ofFields(filters)],
  };
};

export const windowOf = ({ startIndex = 0, pageSize = DEFAULT_SIZE }: Search): PageWindow => ({
  start: startIndex,
  end: startIndex + pageSize,
});

/**
 * Matches a text against a location: a part of its name or alias, the start of one of its numbers, or its external id.
 */
const hasText = (text: string): ((row: Searched) => boolean) => {
  const part = foldedPart(text);
  const isDigits = /^[0-9]+$/.test(text);
  return ({ number, name, alias, phone, externalReferenceId, location }) =>
    folded(name).includes(part) ||
    folded(alias).includes(part) ||
    externalReferenceId === text ||
    (isDigits &&
      (String(number).startsWith(text) ||
        phone.replace(/[^0-9]/g, '').startsWith(text) ||
        location.zip.startsWith(text)));
};

const isOneOf = (values: readonly string[] | undefined): ((value: string) => boolean) => {
  const wanted = new Set(values);
  return (value) => wanted.size === 0 || wanted.has(value);
};

/** Builds the filter of a search. */
export const matcherOf = ({ searchStr, status, type, externalReferenceId }: Search): ((row: Searched) => boolean) => {
  const isStatus = isOneOf(status);
  const isType = isOneOf(type);
  const isFound = searchStr === undefined ? () => true : hasText(searchStr);
  return (row) =>
    isStatus(row.status) &&
    isType(row.businessType) &&
    (externalReferenceId === undefined || row.externalReferenceId === externalReferenceId) &&
    isFound(row);
};

/** The sort key of a location; names and similar texts ignore case and accents. */
const sortKey = (row: Searched, field: SortField): string =>
  field === 'createdAt' ? row.createdAt : folded(row[field]);

interface Ranked<Row> {
  readonly key: string;
  readonly number: number;
  readonly row: Row;
}

/**
 * Collects locations one by one, and returns their count and those on the page.
 *
 * @param shown - selects what is kept of a location that may be on the page
 */
export const searching = <Row extends Searched, Shown>(search: Search, shown: (row: Row) => Shown) => {
  const { sortBy = 'createdAt', sortOrder = 'DESC' } = search;
  const sign = sortOrder === 'ASC' ? 1 : -1;
  const matches = matcherOf(search);
  // Equal rows are sorted by ascending number, whatever the sort direction.
  const best: BestRows<Ranked<Shown>> = bestRows(
    (a, b) => sign * inOrder(a.key, b.key) || a.number - b.number,
    windowOf(search),
  );
  let totalCount = 0;
  return {
    add(row: Row): void {
      if (!matches(row)) return;
      totalCount++;
      best.add({ key: sortKey(row, sortBy), number: row.number, row: shown(row) });
    },
    found: () => ({ totalCount, rows: best.window().map(({ row }) => row) }),
  };
};
