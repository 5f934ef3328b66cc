/** The errors of create listing and update listing. */
import { profileErrors } from '../../business/contracts/profile-errors.ts';
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';

/** The error for an existing location without a listing. */
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
  ...profileErrors,
  textMessageNumberInvalid: errors.textMessageNumberInvalid,
  messagingLinkInvalid: laterErrors.messagingLinkInvalid,
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
} as const;
