/**
 * What patch business adds to the rules of update business: fields that can't be removed, and the stored fields that are
 * checked together with those that the patch names. Pure.
 */
import { invalid } from '../../contract/errors.ts';
import type { Changes } from '../../contract/fields.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Violation } from '../../contract/violations.ts';
import { FOOD_LINKS } from './categories.ts';
import type { RequestFacts, Rule } from './facts.ts';
import { errorOfPatch } from './patch-errors.ts';

const ZIP = 'location.zip';
const STATUS = 'businessStatus';
const DATES = ['reopenDate', 'openedOnDate', 'openingSoonDate'];
const CATEGORIES = ['internalListing.category', 'internalListing.subcategory'];
const PRIMARY = 'alphaListing.primaryCategoryAlpha';

/** A violation of update business with the error that patch business answers. */
export const ofPatch = (violation: Violation): Violation => ({ ...violation, error: errorOfPatch(violation.error) });

const required = (path: string): Violation => ({ path, error: invalid(path, 'is required'), missing: true });

/** A field that an update requires can't be removed. A blank one that is not stored has left the body before. */
const notRemovable = (path: string, violation: Violation): Rule => ({
  path,
  check: (request) => (request.mentions(path) && !request.isSent(path) ? violation : undefined),
});

const mentionsLocation = ({ changes }: RequestFacts): boolean =>
  Object.keys(changes).some((path) => path.startsWith('location.'));

/** `location` without a zip keeps the stored one, so there has to be one. */
const zipKnown: Rule = {
  path: ZIP,
  needs: 'record',
  isNeeded: mentionsLocation,
  checkStored: (facts) =>
    mentionsLocation(facts) && !facts.isSent(ZIP) && facts.effective(ZIP) === undefined ? required(ZIP) : undefined,
};

/** The rules of a patch of a location alone, in the order in which an update reports missing fields. */
export const patchRules: readonly Rule[] = [
  notRemovable(ZIP, required(ZIP)),
  zipKnown,
  notRemovable('emailId', required('emailId')),
  notRemovable('phone', { path: 'phone', error: laterErrors.phoneInvalid }),
  notRemovable('services', required('services')),
];

/** The stored values of these fields that the patch does not name. */
const rest = (paths: readonly string[], changes: Changes, stored: Changes): Changes =>
  Object.fromEntries(
    paths.flatMap((path) => (Object.hasOwn(changes, path) || stored[path] === undefined ? [] : [[path, stored[path]]])),
  );

/** Whether a patch sets one of these fields. */
const sets = (paths: readonly string[], changes: Changes): boolean =>
  paths.some((path) => (changes[path] ?? undefined) !== undefined);

/**
 * A patch with the stored fields that make it complete, as an update has to name them: the status of a date, the other
 * half of the internal categories, and the food links of an alpha primary category. Other stored fields count as in an
 * update.
 */
export const withStoredRest = (changes: Changes, stored: Changes): Changes => ({
  ...changes,
  ...(sets(DATES, changes) && rest([STATUS], changes, stored)),
  ...(CATEGORIES.some((path) => Object.hasOwn(changes, path)) && rest(CATEGORIES, changes, stored)),
  ...(Object.hasOwn(changes, PRIMARY) && rest(FOOD_LINKS, changes, stored)),
});
