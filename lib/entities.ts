/**
 * Every kind of item that the table holds. Data files, the restore drill, erasure and the table of keys (docs/engineers.md)
 * go through this list; a test holds it complete.
 */
import { auditEntryEntity, auditTraceEntity } from './audit/repository/entry.ts';
import { businessEntity } from './business/repository/business.ts';
import { creationEntity } from './business/repository/creation.ts';
import { tombstoneEntity } from './business/repository/tombstone.ts';
import { cardsEntity } from './cards/repository/cards.ts';
import { aggregationLinkEntity, competitorEntity } from './competitors/repository/competitor-entities.ts';
import {
  contactActivityEntity,
  contactEntity,
  contactOptOutEntity,
  contactPointerEntity,
  contactRosterEntity,
  contactTombstoneEntity,
} from './contacts/repository/contact-entities.ts';
import { erasureEntity } from './contacts/repository/erasure.ts';
import type { Entity } from './dynamodb/entity.ts';
import {
  fieldCountsEntity,
  fieldEntity,
  fieldTombstoneEntity,
  fieldValueEntity,
} from './fields/repository/field-entities.ts';
import { idempotencyEntity } from './http/idempotency/store.ts';
import { contactScoreEntity, countEntity, countedEntity } from './insight/repository/counts.ts';
import { listingEntity } from './listing/repository/listing.ts';
import { mediumEntity, socialMediumEntity } from './media/repository/medium-entities.ts';
import { mediaDueEntity, uploadEntity } from './media/repository/upload.ts';
import { menuEntity } from './menus/repository/menu.ts';
import { accountEntity, ownerEntity } from './partners/repository/account.ts';
import { apiKeyEntity } from './partners/repository/api-key.ts';
import { partnerErasureEntity } from './partners/repository/erasure.ts';
import { meteringKeyEntity } from './partners/repository/metering-key.ts';
import { partnerEntity } from './partners/repository/partner.ts';
import { questionEntity } from './qna/repository/question.ts';
import { reviewEntity } from './reviews/repository/review.ts';
import { sandboxEntity } from './sandbox/repository/sandbox.ts';
import { deliveryEntity } from './subscriptions/repository/delivery-entity.ts';
import { dueEntity } from './subscriptions/repository/due.ts';
import { replayOrderEntity } from './subscriptions/repository/replay-order.ts';
import { subscriptionSecretsEntity } from './subscriptions/repository/secrets.ts';
import { subscriptionEntity } from './subscriptions/repository/subscription.ts';
import { webhookStateEntity } from './subscriptions/repository/webhook-state.ts';
import {
  surveyEntity,
  surveyLocationTotalEntity,
  surveyResponseEntity,
  surveyRosterEntity,
  surveyRowEntity,
  surveyTotalEntity,
} from './surveys/repository/survey-entities.ts';
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
  contactRosterEntity,
  contactOptOutEntity,
  contactActivityEntity,
  contactTombstoneEntity,
  erasureEntity,
  menuEntity,
  listingEntity,
  competitorEntity,
  aggregationLinkEntity,
  subscriptionEntity,
  webhookStateEntity,
  subscriptionSecretsEntity,
  deliveryEntity,
  dueEntity,
  replayOrderEntity,
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
  mediumEntity,
  socialMediumEntity,
  uploadEntity,
  mediaDueEntity,
  reviewEntity,
  countEntity,
  countedEntity,
  contactScoreEntity,
  surveyEntity,
  surveyRowEntity,
  surveyResponseEntity,
  surveyRosterEntity,
  surveyTotalEntity,
  surveyLocationTotalEntity,
  idempotencyEntity,
  auditEntryEntity,
  auditTraceEntity,
];
