/** Whether a stored profile keeps the rules that a write enforces. */
import { expect } from 'vitest';
import { compile } from '../../cdk/build/validators.ts';
import { profile, updateBusiness } from '../../lib/business/contracts/update-business.ts';
import { checkUpdate, merged, prepareUpdate } from '../../lib/business/rules/profile-update.ts';
import { normalize } from '../../lib/contract/coercion.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { type Changes, nested } from '../../lib/contract/fields.ts';

/** What only the day refuses: it was right on the day on which it was written. */
const OF_TODAY = new Set(
  [errors.reopenDateInPast, errors.openedOnInFuture, errors.openingDateInPast, errors.openingDateTooFar].map(
    ({ code }) => code,
  ),
);

const validate = compile(updateBusiness.request);

/** The codes of the rules that a stored profile breaks, checked as an update that sends all of it. */
export const broken = (stored: Changes): readonly unknown[] => {
  const now = Date.now();
  const normalized = normalize(profile, nested(stored));
  const { changes } = prepareUpdate(normalized, now);
  const bySchema = validate(normalized.body) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
  const byItself = checkUpdate({ changes, now }, { listingFixed: true, profile: stored });
  const again = checkUpdate({ changes, now }, { listingFixed: false, profile: {} });
  // What is checked is what is stored: nothing is read or written otherwise than it lies there.
  expect(merged({}, again.writes)).toEqual(stored);
  return [
    ...bySchema,
    ...byItself.violations.map(({ path, error }) => `${path} ${error.code}`),
    ...again.violations
      .filter(({ error }) => !OF_TODAY.has(error.code))
      .map(({ path, error }) => `${path} ${error.code}`),
  ];
};
