/** Update conversation: its status, and who takes care of it. What it is already changes nothing. */
import { contactKey } from '../contacts/repository/contact.ts';
import { contexts } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { caseKey } from '../contract/text.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { unchangedAction, updateAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, versionOf } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import { takeKey, withDependents, write } from '../dynamodb/writes/write.ts';
import { employeeId } from '../employees/repository/employee.ts';
import { assignable, type KnownPeople, people } from '../employees/repository/people.ts';
import { named } from '../partners/repository/account.ts';
import { conversationReply } from './reply.ts';
import { conversationIn } from './repository/add-message.ts';
import {
  type Assignee,
  type Conversation,
  conversationChanges,
  conversationKey,
  type StoredConversation,
} from './repository/conversation.ts';
import type { UpdateCommand } from './rules/update-command.ts';

export interface Updating extends UpdateCommand {
  readonly businessNumber: number;
  readonly customerId: number;
  readonly validateOnly: boolean;
}

const ATTEMPTS = { attempts: 25, mostDoublings: 5 } as const;

type Refused = { readonly refused: ErrorEntry };

const assigneeFor = (
  { assignedTo, businessNumber }: Updating,
  before: StoredConversation,
  known: KnownPeople,
): { readonly assignee: Assignee | undefined } | Refused => {
  if (assignedTo === undefined) return { assignee: before.assignee };
  if (assignedTo === null) return { assignee: undefined };
  // Who has it already is not assigned again.
  if (before.assignee && caseKey(before.assignee.email) === caseKey(assignedTo)) return { assignee: before.assignee };
  const assignee = assignable(known.get(caseKey(assignedTo)), businessNumber);
  return assignee ? { assignee } : { refused: errors.userNotFound };
};

const updateOnce = async (store: PartnerStore, command: Updating): Promise<object | Refused | 'changed'> => {
  const { businessNumber, customerId, status, assignedTo, validateOnly } = command;
  const { table } = store;
  const place = await contexts(store).named(businessNumber);
  if (!place?.location) return { refused: errors.businessInvalid };
  const { owner } = place;
  const keys = {
    talk: conversationKey({ ...owner, businessNumber, contactId: customerId }),
    contact: contactKey(owner, customerId),
  };
  const { talk, contact } = named(await table.batchGet(Object.values(keys)), keys);
  const before = conversationIn(talk);
  if (!before || !contact) return { refused: errors.routeNotFound };
  const known = await people(store).named(
    owner,
    [before.assignee?.email, assignedTo].filter((email) => typeof email === 'string'),
  );
  const chosen = assigneeFor(command, before, known);
  if ('refused' in chosen) return chosen;
  const { assignee } = chosen;
  const after = { ...before, status: status ?? before.status, assignee };
  const isSame = after.status === before.status && assignee?.email === before.assignee?.email;
  const replyOf = (now: Conversation, person: Item) => conversationReply(now, person, known);
  const executed = store.idempotency?.executed;
  if (validateOnly || executed) return replyOf(executed ? before : after, contact);
  const mark = markAbove(talk);
  // Whom the kept response names: it is erased with them.
  const result = {
    ...{ contactId: customerId, accountNumber: owner.accountNumber },
    ...(assignee && { employee: employeeId(owner, assignee.email), assignedUserId: assignee.userId ?? null }),
  };
  const written = isSame
    ? await takeKey(store, [unchangedAction(before.item)], { result })
    : await write(store, {
        strategy: withDependents,
        actions: [updateAction(before.item, conversationChanges({ ...after, updates: before.updates + 1 }), { mark })],
        basedOn: [versionOf(before.item)],
        mark,
        result,
      });
  if ('refused' in written) return 'changed';
  if ('done' in written || !store.idempotency) return replyOf(after, contact);
  // Another try of the request was faster: what it has left is read.
  return updateOnce({ ...store, idempotency: { ...store.idempotency, executed: written.executed } }, command);
};

/** @throws StoreUnavailable; KeyReused */
export const updateConversationIn = (store: PartnerStore, command: Updating): Promise<object | Refused> =>
  until(ATTEMPTS, () => updateOnce(store, command));
