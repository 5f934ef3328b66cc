/** POST /v1/survey/{surveyId}/submit: answers a survey, for a location. */
import { customerOrder } from '../../lib/contacts/rules/customer-order.ts';
import { takePart } from '../../lib/contacts/take-part.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { submitResponse } from '../../lib/surveys/contracts/submit-response.ts';
import { responseOrder } from '../../lib/surveys/rules/response-order.ts';
import { submitIn, type Taking } from '../../lib/surveys/submit.ts';

export const handler = endpointWithRules(
  submitResponse,
  {
    prepare: (normalized) => {
      const [order, customer] = [responseOrder(normalized, sources.now()), customerOrder(normalized)];
      return {
        prepared: { order: order.prepared, who: customer.prepared ?? order.prepared.customerId },
        violations: [...order.violations, ...customer.violations],
      };
    },
  },
  async ({
    store,
    path: { surveyId },
    query: { businessId: businessNumber },
    prepared: { order, who },
    validateOnly,
  }) => {
    const take = (each: NonNullable<typeof who>, { completes, ...taking }: Taking) =>
      takePart(store, { ...taking, who: each, activity: completes ? 'survey' : undefined });
    const submitted = await submitIn(
      store,
      { ...order, surveyId, businessNumber, validateOnly },
      { sent: (taking) => (who === undefined ? undefined : take(who, taking)), known: take },
    );
    if ('refused' in submitted) throw new ApiError(submitted.refused, submitted);
    return submitted;
  },
);
