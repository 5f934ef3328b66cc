/** The event of a response that became complete (docs/webhooks.md). It holds numbers alone. Pure. */

import { oneDecimalOrNull } from '../contract/one-decimal.ts';
import type { EventsOf } from '../dynamodb/stream/change.ts';
import { RESPONSE, responseFrom } from './repository/response.ts';

export const surveyEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type !== RESPONSE || newImage.completed !== true || oldImage?.completed === true) return [];
  const { accountNumber, businessNumber, surveyId, responseId, customerId, overallScore } = responseFrom(newImage);
  return [
    {
      type: 'SURVEY_COMPLETED',
      partnerId: String(newImage.partnerId),
      accountNumber,
      businessIds: [businessNumber],
      data: {
        surveyId,
        responseId,
        businessId: businessNumber,
        accountNumber,
        customerId: customerId ?? null,
        overallScore: oneDecimalOrNull(overallScore),
      },
    },
  ];
};
