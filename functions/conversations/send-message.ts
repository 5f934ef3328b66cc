/** POST /v1/messenger/{businessId}/send: sends a message to a contact. */
import { sendMessage } from '../../lib/conversations/contracts/send-message.ts';
import { sendCommand } from '../../lib/conversations/rules/message-command.ts';
import { sendMessageIn } from '../../lib/conversations/send.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  sendMessage,
  { prepare: sendCommand },
  async ({ store, path, body: { customerId }, prepared, validateOnly }) => {
    const sent = await sendMessageIn(store, {
      ...prepared,
      businessNumber: path.businessId,
      customerId,
      validateOnly,
    });
    if ('refused' in sent) throw new ApiError(sent.refused);
    return sent;
  },
);
