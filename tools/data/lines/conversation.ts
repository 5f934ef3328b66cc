/** The line of a conversation. What its messages make of it follows from their lines. */
import { contactKey } from '../../../lib/contacts/repository/contact.ts';
import { erasureKey } from '../../../lib/contacts/repository/erasure.ts';
import { identifier, text } from '../../../lib/contract/atoms.ts';
import {
  CONVERSATION_STATUSES,
  type ConversationStatus,
  conversationFrom,
  conversationItem,
  type TalkName,
  talksPartition,
} from '../../../lib/conversations/repository/conversation.ts';
import { conversationEntity } from '../../../lib/conversations/repository/conversation-entities.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused, type Written } from './line.ts';
import { actorsOf } from './ticket-context.ts';
import { isAhead, pointInTime, timesIn } from './times.ts';

interface ConversationLine {
  readonly businessNumber: number;
  readonly customerId: number;
  readonly id: number;
  readonly status?: ConversationStatus;
  readonly assignedTo?: string;
}

/** Whose conversation it is: of a contact that is there and was not erased. */
export const talkOf = async (
  { table, owners, dryRun }: LoadContext,
  { businessNumber, customerId: contactId }: Pick<ConversationLine, 'businessNumber' | 'customerId'>,
): Promise<TalkName | Refused> => {
  const owner = await owners.ofBusiness(businessNumber);
  if (!owner) return refused(`business ${businessNumber} does not exist`);
  if (await table.get(erasureKey(owner, contactId))) return refused('the contact was erased for good');
  const isThere = dryRun || (await table.get(contactKey(owner, contactId))) !== undefined;
  if (!isThere) return refused(`contact ${contactId} of account ${owner.accountNumber} does not exist`);
  const { partnerId, accountNumber } = owner;
  return { partnerId, accountNumber, businessNumber, contactId };
};

const write = async (context: LoadContext, line: ConversationLine, started: number): Promise<Written> => {
  const name = await talkOf(context, line);
  if ('refused' in name) return name;
  const actor = await actorsOf(context, name, { ...line, rows: [] });
  const fresh = {
    ...name,
    conversationId: line.id,
    status: line.status ?? 'OPEN',
    assignee: actor(line.assignedTo),
    first: started,
    last: { at: started, id: '', channel: 'SMS' },
    heard: {},
    isCampaignAlone: true,
    updates: 0,
    sequence: { waiting: [] },
  } as const;
  return upsert(context, {
    fresh: conversationItem(fresh),
    over: (found) => {
      const { item: _, ...stored } = conversationFrom(found);
      const { status, assignee, conversationId } = fresh;
      return conversationItem({ ...stored, status, assignee, conversationId, first: Math.min(stored.first, started) });
    },
  });
};

export const conversationLine: LineKind = {
  entity: conversationEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, customerId: identifier, id: positive, started: pointInTime },
    { status: { enum: CONVERSATION_STATUSES, 'x-read': 'choice' }, assignedTo: text },
  ),
  read(fields) {
    const line = fields as unknown as ConversationLine;
    const read = timesIn(fields, ['started']);
    if ('refused' in read) return read;
    const started = read.times.started!;
    // It goes on for longer than its messages are kept.
    if (isAhead(started, Date.now())) return refused('started must not be later than now');
    const { businessNumber, customerId } = line;
    return {
      about: `conversation of contact ${customerId} with business ${businessNumber}`,
      locks: [`conversation ${businessNumber} ${customerId}`],
      write: (context) => write(context, line, started),
    };
  },
  lineOf: (item) => {
    const { businessNumber, contactId, conversationId, status, assignee, first } = conversationFrom(item);
    return {
      type: 'conversation',
      businessNumber,
      customerId: contactId,
      id: conversationId,
      status,
      ...(assignee && { assignedTo: assignee.email }),
      started: new Date(first).toISOString(),
    };
  },
  ofAccount: talksPartition,
};
