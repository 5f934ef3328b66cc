/** Receive message: who wrote it, whether it came before, then all of it in one transaction; again if others were in the way. */
import { drawNumber } from '../business/repository/creation.ts';
import type { MessageChannel } from '../connectors/repository/channels.ts';
import { timeOfMark } from '../contacts/repository/activity.ts';
import { contexts, type Location } from '../contacts/repository/preconditions.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Refusal } from '../contract/violations.ts';
import { differs } from '../dynamodb/table/expressions.ts';
import { hides, type PartnerStore } from '../dynamodb/table/partner-store.ts';
import { updateAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, noteMarks, versionOf } from '../dynamodb/writes/marks.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { until } from '../dynamodb/writes/until.ts';
import { alone, creation, takeKey, write } from '../dynamodb/writes/write.ts';
import { addingActions, conversationIn, goingOn, withMessage, withOptOut } from './repository/add-message.ts';
import { conversationFrom, conversationKey, type TalkName } from './repository/conversation.ts';
import { aliasKey, aliasOf, drawMessageId, type Message, messageKey } from './repository/message.ts';
import type { ReceiveCommand } from './rules/message-command.ts';
import { smsChoice } from './rules/words.ts';

/** The writer of a message, as `lib/contacts` finds and writes one. */
export interface Writer {
  /** Absent where the contact is new. */
  readonly id: number | undefined;
  readonly takePart: (begun: { readonly details: Readonly<Record<string, unknown>> } | undefined) => Promise<
    | {
        readonly id: number;
        readonly mark: string;
        readonly actions: () => readonly Action[];
        readonly unchanged: () => readonly Action[];
        readonly complete: () => Promise<void>;
      }
    | { readonly refused: ErrorEntry }
  >;
}

export interface Received {
  readonly messageId: string;
  readonly conversationId: number;
  readonly customerId: number;
}

export interface Receiving extends ReceiveCommand {
  readonly businessNumber: number;
  readonly validateOnly: boolean;
}

export type FindWriter = (place: {
  readonly owner: { readonly partnerId: string; readonly accountNumber: number };
  readonly location: Location;
  readonly smsOptin: boolean | undefined;
}) => Promise<
  | Writer
  /** `optedOut`: the id of a blocked contact whose word counts, though the message is not kept. */
  | (Refusal & { readonly optedOut?: number })
  | 'again'
>;

/** Many may write in one conversation at once. */
const ATTEMPTS = { attempts: 25, mostDoublings: 5 } as const;

/** The first message that came with the id over the channel, if one did. */
const receivedBefore = async (
  { table, partnerId }: PartnerStore,
  { businessNumber, channel, externalId }: Receiving,
): Promise<{ readonly alias: string | undefined; readonly first: Received | undefined }> => {
  if (externalId === undefined) return { alias: undefined, first: undefined };
  const place = { partnerId, businessNumber };
  const alias = aliasOf(place, channel, externalId);
  const item = goingOn(await table.get(aliasKey(place, alias)));
  const { messageId, conversationId, contactId } = item ?? {};
  const first = item && {
    ...{ messageId: String(messageId), conversationId: Number(conversationId), customerId: Number(contactId) },
  };
  return { alias, first };
};

/** Notes in its conversation, if one goes on, that a contact has opted out with a message that is not kept. */
const noteOptOut = async ({ table, partnerId }: PartnerStore, name: TalkName, channel: MessageChannel) => {
  const found = goingOn(await table.get(conversationKey(name)));
  const heard = found && withOptOut(conversationFrom(found), channel).heard;
  if (!heard || !differs({ heard }, found)) return 'noted';
  const mark = markAbove(found);
  const action = updateAction(found, { heard }, { mark, quiet: true });
  // The key stands for the refusal.
  const written = await write(
    { table, partnerId },
    { strategy: alone, actions: [action], basedOn: [versionOf(found)], mark },
  );
  return 'refused' in written ? 'changed' : 'noted';
};

const receiveOnce = async (
  store: PartnerStore,
  command: Receiving,
  findWriter: FindWriter,
): Promise<Received | Refusal | 'changed'> => {
  const { businessNumber, channel, text, subject, attachments, from, validateOnly } = command;
  const { table, partnerId } = store;
  const place = await contexts(store).named(businessNumber);
  if (!place?.location || hides(store, place.owner.accountNumber)) return { refused: errors.businessInvalid };
  const { owner, location } = place;
  const { alias, first } = await receivedBefore(store, command);
  if (first) {
    const { accountNumber } = owner;
    if (validateOnly) return first;
    const taken = await takeKey(store, [], { result: { ...first, accountNumber } });
    if ('executed' in taken) return replayed(taken.executed.result);
    return first;
  }
  const smsOptin = smsChoice(channel, text);
  const writer = await findWriter({ owner, location, smsOptin });
  if (writer === 'again') return 'changed';
  const known = { partnerId, accountNumber: owner.accountNumber, businessNumber };
  if ('refused' in writer) {
    const { optedOut, ...refusal } = writer;
    if (optedOut === undefined) return refusal;
    const noted = await noteOptOut(store, { ...known, contactId: optedOut }, channel);
    return noted === 'changed' ? noted : refusal;
  }
  const found =
    writer.id === undefined ? undefined : await table.get(conversationKey({ ...known, contactId: writer.id }));
  noteMarks(found);
  const before = conversationIn(found);
  const conversationId = before?.conversationId ?? drawNumber();
  const taking = await writer.takePart(before ? undefined : { details: { conversationId, businessNumber } });
  if ('refused' in taking) return taking;
  // A contact whose record would be too large.
  const ofContact = [...taking.actions(), ...taking.unchanged()];
  if (validateOnly) return { messageId: '0', conversationId: before?.conversationId ?? 0, customerId: writer.id ?? 0 };
  const { mark } = taking;
  const name: TalkName = { ...known, contactId: taking.id };
  const sentAt = command.sentAt ?? timeOfMark(mark);
  const message: Message = {
    ...{ ...name, conversationId, messageId: drawMessageId(sentAt), sentAt, text, subject, attachments, channel },
    ...{ direction: 'RECEIVE', status: 'RECEIVED', alias },
    ...(channel === 'LIVE_CHAT' && { from }),
    ...(smsOptin === false && { isOptOut: true }),
  };
  const entered = withMessage(before, { ...name, conversationId }, message);
  const after = message.isOptOut ? withOptOut(entered, channel) : entered;
  const { messageId } = message;
  const result = { messageId, conversationId, customerId: taking.id };
  const landed = async () => (await table.get(messageKey(name, message))) !== undefined;
  const actions = [...addingActions({ found, message, after, mark }), ...ofContact];
  const written = await write(store, {
    ...{ strategy: creation(landed), actions, basedOn: [0], mark },
    // Of whose contact it is: it is erased with that.
    result: { ...result, accountNumber: owner.accountNumber },
  });
  if ('refused' in written) return 'changed';
  if ('executed' in written) return replayed(written.executed.result);
  await taking.complete();
  return result;
};

const replayed = (result: Readonly<Record<string, unknown>> = {}): Received => ({
  messageId: String(result.messageId),
  conversationId: Number(result.conversationId),
  customerId: Number(result.customerId),
});

/**
 * Keeps a message that came in, or only validates it: ids of what would be new are 0 then.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const receiveMessageIn = async (
  store: PartnerStore,
  command: Receiving,
  findWriter: FindWriter,
): Promise<Received | Refusal> => {
  const executed = store.idempotency?.executed;
  if (executed) return replayed(executed.result);
  return until(ATTEMPTS, () => receiveOnce(store, command, findWriter));
};
