/** The event of a response that became complete (docs/partners.md: events). It holds numbers alone. Pure. */
import type { EventsOf } from '../contract/event.ts';
import { oneDecimalOrNull } from '../contract/one-decimal.ts';
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
