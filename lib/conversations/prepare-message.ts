/**
 * A message to a contact: whether it may go, and the actions that write it with its conversation and its job. Nothing is
 * written here: the actions belong into the transaction of what the message is sent for.
 */
import { drawNumber } from '../business/repository/creation.ts';
import type { MessageChannel } from '../connectors/repository/channels.ts';
import { connectorIn, connectorsKey } from '../connectors/repository/connectors.ts';
import { jobActions, type NewJob } from '../connectors/repository/putting.ts';
import { entered, isFull } from '../connectors/repository/sequence.ts';
import { deadlineOf } from '../connectors/repository/times.ts';
import { type Activity, type ActivityKind, timeOfMark } from '../contacts/repository/activity.ts';
import { contactActions } from '../contacts/repository/change.ts';
import type { Contact, ContactOwner } from '../contacts/repository/contact.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { sequenceFull } from '../contract/errors.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { unchangedAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove } from '../dynamodb/writes/marks.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { named } from '../partners/repository/account.ts';
import { addingActions, conversationIn, withMessage } from './repository/add-message.ts';
import { conversationKey, type TalkName } from './repository/conversation.ts';
import { drawMessageId, jobOfMessage, type Message } from './repository/message.ts';
import { addressOf, hasOptedOut } from './repository/permission.ts';
import { noConnector, optedOut, unreachable } from './rules/refusals.ts';

/** What is to be said. */
export interface OutgoingText {
  readonly channel: MessageChannel;
  readonly text: string;
  /** Of an EMAIL. */
  readonly subject?: string | undefined;
  readonly attachments: readonly string[];
  readonly isCampaign: boolean;
}

export interface Outgoing extends OutgoingText {
  readonly owner: ContactOwner;
  /** A location of the account that may write to the contact: it is active, and the contact is mapped to it. */
  readonly businessNumber: number;
  /** The contact's item as it was read. */
  readonly contact: Item;
  /** What else is noted with the contact; nothing where it is left out. */
  readonly activity?: { readonly kinds: readonly ActivityKind[]; readonly details?: Activity['details'] };
}

export interface PreparedMessage {
  readonly messageId: string;
  readonly conversationId: number;
  /** The id of the conversation if there is one already. */
  readonly existing: number | undefined;
  /** The mark under which all of it is to be written: above those of the contact and the conversation. */
  readonly mark: string;
  /**
   * Message, conversation, job, contact (its activity, or the condition that it is as it was read) and the condition that
   * the location stands. The first one puts the message. Throws ItemTooLarge.
   */
  readonly actions: () => readonly Action[];
}

const contactAction = (
  { owner, contact: before, activity }: Outgoing,
  conversationId: number | undefined,
  mark: string,
): readonly Action[] => {
  const { kinds = [], details } = activity ?? {};
  const isFirst = conversationId !== undefined;
  const noted = [...(isFirst ? (['conversation'] as const) : []), ...kinds];
  if (noted.length === 0) return [unchangedAction(before)];
  const at = new Date(timeOfMark(mark)).toISOString();
  const after: Contact = { ...(before.contact as Contact), lastActivityAt: at };
  const said = { ...(isFirst && { conversationId }), ...details };
  return contactActions({ owner, before, after, activity: { kinds: noted, details: said }, mark });
};

/**
 * Validates a message in the order of send message, from a blocked contact on. One call.
 *
 * @returns what is refused, or what is to be written; if that is refused as changed, read the contact and try again
 */
export const prepareMessage = async (
  { table, partnerId }: PartnerStore,
  outgoing: Outgoing,
): Promise<{ readonly refused: ErrorEntry } | PreparedMessage> => {
  const { owner, businessNumber, contact: item, channel, text, subject, attachments, isCampaign } = outgoing;
  const { accountNumber } = owner;
  const contact = item.contact as Contact;
  const name: TalkName = { partnerId, accountNumber, businessNumber, contactId: contact.id };
  const keys = { talk: conversationKey(name), connectors: connectorsKey(partnerId, accountNumber) };
  const { talk: found, connectors } = named(await table.batchGet(Object.values(keys)), keys);
  const before = conversationIn(found);
  if (contact.blocked === true) return { refused: errors.contactBlocked };
  if (addressOf(contact, before, channel) === undefined) return { refused: unreachable(channel) };
  if (hasOptedOut(contact, before, { channel, isCampaign })) return { refused: optedOut(channel) };
  if (!connectorIn(connectors, channel)) return { refused: noConnector };
  if (before && isFull(before.sequence)) return { refused: sequenceFull };
  const mark = markAbove(item, found);
  const sentAt = timeOfMark(mark);
  const conversationId = before?.conversationId ?? drawNumber();
  const message: Message = {
    ...{ ...name, conversationId, messageId: drawMessageId(sentAt), sentAt, text, attachments, channel },
    ...(channel === 'EMAIL' && { subject }),
    ...{ direction: 'SEND', status: 'SENDING' },
    ...(isCampaign && { isCampaign }),
  };
  const { messageId } = message;
  const id = jobOfMessage(message);
  const isFirst = before?.sequence.first === undefined;
  const next = withMessage(before, { ...name, conversationId }, message);
  const after = { ...next, sequence: entered(next.sequence, id) };
  const job: NewJob = {
    ...{ id, partnerId, accountNumber, channel, locationNumber: businessNumber, contactId: contact.id },
    act: 'message.send',
    of: { messageId, sentAt },
  };
  return {
    ...{ messageId, conversationId, existing: before?.conversationId, mark },
    actions: () => [
      ...addingActions({ found, message, after, mark }),
      ...jobActions(job, isFirst ? { now: sentAt, deadline: deadlineOf('message', sentAt) } : 'waiting'),
      ...contactAction(outgoing, before ? undefined : conversationId, mark),
    ],
  };
};
