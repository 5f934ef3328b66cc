/** The list of operations: routes, permissions, the OpenAPI document and the tests all read it. */

import { createBusinessCases } from './business/contracts/create-business.cases.ts';
import { createBusiness } from './business/contracts/create-business.ts';
import { deleteBusinessCases } from './business/contracts/delete-business.cases.ts';
import { deleteBusiness } from './business/contracts/delete-business.ts';
import { getBusinessCases } from './business/contracts/get-business.cases.ts';
import { getBusiness } from './business/contracts/get-business.ts';
import { getChildBusinessesCases } from './business/contracts/get-child-businesses.cases.ts';
import { getChildBusinesses } from './business/contracts/get-child-businesses.ts';
import { getHierarchyCases } from './business/contracts/get-hierarchy.cases.ts';
import { getHierarchy } from './business/contracts/get-hierarchy.ts';
import { getTimezonesCases } from './business/contracts/get-timezones.cases.ts';
import { getTimezones } from './business/contracts/get-timezones.ts';
import { searchBusinessesCases } from './business/contracts/search-businesses.cases.ts';
import { searchBusinesses } from './business/contracts/search-businesses.ts';
import { setBusinessStatusCases } from './business/contracts/set-business-status.cases.ts';
import { setBusinessStatus } from './business/contracts/set-business-status.ts';
import { updateBusinessCases } from './business/contracts/update-business.cases.ts';
import { updateBusiness } from './business/contracts/update-business.ts';
import { updateHierarchyCases } from './business/contracts/update-hierarchy.cases.ts';
import { updateHierarchy } from './business/contracts/update-hierarchy.ts';
import { createCardCases } from './cards/contracts/create-card.cases.ts';
import { createCard } from './cards/contracts/create-card.ts';
import { deleteCardCases } from './cards/contracts/delete-card.cases.ts';
import { deleteCard } from './cards/contracts/delete-card.ts';
import { listCardsCases } from './cards/contracts/list-cards.cases.ts';
import { listCards } from './cards/contracts/list-cards.ts';
import { updateCardCases } from './cards/contracts/update-card.cases.ts';
import { updateCard } from './cards/contracts/update-card.ts';
import { addAggregationLinkCases } from './competitors/contracts/add-aggregation-link.cases.ts';
import { addAggregationLink } from './competitors/contracts/add-aggregation-link.ts';
import { changePermissionCases } from './contacts/contracts/change-permission.cases.ts';
import { changePermission } from './contacts/contracts/change-permission.ts';
import { checkInCases } from './contacts/contracts/check-in.cases.ts';
import { checkIn } from './contacts/contracts/check-in.ts';
import { contactActivityCases } from './contacts/contracts/contact-activity.cases.ts';
import { contactActivity } from './contacts/contracts/contact-activity.ts';
import { contactDetailsCases } from './contacts/contracts/contact-details.cases.ts';
import { contactDetails } from './contacts/contracts/contact-details.ts';
import { deleteContactCases } from './contacts/contracts/delete-contact.cases.ts';
import { deleteContact } from './contacts/contracts/delete-contact.ts';
import { getContactCases } from './contacts/contracts/get-contact.cases.ts';
import { getContact } from './contacts/contracts/get-contact.ts';
import { listContactsCases } from './contacts/contracts/list-contacts.cases.ts';
import { listContacts } from './contacts/contracts/list-contacts.ts';
import { optOutFeedCases } from './contacts/contracts/opt-out-feed.cases.ts';
import { optOutFeed } from './contacts/contracts/opt-out-feed.ts';
import { saveContactCases } from './contacts/contracts/save-contact.cases.ts';
import { saveContact } from './contacts/contracts/save-contact.ts';
import { type Operation, operation } from './contract/cases.ts';
import { createFieldCases } from './fields/contracts/create-field.cases.ts';
import { createField } from './fields/contracts/create-field.ts';
import { deleteFieldCases } from './fields/contracts/delete-field.cases.ts';
import { deleteField } from './fields/contracts/delete-field.ts';
import { getFieldCases } from './fields/contracts/get-field.cases.ts';
import { getField } from './fields/contracts/get-field.ts';
import { listFieldsCases } from './fields/contracts/list-fields.cases.ts';
import { listFields } from './fields/contracts/list-fields.ts';
import { setFieldValueCases } from './fields/contracts/set-field-value.cases.ts';
import { setFieldValue } from './fields/contracts/set-field-value.ts';
import { updateFieldCases } from './fields/contracts/update-field.cases.ts';
import { updateField } from './fields/contracts/update-field.ts';
import { experienceOverTimeCases } from './insight/contracts/experience-over-time.cases.ts';
import { experienceOverTime } from './insight/contracts/experience-over-time.ts';
import { alphaAttributesCases } from './listing/contracts/alpha-attributes.cases.ts';
import { alphaAttributes } from './listing/contracts/alpha-attributes.ts';
import { categoryListCases } from './listing/contracts/category-list.cases.ts';
import { categoryList } from './listing/contracts/category-list.ts';
import { createListingCases } from './listing/contracts/create-listing.cases.ts';
import { createListing } from './listing/contracts/create-listing.ts';
import { deactivateListingCases } from './listing/contracts/deactivate-listing.cases.ts';
import { deactivateListing } from './listing/contracts/deactivate-listing.ts';
import { getListingCases } from './listing/contracts/get-listing.cases.ts';
import { getListing } from './listing/contracts/get-listing.ts';
import { getMapsActionLinksCases } from './listing/contracts/get-maps-action-links.cases.ts';
import { getMapsActionLinks } from './listing/contracts/get-maps-action-links.ts';
import { hotelAttributesCases } from './listing/contracts/hotel-attributes.cases.ts';
import { hotelAttributes } from './listing/contracts/hotel-attributes.ts';
import { mapsAttributesCases } from './listing/contracts/maps-attributes.cases.ts';
import { mapsAttributes } from './listing/contracts/maps-attributes.ts';
import { moreHoursTypesCases } from './listing/contracts/more-hours-types.cases.ts';
import { moreHoursTypes } from './listing/contracts/more-hours-types.ts';
import { publishListingCases } from './listing/contracts/publish-listing.cases.ts';
import { publishListing } from './listing/contracts/publish-listing.ts';
import { updateListingCases } from './listing/contracts/update-listing.cases.ts';
import { updateListing } from './listing/contracts/update-listing.ts';
import { addMediaCases } from './media/contracts/add-media.cases.ts';
import { addMedia } from './media/contracts/add-media.ts';
import { deleteMediaCases } from './media/contracts/delete-media.cases.ts';
import { deleteMedia } from './media/contracts/delete-media.ts';
import { listMediaCases } from './media/contracts/list-media.cases.ts';
import { listMedia } from './media/contracts/list-media.ts';
import { setMediaCategoryCases } from './media/contracts/set-media-category.cases.ts';
import { setMediaCategory } from './media/contracts/set-media-category.ts';
import { trackUploadCases } from './media/contracts/track-upload.cases.ts';
import { trackUpload } from './media/contracts/track-upload.ts';
import { uploadSocialMediaCases } from './media/contracts/upload-social-media.cases.ts';
import { uploadSocialMedia } from './media/contracts/upload-social-media.ts';
import { getMenuDetailsCases } from './menus/contracts/get-menu-details.cases.ts';
import { getMenuDetails } from './menus/contracts/get-menu-details.ts';
import { deleteQnaCases } from './qna/contracts/delete-qna.cases.ts';
import { deleteQna } from './qna/contracts/delete-qna.ts';
import { getAllQnaCases } from './qna/contracts/get-all-qna.cases.ts';
import { getAllQna } from './qna/contracts/get-all-qna.ts';
import { saveQnaCases } from './qna/contracts/save-qna.cases.ts';
import { saveQna } from './qna/contracts/save-qna.ts';
import { getReviewsCases } from './reviews/contracts/get-reviews.cases.ts';
import { getReviews } from './reviews/contracts/get-reviews.ts';
import { reviewSummaryCases } from './reviews/contracts/review-summary.cases.ts';
import { reviewSummary } from './reviews/contracts/review-summary.ts';
import { resetSandboxCases } from './sandbox/contracts/reset-sandbox.cases.ts';
import { resetSandbox } from './sandbox/contracts/reset-sandbox.ts';
import { deleteSubscriptionCases } from './subscriptions/contracts/delete-subscription.cases.ts';
import { deleteSubscription } from './subscriptions/contracts/delete-subscription.ts';
import { listDeliveriesCases } from './subscriptions/contracts/list-deliveries.cases.ts';
import { listDeliveries } from './subscriptions/contracts/list-deliveries.ts';
import { listEventsCases } from './subscriptions/contracts/list-events.cases.ts';
import { listEvents } from './subscriptions/contracts/list-events.ts';
import { listSubscriptionsCases } from './subscriptions/contracts/list-subscriptions.cases.ts';
import { listSubscriptions } from './subscriptions/contracts/list-subscriptions.ts';
import { replayCases } from './subscriptions/contracts/replay.cases.ts';
import { replay } from './subscriptions/contracts/replay.ts';
import { rotateSecretCases } from './subscriptions/contracts/rotate-secret.cases.ts';
import { rotateSecret } from './subscriptions/contracts/rotate-secret.ts';
import { setWebhooksCases } from './subscriptions/contracts/set-webhooks.cases.ts';
import { setWebhooks } from './subscriptions/contracts/set-webhooks.ts';
import { subscribeCases } from './subscriptions/contracts/subscribe.cases.ts';
import { subscribe } from './subscriptions/contracts/subscribe.ts';
import { testWebhookCases } from './subscriptions/contracts/test-webhook.cases.ts';
import { testWebhook } from './subscriptions/contracts/test-webhook.ts';
import { unsubscribeCases } from './subscriptions/contracts/unsubscribe.cases.ts';
import { unsubscribe } from './subscriptions/contracts/unsubscribe.ts';
import { createSurveyCases } from './surveys/contracts/create-survey.cases.ts';
import { createSurvey } from './surveys/contracts/create-survey.ts';
import { getSurveyCases } from './surveys/contracts/get-survey.cases.ts';
import { getSurvey } from './surveys/contracts/get-survey.ts';
import { listResponsesCases } from './surveys/contracts/list-responses.cases.ts';
import { listResponses } from './surveys/contracts/list-responses.ts';
import { listSurveysCases } from './surveys/contracts/list-surveys.cases.ts';
import { listSurveys } from './surveys/contracts/list-surveys.ts';
import { submitResponseCases } from './surveys/contracts/submit-response.cases.ts';
import { submitResponse } from './surveys/contracts/submit-response.ts';
import { usageByLocationCases } from './surveys/contracts/usage-by-location.cases.ts';
import { usageByLocation } from './surveys/contracts/usage-by-location.ts';
import { getUsageCases } from './usage/contracts/get-usage.cases.ts';
import { getUsage } from './usage/contracts/get-usage.ts';
import { createUserCases } from './users/contracts/create-user.cases.ts';
import { createUser } from './users/contracts/create-user.ts';
import { getUserCases } from './users/contracts/get-user.cases.ts';
import { getUser } from './users/contracts/get-user.ts';
import { listUsersCases } from './users/contracts/list-users.cases.ts';
import { listUsers } from './users/contracts/list-users.ts';
import { removeUserCases } from './users/contracts/remove-user.cases.ts';
import { removeUser } from './users/contracts/remove-user.ts';
import { updateUserCases } from './users/contracts/update-user.cases.ts';
import { updateUser } from './users/contracts/update-user.ts';

