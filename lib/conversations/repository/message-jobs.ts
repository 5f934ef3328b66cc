/** The jobs of messages: what is sent for them, and what their results change (docs/connectors.md). */
import type { StoredJob } from '../../connectors/repository/job.ts';
import type { Found, JobKind } from '../../connectors/repository/kinds.ts';
import { type Contact, contactKey, mappedTo } from '../../contacts/repository/contact.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { conversationIn } from './add-message.ts';
import { conversationKey, type TalkName } from './conversation.ts';
import { echo } from './echo.ts';
import { messageFrom, messageKey } from './message.ts';
import { addressOf, hasLostPermission } from './permission.ts';

const OPTED_OUT = 'opted out';
const CONTACT_GONE = 'the contact is gone';
const NO_ADDRESS = 'the contact has no address for this channel';

const nameOf = ({ partnerId, accountNumber, locationNumber, contactId = 0 }: StoredJob): TalkName => ({
  ...{ partnerId, accountNumber, contactId },
  businessNumber: locationNumber,
});

const keyOfMessage = (job: StoredJob): Key =>
  messageKey(nameOf(job), { messageId: String(job.of.messageId), sentAt: Number(job.of.sentAt) });

const contactIn = ({ contact }: Found): Contact | undefined => contact?.contact as Contact | undefined;

export const messageJobs: JobKind = {
  acts: ['message.send'],

  keys: (job) => ({ conversation: conversationKey(nameOf(job)), message: keyOfMessage(job) }),

  requestKeys: (job) => ({
    contact: contactKey(job, job.contactId ?? 0),
  }),

  endsFor: (job, found) => {
    const contact = contactIn(found);
    const isMapped = contact && mappedTo(contact)?.includes(job.locationNumber);
    if (!found.message || !isMapped) return CONTACT_GONE;
    const message = messageFrom(found.message);
    const conversation = conversationIn(found.conversation);
    if (hasLostPermission(contact, conversation, message)) return OPTED_OUT;
    return addressOf(contact, conversation, message.channel) === undefined ? NO_ADDRESS : undefined;
  },

  data: async (_job, found) => {
    const {
      conversationId,
      messageId,
      channel,
      subject = null,
      text,
      attachments,
    } = messageFrom(found.message as Item);
    const to = addressOf(contactIn(found)!, conversationIn(found.conversation), channel);
    return { conversationId, messageId, to, subject, text, attachments };
  },

  completed: (job, { message }, outcome, { mark }) => {
    if (outcome.status === 'accepted') return [];
    if (!message)
      return [{ ConditionCheck: { Key: keyOfMessage(job), ConditionExpression: 'attribute_not_exists(pk)' } }];
    const isDone = outcome.status === 'done';
    const changes = { status: isDone ? 'SENT' : 'FAILED', failureReason: isDone ? null : (outcome.reason ?? null) };
    return [updateAction(message, changes, { mark })];
  },

  sequence: 'conversation',

  isLateWelcome: (_job, { message }) => message === undefined || messageFrom(message).status === 'FAILED',

  replied: echo,
};
