/**
 * Every kind of item that the table holds. The functions on the stream and their filters, data files, restores, erasure and
 * the table of keys (docs/table.md) go through this list; a test holds it complete.
 */
import { auditEntryEntity, auditTraceEntity } from './audit/repository/entry.ts';
import {
  bulkDayEntity,
  bulkDueEntity,
  bulkJobEntity,
  bulkPointerEntity,
  bulkSliceEntity,
} from './bulk/repository/bulk-entities.ts';
import { businessEntity, tombstoneEntity } from './business/repository/business-entities.ts';
import { creationEntity } from './business/repository/creation.ts';
import { campaignRequestEntity, reviewSourcesEntity } from './campaigns/repository/request-entities.ts';
import { cardsEntity } from './cards/repository/cards.ts';
import { changeEntity } from './changes/repository/change.ts';
import {
  competitorBrandEntity,
  competitorCountsEntity,
  competitorEntity,
  competitorNameEntity,
  competitorTombstoneEntity,
} from './competitors/repository/competitor-entities.ts';
import {
  aggregationLinkEntity,
  aggregationLinkTombstoneEntity,
  reviewSourceEntity,
  reviewSourceTombstoneEntity,
} from './competitors/repository/link-entities.ts';
import { competitorReviewEntity } from './competitors/repository/review-entity.ts';
import { jobDueEntity } from './connectors/repository/job-due.ts';
import { jobEntity } from './connectors/repository/job-entity.ts';
import {
  contactActivityEntity,
  contactEntity,
  contactOptOutEntity,
  contactPackedIndexEntity,
  contactPointerEntity,
  contactTombstoneEntity,
} from './contacts/repository/contact-entities.ts';
import { erasureEntity } from './contacts/repository/erasure.ts';
import {
  conversationEntity,
  messageAliasEntity,
  messageEntity,
} from './conversations/repository/conversation-entities.ts';
import { removalDueEntity } from './dynamodb/stream/second-look.ts';
import type { Entity } from './dynamodb/table/entity.ts';
import { employeeCountEntity, employeeEntity } from './employees/repository/employee-entities.ts';
import { employeeErasureEntity } from './employees/repository/erasure.ts';
import {
  fieldCountsEntity,
  fieldEntity,
  fieldTombstoneEntity,
  fieldValueEntity,
} from './fields/repository/field-entities.ts';
import { idempotencyEntity } from './http/idempotency/idempotency-entity.ts';
import { searchAiAnswerEntity } from './insight/repository/answer-entity.ts';
import {
  contactScoreEntity,
  countEntity,
  countedEntity,
  socialCountEntity,
} from './insight/repository/count-entities.ts';
import { listingInsightEntity } from './insight/repository/insight-entity.ts';
import { integrationCountEntity, integrationEntity } from './integrations/repository/integration-entities.ts';
import { listingEntity } from './listing/repository/listing-entity.ts';
import { siteStatusEntity } from './listing/repository/site-status-entity.ts';
import { mediumEntity, socialMediumEntity } from './media/repository/medium-entities.ts';
import { mediaDueEntity, uploadEntity } from './media/repository/upload.ts';
import { menuEntity } from './menus/repository/menu.ts';
import { accountEntity, ownerEntity } from './partners/repository/account-entities.ts';
import { apiKeyEntity } from './partners/repository/api-key.ts';
import { partnerErasureEntity } from './partners/repository/erasure.ts';
import { meteringKeyEntity } from './partners/repository/metering-key.ts';
import { partnerEntity } from './partners/repository/partner.ts';
import { productCountsEntity, productEntity } from './products/repository/product-entities.ts';
import { questionEntity } from './qna/repository/question-entity.ts';
import { reviewEntity } from './reviews/repository/review-entity.ts';
import { sandboxEntity } from './sandbox/repository/sandbox.ts';
import { serviceMappingEntity } from './services/repository/mapping-entity.ts';
import { serviceCountsEntity, serviceEntity } from './services/repository/service-entities.ts';
import { channelEntity } from './social/repository/channel-entity.ts';
import { postDueEntity } from './social/repository/post-due.ts';
import { postCommandEntity, postEntity, postLocationEntity } from './social/repository/post-entities.ts';
import { deliveryEntity } from './subscriptions/repository/delivery-entity.ts';
import { dueEntity } from './subscriptions/repository/due.ts';
import { partnerRequestsEntity } from './subscriptions/repository/partner-requests.ts';
import { replayCommandEntity } from './subscriptions/repository/replay-command-entity.ts';
import { subscriptionSecretsEntity } from './subscriptions/repository/secrets.ts';
import { subscriptionEntity } from './subscriptions/repository/subscription.ts';
import { webhookStateEntity } from './subscriptions/repository/webhook-state-entity.ts';
import {
  surveyEntity,
  surveyLocationTotalEntity,
  surveyPackedIndexEntity,
  surveyResponseEntity,
  surveyRowEntity,
  surveyTotalEntity,
} from './surveys/repository/survey-entities.ts';
import { ticketActivityEntity, ticketEntity, ticketOfEntity } from './tickets/repository/ticket-entities.ts';
import { userErasureEntity } from './users/repository/erasure.ts';
import {
  personEntity,
  userCountsEntity,
  userEntity,
  userIdEntity,
  userTombstoneEntity,
} from './users/repository/user-entities.ts';

