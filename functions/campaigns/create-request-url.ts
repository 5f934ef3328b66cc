/** POST /v1/campaign/external/campaign-request-url: asks a contact for a review, or for answers to a survey. */
import { createRequestUrl } from '../../lib/campaigns/contracts/create-request-url.ts';
import { createRequest } from '../../lib/campaigns/create.ts';
import { requestCommand } from '../../lib/campaigns/rules/request-command.ts';
import { prepareMessage } from '../../lib/conversations/prepare-message.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  createRequestUrl,
  { prepare: requestCommand },
  async ({ store, prepared, validateOnly }) => {
    const created = await createRequest(store, { ...prepared, validateOnly }, (sending) =>
      prepareMessage(store, { ...sending, attachments: [], isCampaign: true }),
    );
    if ('refused' in created) throw new ApiError(created.refused);
    return created;
  },
);
