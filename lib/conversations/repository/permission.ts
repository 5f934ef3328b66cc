/** Whether a contact may be written to over a channel, and where: asked when a message is accepted, and at each try. */
import type { MessageChannel } from '../../connectors/repository/channels.ts';
import type { Contact } from '../../contacts/repository/contact.ts';
import { pointersOf } from '../../contacts/repository/pointers.ts';
import type { Conversation } from './conversation.ts';
import type { Message } from './message.ts';

/** Where a message over a channel goes: a phone with `+`, an email, or the id of a chat; `undefined` where there is none. */
export const addressOf = (
  contact: Contact,
  conversation: Pick<Conversation, 'chat'> | undefined,
  channel: MessageChannel,
): string | undefined => {
  if (channel === 'LIVE_CHAT') return conversation?.chat?.from;
  if (channel === 'EMAIL') return contact.email ? String(contact.email) : undefined;
  const phone = pointersOf(contact).find(({ kind }) => kind === 'PHONE');
  return phone && `+${phone.value}`;
};

/** The field of a contact that says whether they are opted in to a channel. */
const OPTED_IN = { SMS: 'smsOptin', EMAIL: 'emailOtin' } as const;

/**
 * Whether a contact has opted out of a message: not of an answer to their last message over the channel, unless that one
 * opts out. A chat asks for no permission.
 */
export const hasOptedOut = (
  contact: Contact,
  conversation: Pick<Conversation, 'heard'> | undefined,
  { channel, isCampaign = false }: { readonly channel: MessageChannel; readonly isCampaign?: boolean | undefined },
): boolean => {
  if (channel === 'LIVE_CHAT' || contact[OPTED_IN[channel]] === true) return false;
  const heard = conversation?.heard[channel];
  return isCampaign || heard === undefined || heard.isOptOut === true;
};

/** Whether a message that was accepted may not go any more. */
export const hasLostPermission = (
  contact: Contact,
  conversation: Pick<Conversation, 'heard'> | undefined,
  message: Pick<Message, 'channel' | 'isCampaign'>,
): boolean => contact.blocked === true || hasOptedOut(contact, conversation, message);
