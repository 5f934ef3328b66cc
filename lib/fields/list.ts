/** What a list of custom fields has, and in which order. Pure. */
import type { Normalized } from '../contract/coercion.ts';
import { folded, foldedPart, inOrder } from '../contract/folded-text.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import { sentPage } from '../contract/page-window.ts';
import type { Violation } from '../contract/violations.ts';
import type { StoredField } from './repository/field.ts';

const DEEPEST = 100_000;

export interface FieldSearch {
  readonly page: number;
  readonly size: number;
  readonly searchStr?: string | undefined;
  readonly sortBy?: 'fieldName' | 'id' | 'fieldDescription' | undefined;
  readonly orderBy?: 'asc' | 'desc' | undefined;
}

/** How deep a page lies, which the schema can't say. */
export const searchViolations = ({ body }: Normalized): readonly Violation[] => {
  const { start: page, size } = sentPage(body.page, body.size);
  const isTooDeep = (page + 1) * size > DEEPEST;
  return isTooDeep ? [{ path: 'page', error: laterErrors.pageTooDeep }] : [];
};

/** Equals in the order are in order of their ids. */
export const pageOf = (fields: readonly StoredField[], search: FieldSearch): readonly StoredField[] => {
  const { page, size, searchStr, sortBy = 'fieldName', orderBy = 'asc' } = search;
  const part = searchStr === undefined ? '' : foldedPart(searchStr);
  const sign = orderBy === 'asc' ? 1 : -1;
  const compared = (a: StoredField, b: StoredField): number =>
    sortBy === 'id' ? a.id - b.id : inOrder(folded(a[sortBy] ?? ''), folded(b[sortBy] ?? ''));
  return fields
    .filter(({ fieldName, fieldDescription = '' }) =>
      [fieldName, fieldDescription].some((text) => folded(text).includes(part)),
    )
    .toSorted((a, b) => sign * compared(a, b) || a.id - b.id)
    .slice(page * size, (page + 1) * size);
};
