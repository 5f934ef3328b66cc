/** What search businesses finds among the locations of an account, and in which order (docs/decisions.md: lists of businesses). Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import { folded, inOrder } from '../../contract/folded-text.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { PageWindow } from '../../contract/page-window.ts';
import { isObject, readText } from '../../contract/readings.ts';
import { isBlank } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { type BestRows, bestRows } from './best-rows.ts';

/** The largest index at which any page may end. */
const DEEPEST = 100_000;
const DEFAULT_SIZE = 25;

/** What a location is searched by. */
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
    const path = `customFields.${name.slice(0, 100)}`;
    return typeof value === 'string' ? [] : [{ path, error: invalid(path, 'must be a string') }];
  });

/** What is answered where a search names a field that nothing can be filtered by. */
export const noFilter = (name: string): Violation => ({
  path: 'customFields',
  error: invalid('customFields', `must name fields that can be filtered by, and ${name.slice(0, 100)} is none`),
});

/** What the schema can't say of a search: how deep its page lies, and whether values of custom fields are texts. */
export const judgedSearch = ({
  body: { startIndex = 0, pageSize = DEFAULT_SIZE, customFields },
}: Normalized): { readonly prepared: readonly FieldFilter[]; readonly violations: readonly Violation[] } => {
  const isWhole = [startIndex, pageSize].every((each) => Number.isInteger(each) && Number(each) >= 0);
  const isTooDeep = isWhole && Number(startIndex) + Number(pageSize) > DEEPEST;
  const filters = filtersIn(customFields);
  return {
    prepared: filters,
    violations: [...(isTooDeep ? [{ path: 'startIndex', error: laterErrors.pageTooDeep }] : []), ...ofFields(filters)],
  };
};

export const windowOf = ({ startIndex = 0, pageSize = DEFAULT_SIZE }: Search): PageWindow => ({
  start: startIndex,
  end: startIndex + pageSize,
});

/** Whether a location has a text: a part of its name or alias, the start of one of its numbers, its id elsewhere. */
const hasText = (text: string): ((row: Searched) => boolean) => {
  const part = folded(text);
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

/** Whether a search is for a location. */
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

/** By what a location is put into order; of texts that people write, without case and accents. */
const sortKey = (row: Searched, field: SortField): string =>
  field === 'createdAt' ? row.createdAt : folded(row[field]);

interface Ranked<Row> {
  readonly key: string;
  readonly number: number;
  readonly row: Row;
}

/**
 * Takes locations one after another, and knows at the end how many were found and which of them are on the page.
 *
 * @param shown - what is kept of a location that may be on the page
 */
export const searching = <Row extends Searched, Shown>(search: Search, shown: (row: Row) => Shown) => {
  const { sortBy = 'createdAt', sortOrder = 'DESC' } = search;
  const sign = sortOrder === 'ASC' ? 1 : -1;
  const matches = matcherOf(search);
  // Numbers ascend among equals, whichever way the rest goes.
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
