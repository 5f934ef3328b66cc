/** POST /v1/signup/competitor/{businessId}: creates a competitor brand of an account, or a location of one. */
import { createCompetitor } from '../../lib/competitors/contracts/create-competitor.ts';
import { createCompetitorIn } from '../../lib/competitors/create.ts';
import { createdReply } from '../../lib/competitors/reply.ts';
import { creationViolations, newCompetitor } from '../../lib/competitors/rules/creation.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  createCompetitor,
  { prepare: (normalized) => ({ prepared: undefined, violations: creationViolations(normalized) }) },
  async ({ store, path: { businessId }, body, validateOnly }) => {
    const outcome = await createCompetitorIn(store, { businessId, competitor: newCompetitor(body), validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return createdReply(outcome);
  },
);