/** What every stage offers. */
export const operations: readonly Operation[] = [
  operation(updateBusiness, updateBusinessCases),
  operation(createBusiness, createBusinessCases),
  operation(setBusinessStatus, setBusinessStatusCases),
  operation(getBusiness, getBusinessCases),
  operation(searchBusinesses, searchBusinessesCases),
  operation(getChildBusinesses, getChildBusinessesCases),
  operation(getHierarchy, getHierarchyCases),
  operation(updateHierarchy, updateHierarchyCases),
  operation(getTimezones, getTimezonesCases),
  operation(getContact, getContactCases),
  operation(listContacts, listContactsCases),
  operation(contactDetails, contactDetailsCases),
  operation(optOutFeed, optOutFeedCases),
  operation(contactActivity, contactActivityCases),
  operation(saveContact, saveContactCases),
  operation(deleteContact, deleteContactCases),
  operation(checkIn, checkInCases),
  operation(changePermission, changePermissionCases),
  operation(getMenuDetails, getMenuDetailsCases),
  operation(addAggregationLink, addAggregationLinkCases),
  operation(createListing, createListingCases),
  operation(getListing, getListingCases),
  operation(updateListing, updateListingCases),
  operation(deactivateListing, deactivateListingCases),
  operation(publishListing, publishListingCases),
  operation(getMapsActionLinks, getMapsActionLinksCases),
  operation(categoryList, categoryListCases),
  operation(alphaAttributes, alphaAttributesCases),
  operation(mapsAttributes, mapsAttributesCases),
  operation(hotelAttributes, hotelAttributesCases),
  operation(moreHoursTypes, moreHoursTypesCases),
  operation(subscribe, subscribeCases),
  operation(listSubscriptions, listSubscriptionsCases),
  operation(setWebhooks, setWebhooksCases),
  operation(rotateSecret, rotateSecretCases),
  operation(testWebhook, testWebhookCases),
  operation(listDeliveries, listDeliveriesCases),
  operation(replay, replayCases),
  operation(listEvents, listEventsCases),
  operation(unsubscribe, unsubscribeCases),
  operation(deleteSubscription, deleteSubscriptionCases),
  operation(createUser, createUserCases),
  operation(getUser, getUserCases),
  operation(listUsers, listUsersCases),
  operation(updateUser, updateUserCases),
  operation(removeUser, removeUserCases),
  operation(createCard, createCardCases),
  operation(listCards, listCardsCases),
  operation(updateCard, updateCardCases),
  operation(deleteCard, deleteCardCases),
  operation(getAllQna, getAllQnaCases),
  operation(saveQna, saveQnaCases),
  operation(deleteQna, deleteQnaCases),
  operation(uploadSocialMedia, uploadSocialMediaCases),
  operation(trackUpload, trackUploadCases),
  operation(addMedia, addMediaCases),
  operation(listMedia, listMediaCases),
  operation(setMediaCategory, setMediaCategoryCases),
  operation(deleteMedia, deleteMediaCases),
  operation(createSurvey, createSurveyCases),
  operation(getSurvey, getSurveyCases),
  operation(listSurveys, listSurveysCases),
  operation(submitResponse, submitResponseCases),
  operation(listResponses, listResponsesCases),
  operation(createField, createFieldCases),
  operation(getField, getFieldCases),
  operation(listFields, listFieldsCases),
  operation(setFieldValue, setFieldValueCases),
  operation(updateField, updateFieldCases),
  operation(deleteField, deleteFieldCases),
  operation(getReviews, getReviewsCases),
  operation(reviewSummary, reviewSummaryCases),
  operation(usageByLocation, usageByLocationCases),
  operation(experienceOverTime, experienceOverTimeCases),
  operation(getUsage, getUsageCases),
  // Last: what the demo's commands show before it is there still.
  operation(deleteBusiness, deleteBusinessCases),
];

/** What a sandbox offers beside them (docs/sandbox.md); no other stage has their functions. */
export const sandboxOperations: readonly Operation[] = [operation(resetSandbox, resetSandboxCases)];

/** What is built and documented: a stage offers those of its kind. */
export const allOperations: readonly Operation[] = [...operations, ...sandboxOperations];
