/** The list of all kinds of lines. A test compares it with `lib/entities.ts`. */
import { accountLine } from './account.ts';
import { aggregationLinkLine } from './aggregation-link.ts';
import { apiKeyLine } from './api-key.ts';
import { businessLine } from './business.ts';
import { cardsLine } from './cards.ts';
import { channelLine } from './channel.ts';
import { competitorLine } from './competitor.ts';
import { competitorBrandLine } from './competitor-brand.ts';
import { competitorReviewLine } from './competitor-review.ts';
import { connectorLine } from './connector.ts';
import { contactLine } from './contact.ts';
import { conversationLine } from './conversation.ts';
import { customFieldLine } from './custom-field.ts';
import { employeeLine } from './employee.ts';
import { integrationLine } from './integration.ts';
import type { LineKind } from './line.ts';
import { listingLine } from './listing.ts';
import { listingInsightLine } from './listing-insight.ts';
import { menuLine } from './menu.ts';
import { messageLine } from './message.ts';
import { partnerLine } from './partner.ts';
import { personLine } from './person.ts';
import { postLine } from './post.ts';
import { productLine } from './product.ts';
import { qnaLine } from './qna.ts';
import { reviewLine } from './review.ts';
import { reviewSourceLine } from './review-source.ts';
import { reviewSourcesLine } from './review-sources.ts';
import { searchAiAnswerLine } from './search-ai-answer.ts';
import { serviceLine } from './service.ts';
import { serviceMappingLine } from './service-mapping.ts';
import { siteStatusLine } from './site-status.ts';
import { subscriptionLine } from './subscription.ts';
import { surveyLine } from './survey.ts';
import { surveyResponseLine } from './survey-response.ts';
import { ticketLine } from './ticket.ts';
import { userLine } from './user.ts';

export const lineKinds: readonly LineKind[] = [
  partnerLine,
  accountLine,
  apiKeyLine,
  customFieldLine,
  businessLine,
  contactLine,
  competitorBrandLine,
  competitorLine,
  aggregationLinkLine,
  reviewSourceLine,
  competitorReviewLine,
  menuLine,
  listingLine,
  siteStatusLine,
  listingInsightLine,
  searchAiAnswerLine,
  subscriptionLine,
  connectorLine,
  personLine,
  userLine,
  cardsLine,
  surveyLine,
  surveyResponseLine,
  reviewLine,
  qnaLine,
  serviceLine,
  serviceMappingLine,
  productLine,
  integrationLine,
  reviewSourcesLine,
  employeeLine,
  ticketLine,
  channelLine,
  postLine,
  conversationLine,
  messageLine,
];

/** The passes in which a file is loaded: each kind of line needs those of earlier ones. */
export const PASSES: readonly number[] = [0, 1, 2, 3];
