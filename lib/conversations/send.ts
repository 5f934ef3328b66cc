/** Send message: the location, the contact, then what `prepare-message.ts` asks; again if others were in the way. */
import { businessKey } from '../business/repository/business.ts';
import { checkContent } from '../connectors/repository/putting.ts';
import { type Contact, contactKey, mappedTo } from '../contacts/repository/contact.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { locationNotActive } from '../contract/errors.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { creation, write } from '../dynamodb/writes/write.ts';
import { accountKeys, accountNumberIn, isAt } from '../partners/repository/account.ts';
import { type OutgoingText, prepareMessage } from './prepare-message.ts';

export interface Sending extends OutgoingText {
  readonly businessNumber: number;
  readonly customerId: number;
  readonly validateOnly: boolean;
}

export interface Sent {
  readonly messageId: string;
  readonly conversationId: number;
  readonly status: 'SENDING';
}

/** Many may write in one conversation at once. */
const ATTEMPTS = { attempts: 25, mostDoublings: 5 } as const;
const NOT_ACTIVE: readonly unknown[] = ['inactive', 'suspended'];

const sendOnce = async (
  store: PartnerStore,
  { businessNumber, customerId, validateOnly, ...outgoing }: Sending,
): Promise<Sent | { readonly refused: ErrorEntry } | 'changed'> => {
  const { table, partnerId } = store;
  const items = await table.batchGet(accountKeys(partnerId, businessNumber));
  const accountNumber = accountNumberIn(items, partnerId, businessNumber);
  const location = items.find((item) => isAt(item, businessKey(partnerId, businessNumber)));
  if (!location || accountNumber === undefined || accountNumber === businessNumber)
    return { refused: errors.businessInvalid };
  if (NOT_ACTIVE.includes(location.status)) return { refused: locationNotActive };
  const owner = { partnerId, accountNumber };
  const contact = await table.get(contactKey(owner, customerId));
  const isMapped = contact && mappedTo(contact.contact as Contact)?.includes(businessNumber);
  if (!isMapped) return { refused: laterErrors.contactNotFound };
  const { text, subject, attachments } = outgoing;
  checkContent({ text, subject, attachments });
  const prepared = await prepareMessage(store, { ...outgoing, owner, businessNumber, contact });
  if ('refused' in prepared) return prepared;
  const { messageId, conversationId, existing = 0, mark, actions } = prepared;
  if (validateOnly) {
    actions();
    return { messageId: '0', conversationId: existing, status: 'SENDING' };
  }
  const [first, ...others] = actions();
  const key = first && 'Put' in first ? first.Put.Item : {};
  const landed = async () => (await table.get({ pk: String(key.pk), sk: String(key.sk) })) !== undefined;
  const written = await write(store, {
    strategy: creation(landed),
    actions: [first!, ...others],
    basedOn: [0],
    mark,
    result: { messageId, conversationId, customerId, accountNumber },
  });
  if ('refused' in written) return 'changed';
  return 'executed' in written ? replayed(written.executed.result) : { messageId, conversationId, status: 'SENDING' };
};

const replayed = (result: Readonly<Record<string, unknown>> = {}): Sent => ({
  messageId: String(result.messageId),
  conversationId: Number(result.conversationId),
  status: 'SENDING',
});

/**
 * Accepts a message, or only validates it: its id is 0 then.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const sendMessageIn = async (
  store: PartnerStore,
  command: Sending,
): Promise<Sent | { readonly refused: ErrorEntry }> => {
  const executed = store.idempotency?.executed;
  return executed ? replayed(executed.result) : until(ATTEMPTS, () => sendOnce(store, command));
};
