/** The list of all kinds of lines. A test holds it and `lib/entities.ts` together. */
import { accountLine } from './account.ts';
import { apiKeyLine } from './api-key.ts';
import { businessLine } from './business.ts';
import { cardsLine } from './cards.ts';
import { competitorLine } from './competitor.ts';
import { contactLine } from './contact.ts';
import { customFieldLine } from './custom-field.ts';
import type { LineKind } from './line.ts';
import { listingLine } from './listing.ts';
import { menuLine } from './menu.ts';
import { partnerLine } from './partner.ts';
import { personLine } from './person.ts';
import { qnaLine } from './qna.ts';
import { reviewLine } from './review.ts';
import { subscriptionLine } from './subscription.ts';
import { surveyLine } from './survey.ts';
import { surveyResponseLine } from './survey-response.ts';
import { userLine } from './user.ts';

export const lineKinds: readonly LineKind[] = [
  partnerLine,
  accountLine,
  apiKeyLine,
  customFieldLine,
  businessLine,
  contactLine,
  competitorLine,
  menuLine,
  listingLine,
  subscriptionLine,
  personLine,
  userLine,
  cardsLine,
  surveyLine,
  surveyResponseLine,
  reviewLine,
  qnaLine,
];

/** The passes in which a file is loaded: each kind of line needs those of earlier ones. */
export const PASSES: readonly number[] = [0, 1, 2, 3];
