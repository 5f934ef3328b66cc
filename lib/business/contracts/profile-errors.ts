/** The errors of a profile that businesses and listings share. */
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';

export const profileErrors = {
  reopenDateInPast: errors.reopenDateInPast,
  tooManyAlphaCategories: errors.tooManyAlphaCategories,
  duplicateAlphaCategories: errors.duplicateAlphaCategories,
  primaryAmongAdditional: errors.primaryAmongAdditional,
  foodLinksNotSupported: errors.foodLinksNotSupported,
  foodDeliveryInvalid: errors.foodDeliveryInvalid,
  foodTakeoutInvalid: errors.foodTakeoutInvalid,
  categoryAmongSubcategories: errors.categoryAmongSubcategories,
  statusFixed: errors.statusFixed,
  openingDateFixed: errors.openingDateFixed,
  openedOnInFuture: errors.openedOnInFuture,
  openingDateMissing: errors.openingDateMissing,
  reopenDateNotSupported: errors.reopenDateNotSupported,
  openingDateTooFar: errors.openingDateTooFar,
  openingDateInPast: errors.openingDateInPast,
  statusMissing: errors.statusMissing,
  categoryChangeRefused: errors.categoryChangeRefused,
  openDateNotSupported: errors.openDateNotSupported,
  subLocalityMissing: errors.subLocalityMissing,
  subLocalityTooLong: errors.subLocalityTooLong,
  recordTooLarge,
} as const;
