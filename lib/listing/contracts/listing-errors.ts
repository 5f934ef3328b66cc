/** What create listing and update listing answer with. */
import * as errors from '../../contract/error-rows.ts';
import { recordTooLarge } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';

/** A location that there is, and no listing of it. */
export const listingMissing = {
  ...laterErrors.businessNotFound,
  message: 'No listing was created for this business yet; create listing makes one',
};

export const listingErrors = {
  businessNotFound: laterErrors.businessNotFound,
  nameBlank: errors.nameBlank,
  nameTooShort: laterErrors.nameTooShort,
  nameTooLong: laterErrors.nameTooLong,
  phoneInvalid: laterErrors.phoneInvalid,
  keywordsTooLong: laterErrors.keywordsTooLong,
  categoryInvalid: laterErrors.categoryInvalid,
  reopenDateInPast: errors.reopenDateInPast,
  tooManyAlphaCategories: errors.tooManyAlphaCategories,
  duplicateAlphaCategories: errors.duplicateAlphaCategories,
  primaryAmongAdditional: errors.primaryAmongAdditional,
  textMessageNumberInvalid: errors.textMessageNumberInvalid,
  messagingLinkInvalid: laterErrors.messagingLinkInvalid,
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
  doctorCategoriesInvalid: errors.doctorCategoriesInvalid,
  isProviderInvalid: errors.isProviderInvalid,
  practiceNameInvalid: errors.practiceNameInvalid,
  firstNameInvalid: errors.firstNameInvalid,
  middleNameInvalid: errors.middleNameInvalid,
  surNameInvalid: errors.surNameInvalid,
  npiInvalid: errors.npiInvalid,
  credentialsInvalid: errors.credentialsInvalid,
  educationDetailsInvalid: errors.educationDetailsInvalid,
  hospitalAffiliationsDetailsInvalid: errors.hospitalAffiliationsDetailsInvalid,
  insuranceDetailsInvalid: errors.insuranceDetailsInvalid,
  conditionsInvalid: errors.conditionsInvalid,
  proceduresInvalid: errors.proceduresInvalid,
  healthcareInvalid: errors.healthcareInvalid,
  subLocalityMissing: errors.subLocalityMissing,
  subLocalityTooLong: errors.subLocalityTooLong,
  recordTooLarge,
} as const;
