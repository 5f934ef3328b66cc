/** The reply to a message of the sandbox connector: one of the contact (docs/connectors.md: the sandbox connector). */
import type { StoredJob } from '../../connectors/repository/job.ts';
import { type Contact, contactKey } from '../../contacts/repository/contact.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { unchangedAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove } from '../../dynamodb/writes/marks.ts';
import { USUAL_ATTEMPTS, until } from '../../dynamodb/writes/until.ts';
import { creation, write } from '../../dynamodb/writes/write.ts';
import { named } from '../../partners/repository/account.ts';
import { addingActions, conversationIn, goingOn, withMessage } from './add-message.ts';
import { conversationKey, type TalkName } from './conversation.ts';
import { aliasKey, aliasOf, drawMessageId, LONGEST_TEXT, type Message } from './message.ts';

const cut = (text: string): string => [...text].slice(0, LONGEST_TEXT).join('');

/** Keeps a message of the contact whom a job is for, once for the job: nothing of a contact or conversation that is gone. */
export const echo = ({ table, partnerId }: PartnerStore, job: StoredJob, text: string): Promise<void> =>
  until<undefined>(USUAL_ATTEMPTS, async () => {
    const { accountNumber, locationNumber: businessNumber, contactId = 0, channel } = job;
    if (channel !== 'SMS' && channel !== 'EMAIL' && channel !== 'LIVE_CHAT') return undefined;
    const name: TalkName = { partnerId, accountNumber, businessNumber, contactId };
    const alias = aliasOf(name, channel, job.id);
    const keys = { contact: contactKey(name, contactId), talk: conversationKey(name), again: aliasKey(name, alias) };
    const { contact, talk: found, again } = named(await table.batchGet(Object.values(keys)), keys);
    const before = conversationIn(found);
    const isBlocked = (contact?.contact as Contact | undefined)?.blocked === true;
    if (!contact || !before || isBlocked || goingOn(again)) return undefined;
    const mark = markAbove(contact, found);
    const sentAt = Number(mark.slice(0, 13));
    const message: Message = {
      ...{ ...name, conversationId: before.conversationId, messageId: drawMessageId(sentAt), sentAt, channel, alias },
      ...{ text: cut(text), attachments: [], direction: 'RECEIVE', status: 'RECEIVED' },
      ...(channel === 'LIVE_CHAT' && { from: before.chat?.from }),
    };
    const after = withMessage(before, before, message);
    const actions = [...addingActions({ found, message, after, mark }), unchangedAction(contact)];
    const written = await write({ table, partnerId }, { strategy: creation(), actions, basedOn: [0], mark });
    return 'refused' in written ? 'changed' : undefined;
  }).then(() => undefined);
