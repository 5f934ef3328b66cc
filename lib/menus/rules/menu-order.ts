/** `sortBy` of menu details, where it comes as a query parameter (decisions: 2457). Pure. */

import { isBlank } from '../../contract/coercion.ts';
import { type ErrorEntry, errors } from '../../contract/errors.ts';
import { getMenuDetails } from '../contracts/get-menu-details.ts';

const ALLOWED: readonly string[] = getMenuDetails.request.properties.sortBy.enum;

/** 2457 for a value that is not allowed; an allowed one changes nothing. */
export const checkSortBy = (sortBy: string | undefined): ErrorEntry | undefined =>
  sortBy === undefined || isBlank(sortBy) || ALLOWED.includes(sortBy.trim()) ? undefined : errors.sortByInvalid;
