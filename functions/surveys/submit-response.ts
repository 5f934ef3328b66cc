/** POST /v1/survey/{surveyId}/submit: answers a survey, for a location. */
import { wrongVisitor } from '../../lib/contacts/check-in.ts';
import { customerCommand } from '../../lib/contacts/rules/customer-command.ts';
import { takePart } from '../../lib/contacts/take-part.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { submitResponse } from '../../lib/surveys/contracts/submit-response.ts';
import { wrongAnswers } from '../../lib/surveys/response-context.ts';
import { responseCommand } from '../../lib/surveys/rules/response-command.ts';
import { submitIn, type Taking } from '../../lib/surveys/submit.ts';

export const handler = endpointWithRules(
  submitResponse,
  {
    prepare: (normalized) => {
      const [command, customer] = [responseCommand(normalized, clock.now()), customerCommand(normalized)];
      return {
        prepared: { command: command.prepared, who: customer.prepared ?? command.prepared.customerId },
        violations: [...command.violations, ...customer.violations],
        late: command.late,
      };
    },
    checkStored: async ({
      store,
      path: { surveyId },
      query: { businessId: businessNumber },
      prepared: { command, who },
    }) => [
      ...(await wrongAnswers(store, { ...command, surveyId, businessNumber })),
      ...(typeof who === 'object' ? await wrongVisitor(store, businessNumber, who) : []),
    ],
  },
  async ({
    store,
    path: { surveyId },
    query: { businessId: businessNumber },
    prepared: { command, who },
    validateOnly,
  }) => {
    const take = (each: NonNullable<typeof who>, { completes, ...taking }: Taking) =>
      takePart(store, { ...taking, who: each, activity: completes ? 'survey' : undefined });
    const submitted = await submitIn(
      store,
      { ...command, surveyId, businessNumber, validateOnly },
      { sent: (taking) => (who === undefined ? undefined : take(who, taking)), known: take },
    );
    if ('refused' in submitted) throw new ApiError(submitted.refused, submitted);
    return submitted;
  },
);
