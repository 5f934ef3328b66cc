/** The paging parameters of lists whose page size has its own error (2347). Pure. */
import type { ErrorEntry } from './error-entry.ts';
import * as errors from './error-rows.ts';
import * as laterErrors from './later-error-rows.ts';
import type { Depth, PagedBy, Parameter } from './operation.ts';

interface Sizes {
  readonly start: string;
  readonly size: string;
  readonly most: number;
  readonly defaultSize: number | 'rest';
}

const known = new Map<number, ErrorEntry>([[1000, errors.pageSizeInvalid]]);

/** 2347 for a size out of the operation's range, which the message says. One error for each range. */
export const pageSizeError = (most: number): ErrorEntry => {
  const error = known.get(most) ?? { ...errors.pageSizeInvalid, message: `Page size must be 1 to ${most}` };
  known.set(most, error);
  return error;
};

const pageSizeOf = (most: number) => {
  const error = pageSizeError(most);
  return { type: 'integer', minimum: 1, maximum: most, 'x-errors': { minimum: error, maximum: error } } as const;
};

/** The start of a page: a whole number from 0. */
export const startParameter = {
  description: 'Index of the first record, from 0; 0 by default',
  schema: {
    type: 'integer',
    minimum: 0,
    'x-errors': { type: 'must be a whole number from 0', minimum: 'must be a whole number from 0' },
  },
} as const satisfies Parameter;

export const sizeParameter = (most: number, defaultSize: number | 'rest') =>
  ({
    description: `Number of records, 1 to ${most}; ${defaultSize === 'rest' ? 'all that follow' : defaultSize} by default`,
    schema: pageSizeOf(most),
  }) as const satisfies Parameter;

/** The depth of such a list: 2348 beyond 100,000. */
export const depthOf = ({ start, size, most, defaultSize }: Sizes): Depth & Pick<PagedBy, 'usual'> => ({
  start,
  size,
  defaultSize,
  tooDeep: laterErrors.pageTooDeep,
  usual: Math.min(most, 100),
});
