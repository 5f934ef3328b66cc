/** `sortBy` of menu details, where it comes as a query parameter (decisions: 2457). Pure. */
import { type ErrorEntry, errors } from '../api/errors.ts';
import { getMenuDetails } from '../api/get-menu-details.ts';
import { isBlank } from '../api/normalize.ts';

const ALLOWED: readonly string[] = getMenuDetails.request.properties.sortBy.enum;

/** 2457 for a value that is not allowed; an allowed one changes nothing. */
export const checkSortBy = (sortBy: string | undefined): ErrorEntry | undefined =>
  sortBy === undefined || isBlank(sortBy) || ALLOWED.includes(sortBy.trim()) ? undefined : errors.sortByInvalid;
