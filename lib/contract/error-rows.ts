/**
 * The error catalogue: every code that a partner can see, with its HTTP status and message. `errors.json` is the one source;
 * here each row has the name by which schemas, rules and functions use it. Import all of them, `import * as errors`: a bundle
 * then holds the rows that it uses.
 */
import type { ErrorEntry } from './error-entry.ts';
import catalogue from './errors.json' with { type: 'json' };

const row = (code: keyof typeof catalogue): ErrorEntry => {
  const { status, message } = catalogue[code];
  return { status, code: Number(code), message };
};

export const rateLimitExceeded = row('89');
export const invalidRequest = row('400');
export const routeNotFound = row('404');
export const conflict = row('409');
export const versionChanged = row('412');
export const bodyTooLarge = row('413');
export const idempotencyKeyReused = row('422');
export const internal = row('500');
export const unavailable = row('503');
export const timedOut = row('504');
export const keyInvalid = row('1161');
export const keyMissing = row('1167');
export const businessNotFound = row('1175');
export const accountNotFound = row('1532');
export const subscriptionNotFound = row('1005');
export const businessInvalid = row('1011');
export const contactNotFound = row('5043');
export const sortByInvalid = row('2457');
export const pageTooDeep = row('2348');
export const businessTypeInvalid = row('1025');
export const userEmailBlank = row('1052');
export const userEmailInvalid = row('1053');
export const userEmailTooLong = row('1054');
export const zipTooLong = row('1075');
export const zipBlank = row('1094');
export const accountHasChildren = row('1174');
export const statusNotChangeable = row('1184');
export const statusInvalid = row('1191');
export const notALocation = row('1361');
export const levelUnknown = row('1363');
export const parentInvalid = row('2150');
export const activeAlready = row('2154');
export const inactiveAlready = row('2155');
export const businessExists = row('2156');
export const zipMissing = row('2286');
export const nameBlank = row('1045');
export const nameTooShort = row('1047');
export const nameTooLong = row('1046');
export const phoneInvalid = row('1055');
export const faxInvalid = row('1056');
export const descriptionTooLong = row('1069');
export const keywordsTooLong = row('1070');
export const categoryInvalid = row('1190');
export const reopenDateInPast = row('2162');
export const tooManyAlphaCategories = row('2276');
export const duplicateAlphaCategories = row('2277');
export const primaryAmongAdditional = row('2278');
export const foodLinksNotSupported = row('2290');
export const foodDeliveryInvalid = row('2296');
export const foodTakeoutInvalid = row('2297');
export const categoryAmongSubcategories = row('2503');
export const statusFixed = row('2511');
export const openingDateFixed = row('2512');
export const openedOnInFuture = row('2513');
export const openingDateMissing = row('2514');
export const reopenDateNotSupported = row('2515');
export const openingDateTooFar = row('2516');
export const openingDateInPast = row('2517');
export const statusMissing = row('2518');
export const categoryChangeRefused = row('2519');
export const openDateNotSupported = row('2520');
export const subLocalityMissing = row('6000');
export const subLocalityTooLong = row('6001');
