/** PUT /v1/integrations/add/businessintegrationmapping: stores what a location is called in another system. */
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { mapIntegration } from '../../lib/integrations/contracts/map-integration.ts';
import { mapIntegrationOf } from '../../lib/integrations/map.ts';
import { repeatedKeys, storedProperties } from '../../lib/integrations/rules/properties.ts';

export const handler = endpointWithRules(
  mapIntegration,
  { prepare: ({ body }) => ({ prepared: undefined, violations: repeatedKeys(body.integrationProperties) }) },
  async ({ store, body, validateOnly }) => {
    const { businessNumber, integrationGroupId, active, integrationProperties: sent } = body;
    const outcome = await mapIntegrationOf(store, {
      businessNumber,
      integrationGroupId,
      active,
      properties: sent && storedProperties(sent),
      validateOnly,
    });
    if (outcome !== 'done') throw new ApiError(outcome.refused);
    return {};
  },
);