export const entities: readonly Entity[] = [
  partnerEntity,
  partnerErasureEntity,
  accountEntity,
  ownerEntity,
  apiKeyEntity,
  meteringKeyEntity,
  sandboxEntity,
  businessEntity,
  creationEntity,
  tombstoneEntity,
  contactEntity,
  contactPointerEntity,
  contactPackedIndexEntity,
  contactOptOutEntity,
  contactActivityEntity,
  contactTombstoneEntity,
  erasureEntity,
  menuEntity,
  listingEntity,
  siteStatusEntity,
  listingInsightEntity,
  searchAiAnswerEntity,
  competitorEntity,
  competitorBrandEntity,
  competitorNameEntity,
  competitorCountsEntity,
  competitorTombstoneEntity,
  aggregationLinkEntity,
  aggregationLinkTombstoneEntity,
  reviewSourceEntity,
  reviewSourceTombstoneEntity,
  competitorReviewEntity,
  subscriptionEntity,
  webhookStateEntity,
  subscriptionSecretsEntity,
  deliveryEntity,
  changeEntity,
  bulkJobEntity,
  bulkPointerEntity,
  bulkSliceEntity,
  bulkDayEntity,
  bulkDueEntity,
  dueEntity,
  jobEntity,
  jobDueEntity,
  removalDueEntity,
  postEntity,
  postLocationEntity,
  postCommandEntity,
  postDueEntity,
  channelEntity,
  partnerRequestsEntity,
  replayCommandEntity,
  personEntity,
  userEntity,
  userIdEntity,
  userCountsEntity,
  userTombstoneEntity,
  userErasureEntity,
  cardsEntity,
  fieldEntity,
  fieldCountsEntity,
  fieldValueEntity,
  fieldTombstoneEntity,
  questionEntity,
  serviceEntity,
  serviceCountsEntity,
  serviceMappingEntity,
  productEntity,
  productCountsEntity,
  campaignRequestEntity,
  reviewSourcesEntity,
  integrationEntity,
  integrationCountEntity,
  employeeEntity,
  employeeCountEntity,
  employeeErasureEntity,
  ticketEntity,
  ticketActivityEntity,
  ticketOfEntity,
  conversationEntity,
  messageEntity,
  messageAliasEntity,
  mediumEntity,
  socialMediumEntity,
  uploadEntity,
  mediaDueEntity,
  reviewEntity,
  countEntity,
  socialCountEntity,
  countedEntity,
  contactScoreEntity,
  surveyEntity,
  surveyRowEntity,
  surveyResponseEntity,
  surveyPackedIndexEntity,
  surveyTotalEntity,
  surveyLocationTotalEntity,
  idempotencyEntity,
  auditEntryEntity,
  auditTraceEntity,
];
