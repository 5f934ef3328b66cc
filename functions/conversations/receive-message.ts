/** POST /v1/messenger/{businessId}/receive: keeps a message of a contact. */
import { wrongVisitor } from '../../lib/contacts/check-in.ts';
import { correspondentOf } from '../../lib/contacts/correspond.ts';
import { senderError, senderOf, sourceOf } from '../../lib/contacts/rules/sender-command.ts';
import { isSent } from '../../lib/contract/well-typed.ts';
import { receiveMessage } from '../../lib/conversations/contracts/receive-message.ts';
import { receiveMessageIn } from '../../lib/conversations/receive.ts';
import { receiveCommand } from '../../lib/conversations/rules/message-command.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  receiveMessage,
  {
    prepare: receiveCommand(() => clock.now(), senderError),
    checkStored: async ({ store, path, body, prepared: { channel, from, name } }) =>
      isSent(body, 'customerId') || from === undefined
        ? []
        : wrongVisitor(store, path.businessId, senderOf(channel, from, name)),
  },
  async ({ store, path, prepared, validateOnly }) => {
    const { customerId, channel, from = '', name } = prepared;
    const who = customerId ?? senderOf(channel, from, name);
    const sourceKind = sourceOf(channel);
    const received = await receiveMessageIn(
      store,
      { ...prepared, businessNumber: path.businessId, validateOnly },
      (place) => correspondentOf(store, { ...place, who, sourceKind, validateOnly }),
    );
    if ('refused' in received) throw new ApiError(received.refused, received);
    return received;
  },
);
