/** The list of operations: routes, permissions, the OpenAPI document and the tests all read it. */

import { cancelBulkUpdateCases } from './bulk/contracts/cancel-bulk-update.cases.ts';
import { cancelBulkUpdate } from './bulk/contracts/cancel-bulk-update.ts';
import { getBulkUpdateCases } from './bulk/contracts/get-bulk-update.cases.ts';
import { getBulkUpdate } from './bulk/contracts/get-bulk-update.ts';
import { startBulkUpdateCases } from './bulk/contracts/start-bulk-update.cases.ts';
import { startBulkUpdate } from './bulk/contracts/start-bulk-update.ts';
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
import { patchBusinessCases } from './business/contracts/patch-business.cases.ts';
import { patchBusiness } from './business/contracts/patch-business.ts';
import { searchBusinessesCases } from './business/contracts/search-businesses.cases.ts';
import { searchBusinesses } from './business/contracts/search-businesses.ts';
import { setBusinessStatusCases } from './business/contracts/set-business-status.cases.ts';
import { setBusinessStatus } from './business/contracts/set-business-status.ts';
import { updateBusinessCases } from './business/contracts/update-business.cases.ts';
import { updateBusiness } from './business/contracts/update-business.ts';
import { updateHierarchyCases } from './business/contracts/update-hierarchy.cases.ts';
import { updateHierarchy } from './business/contracts/update-hierarchy.ts';
import { createRequestUrlCases } from './campaigns/contracts/create-request-url.cases.ts';
import { createRequestUrl } from './campaigns/contracts/create-request-url.ts';
import { getRequestCases } from './campaigns/contracts/get-request.cases.ts';
import { getRequest } from './campaigns/contracts/get-request.ts';
import { setDefaultReviewSourcesCases } from './campaigns/contracts/set-default-review-sources.cases.ts';
import { setDefaultReviewSources } from './campaigns/contracts/set-default-review-sources.ts';
import { createCardCases } from './cards/contracts/create-card.cases.ts';
import { createCard } from './cards/contracts/create-card.ts';
import { deleteCardCases } from './cards/contracts/delete-card.cases.ts';
import { deleteCard } from './cards/contracts/delete-card.ts';
import { listCardsCases } from './cards/contracts/list-cards.cases.ts';
import { listCards } from './cards/contracts/list-cards.ts';
import { updateCardCases } from './cards/contracts/update-card.cases.ts';
import { updateCard } from './cards/contracts/update-card.ts';
import { listChangesCases } from './changes/contracts/list-changes.cases.ts';
import { listChanges } from './changes/contracts/list-changes.ts';
import { addAggregationLinkCases } from './competitors/contracts/add-aggregation-link.cases.ts';
import { addAggregationLink } from './competitors/contracts/add-aggregation-link.ts';
import { addReviewSourceCases } from './competitors/contracts/add-review-source.cases.ts';
import { addReviewSource } from './competitors/contracts/add-review-source.ts';
import { competitorReviewsCases } from './competitors/contracts/competitor-reviews.cases.ts';
import { competitorReviews } from './competitors/contracts/competitor-reviews.ts';
import { createCompetitorCases } from './competitors/contracts/create-competitor.cases.ts';
import { createCompetitor } from './competitors/contracts/create-competitor.ts';
import { deleteAggregationLinkCases } from './competitors/contracts/delete-aggregation-link.cases.ts';
import { deleteAggregationLink } from './competitors/contracts/delete-aggregation-link.ts';
import { deleteCompetitorCases } from './competitors/contracts/delete-competitor.cases.ts';
import { deleteCompetitor } from './competitors/contracts/delete-competitor.ts';
import { deleteReviewSourceCases } from './competitors/contracts/delete-review-source.cases.ts';
import { deleteReviewSource } from './competitors/contracts/delete-review-source.ts';
import { listAggregationLinksCases } from './competitors/contracts/list-aggregation-links.cases.ts';
import { listAggregationLinks } from './competitors/contracts/list-aggregation-links.ts';
import { listCompetitorsCases } from './competitors/contracts/list-competitors.cases.ts';
import { listCompetitors } from './competitors/contracts/list-competitors.ts';
import { listReviewSourcesCases } from './competitors/contracts/list-review-sources.cases.ts';
import { listReviewSources } from './competitors/contracts/list-review-sources.ts';
import { reviewMetricsCases } from './competitors/contracts/review-metrics.cases.ts';
import { reviewMetrics } from './competitors/contracts/review-metrics.ts';
import { listConnectorsCases } from './connectors/contracts/list-connectors.cases.ts';
import { listConnectors } from './connectors/contracts/list-connectors.ts';
import { reportResultsCases } from './connectors/contracts/report-results.cases.ts';
import { reportResults } from './connectors/contracts/report-results.ts';
import { setConnectorsCases } from './connectors/contracts/set-connectors.cases.ts';
import { setConnectors } from './connectors/contracts/set-connectors.ts';
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
import { exportConversationsCases } from './conversations/contracts/export-conversations.cases.ts';
import { exportConversations } from './conversations/contracts/export-conversations.ts';
import { receiveMessageCases } from './conversations/contracts/receive-message.cases.ts';
import { receiveMessage } from './conversations/contracts/receive-message.ts';
import { sendMessageCases } from './conversations/contracts/send-message.cases.ts';
import { sendMessage } from './conversations/contracts/send-message.ts';
import { updateConversationCases } from './conversations/contracts/update-conversation.cases.ts';
import { updateConversation } from './conversations/contracts/update-conversation.ts';
import { listEmployeesCases } from './employees/contracts/list-employees.cases.ts';
import { listEmployees } from './employees/contracts/list-employees.ts';
import { saveEmployeeCases } from './employees/contracts/save-employee.cases.ts';
import { saveEmployee } from './employees/contracts/save-employee.ts';
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
import { listingInsightsCases } from './insight/contracts/listing-insights.cases.ts';
import { listingInsights } from './insight/contracts/listing-insights.ts';
import { npsOverTimeCases } from './insight/contracts/nps-over-time.cases.ts';
import { npsOverTime } from './insight/contracts/nps-over-time.ts';
import { reviewCategoriesCases } from './insight/contracts/review-categories.cases.ts';
import { reviewCategories } from './insight/contracts/review-categories.ts';
import { reviewKeywordsCases } from './insight/contracts/review-keywords.cases.ts';
import { reviewKeywords } from './insight/contracts/review-keywords.ts';
import { reviewsByLocationCases } from './insight/contracts/reviews-by-location.cases.ts';
import { reviewsByLocation } from './insight/contracts/reviews-by-location.ts';
import { reviewsOverTimeCases } from './insight/contracts/reviews-over-time.cases.ts';
import { reviewsOverTime } from './insight/contracts/reviews-over-time.ts';
import { searchAiCitationsCases } from './insight/contracts/search-ai-citations.cases.ts';
import { searchAiCitations } from './insight/contracts/search-ai-citations.ts';
import { listIntegrationsCases } from './integrations/contracts/list-integrations.cases.ts';
import { listIntegrations } from './integrations/contracts/list-integrations.ts';
import { mapIntegrationCases } from './integrations/contracts/map-integration.cases.ts';
import { mapIntegration } from './integrations/contracts/map-integration.ts';
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
import { locationStatusCases } from './listing/contracts/location-status.cases.ts';
import { locationStatus } from './listing/contracts/location-status.ts';
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
import { createProductCases } from './products/contracts/create-product.cases.ts';
import { createProduct } from './products/contracts/create-product.ts';
import { deleteProductsCases } from './products/contracts/delete-products.cases.ts';
import { deleteProducts } from './products/contracts/delete-products.ts';
import { getProductCases } from './products/contracts/get-product.cases.ts';
import { getProduct } from './products/contracts/get-product.ts';
import { listProductsCases } from './products/contracts/list-products.cases.ts';
import { listProducts } from './products/contracts/list-products.ts';
import { updateProductCases } from './products/contracts/update-product.cases.ts';
import { updateProduct } from './products/contracts/update-product.ts';
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
import { createServiceCases } from './services/contracts/create-service.cases.ts';
import { createService } from './services/contracts/create-service.ts';
import { deleteServicesCases } from './services/contracts/delete-services.cases.ts';
import { deleteServices } from './services/contracts/delete-services.ts';
import { getServiceMappingCases } from './services/contracts/get-service-mapping.cases.ts';
import { getServiceMapping } from './services/contracts/get-service-mapping.ts';
import { listServicesCases } from './services/contracts/list-services.cases.ts';
import { listServices } from './services/contracts/list-services.ts';
import { setServiceMappingCases } from './services/contracts/set-service-mapping.cases.ts';
import { setServiceMapping } from './services/contracts/set-service-mapping.ts';
import { updateServiceCases } from './services/contracts/update-service.cases.ts';
import { updateService } from './services/contracts/update-service.ts';
import { deletePostCases } from './social/contracts/delete-post.cases.ts';
import { deletePost } from './social/contracts/delete-post.ts';
import { editPublishedPostCases } from './social/contracts/edit-published-post.cases.ts';
import { editPublishedPost } from './social/contracts/edit-published-post.ts';
import { editScheduledPostCases } from './social/contracts/edit-scheduled-post.cases.ts';
import { editScheduledPost } from './social/contracts/edit-scheduled-post.ts';
import { listChannelsCases } from './social/contracts/list-channels.cases.ts';
import { listChannels } from './social/contracts/list-channels.ts';
import { listPostsCases } from './social/contracts/list-posts.cases.ts';
import { listPosts } from './social/contracts/list-posts.ts';
import { schedulePostCases } from './social/contracts/schedule-post.cases.ts';
import { schedulePost } from './social/contracts/schedule-post.ts';
import { setChannelCases } from './social/contracts/set-channel.cases.ts';
import { setChannel } from './social/contracts/set-channel.ts';
import { socialPerformanceCases } from './social/contracts/social-performance.cases.ts';
import { socialPerformance } from './social/contracts/social-performance.ts';
import { trackPostCases } from './social/contracts/track-post.cases.ts';
import { trackPost } from './social/contracts/track-post.ts';
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
import { commentTicketCases } from './tickets/contracts/comment-ticket.cases.ts';
import { commentTicket } from './tickets/contracts/comment-ticket.ts';
import { createTicketCases } from './tickets/contracts/create-ticket.cases.ts';
import { createTicket } from './tickets/contracts/create-ticket.ts';
import { getTicketCases } from './tickets/contracts/get-ticket.cases.ts';
import { getTicket } from './tickets/contracts/get-ticket.ts';
import { getTicketsCases } from './tickets/contracts/get-tickets.cases.ts';
import { getTickets } from './tickets/contracts/get-tickets.ts';
import { updateTicketsCases } from './tickets/contracts/update-tickets.cases.ts';
import { updateTickets } from './tickets/contracts/update-tickets.ts';
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
  operation(patchBusiness, patchBusinessCases),
  operation(startBulkUpdate, startBulkUpdateCases),
  operation(getBulkUpdate, getBulkUpdateCases),
  operation(cancelBulkUpdate, cancelBulkUpdateCases),
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
  operation(listChanges, listChangesCases),
  operation(createCompetitor, createCompetitorCases),
  operation(listCompetitors, listCompetitorsCases),
  operation(addAggregationLink, addAggregationLinkCases),
  operation(listAggregationLinks, listAggregationLinksCases),
  operation(deleteAggregationLink, deleteAggregationLinkCases),
  operation(addReviewSource, addReviewSourceCases),
  operation(listReviewSources, listReviewSourcesCases),
  operation(deleteReviewSource, deleteReviewSourceCases),
  operation(competitorReviews, competitorReviewsCases),
  operation(reviewMetrics, reviewMetricsCases),
  operation(deleteCompetitor, deleteCompetitorCases),
  operation(createListing, createListingCases),
  operation(locationStatus, locationStatusCases),
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
  operation(createRequestUrl, createRequestUrlCases),
  operation(getRequest, getRequestCases),
  operation(setDefaultReviewSources, setDefaultReviewSourcesCases),
  // Before its connectors are replaced.
  operation(sendMessage, sendMessageCases),
  operation(receiveMessage, receiveMessageCases),
  operation(updateConversation, updateConversationCases),
  operation(exportConversations, exportConversationsCases),
  operation(setConnectors, setConnectorsCases),
  operation(listConnectors, listConnectorsCases),
  operation(reportResults, reportResultsCases),
  operation(schedulePost, schedulePostCases),
  operation(editScheduledPost, editScheduledPostCases),
  operation(editPublishedPost, editPublishedPostCases),
  operation(deletePost, deletePostCases),
  operation(trackPost, trackPostCases),
  operation(listPosts, listPostsCases),
  operation(listChannels, listChannelsCases),
  operation(setChannel, setChannelCases),
  operation(socialPerformance, socialPerformanceCases),
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
  operation(createService, createServiceCases),
  operation(listServices, listServicesCases),
  operation(updateService, updateServiceCases),
  operation(setServiceMapping, setServiceMappingCases),
  operation(getServiceMapping, getServiceMappingCases),
  operation(deleteServices, deleteServicesCases),
  operation(createProduct, createProductCases),
  operation(getProduct, getProductCases),
  operation(listProducts, listProductsCases),
  operation(updateProduct, updateProductCases),
  operation(deleteProducts, deleteProductsCases),
  operation(mapIntegration, mapIntegrationCases),
  operation(listIntegrations, listIntegrationsCases),
  operation(listEmployees, listEmployeesCases),
  operation(saveEmployee, saveEmployeeCases),
  operation(createTicket, createTicketCases),
  operation(commentTicket, commentTicketCases),
  operation(updateTickets, updateTicketsCases),
  operation(getTicket, getTicketCases),
  operation(getTickets, getTicketsCases),
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
  operation(reviewsOverTime, reviewsOverTimeCases),
  operation(reviewsByLocation, reviewsByLocationCases),
  operation(npsOverTime, npsOverTimeCases),
  operation(reviewCategories, reviewCategoriesCases),
  operation(reviewKeywords, reviewKeywordsCases),
  operation(listingInsights, listingInsightsCases),
  operation(searchAiCitations, searchAiCitationsCases),
  operation(getUsage, getUsageCases),
  // Last: what the demo's commands show before it is there still.
  operation(deleteBusiness, deleteBusinessCases),
];

/** What a sandbox offers in addition (docs/sandbox.md); no other stage has their functions. */
export const sandboxOperations: readonly Operation[] = [operation(resetSandbox, resetSandboxCases)];

/** What is built and documented: a stage offers those of its kind. */
export const allOperations: readonly Operation[] = [...operations, ...sandboxOperations];
