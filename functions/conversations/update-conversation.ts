/** PUT /v1/messenger/{businessId}/conversation: sets the status of a conversation, and who takes care of it. */
import { updateConversation } from '../../lib/conversations/contracts/update-conversation.ts';
import { updateCommand } from '../../lib/conversations/rules/update-command.ts';
import { updateConversationIn } from '../../lib/conversations/update.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  updateConversation,
  { prepare: updateCommand },
  async ({ store, path, body: { customerId }, prepared, validateOnly }) => {
    const updated = await updateConversationIn(store, {
      ...prepared,
      businessNumber: path.businessId,
      customerId,
      validateOnly,
    });
    if ('refused' in updated) throw new ApiError(updated.refused);
    return updated;
  },
);
