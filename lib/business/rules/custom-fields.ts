/**
 * Rules of a profile's custom fields: their rows must fit the fields of the account (`lib/fields/repository/rows.ts`).
 * Pure.
 */
import { listOf } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { CUSTOM_FIELDS } from '../../fields/repository/location-fields.ts';
import { namesAlone, type RowProblem } from '../../fields/repository/rows.ts';
import type { Rule } from './facts.ts';

const violation = ({ at, problem }: RowProblem): Violation => {
  const path = `${CUSTOM_FIELDS}${at}`;
  return { path, error: invalid(path, problem) };
};

export const customFieldsRule: Rule = {
  path: CUSTOM_FIELDS,
  needs: 'rows',
  isNeeded: (request) => request.mentions(CUSTOM_FIELDS),
  checkLate: ({ sent }) => namesAlone(listOf(sent(CUSTOM_FIELDS))).map(violation),
  checkStored: ({ problems }) => problems.map(violation),
};
