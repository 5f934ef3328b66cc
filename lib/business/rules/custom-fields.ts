/**
 * Rules of a profile's custom fields: their rows must fit the fields of the account (`lib/fields/repository/rows.ts`).
 * Pure.
 */
import { invalid } from '../../contract/errors.ts';
import { CUSTOM_FIELDS } from '../../fields/repository/location-fields.ts';
import type { Rule } from './facts.ts';

export const customFieldsRule: Rule = {
  path: CUSTOM_FIELDS,
  needs: 'rows',
  isNeeded: (request) => request.mentions(CUSTOM_FIELDS),
  checkStored: ({ problems }) =>
    problems.map(({ at, problem }) => {
      const path = `${CUSTOM_FIELDS}${at}`;
      return { path, error: invalid(path, problem) };
    }),
};
