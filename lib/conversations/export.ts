/** Export conversations: which they are by the index, then those of the page with their messages of the days. */
import { contactKey } from '../contacts/repository/contact.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { type Key, keyText } from '../dynamodb/table/keys.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { blocksOf, itemBytes, type ReadBudget, readBudget } from '../dynamodb/table/read-units.ts';
import { people } from '../employees/repository/people.ts';
import { tooManyConversations, tooManyMessages } from './contracts/export-conversations.ts';
import { conversationReply, messageReply } from './reply.ts';
import { conversationIn } from './repository/add-message.ts';
import {
  conversationKey,
  KEPT_MILLISECONDS,
  type ListedTalk,
  type StoredConversation,
} from './repository/conversation.ts';
import { talks } from './repository/talks.ts';
import type { Days } from './rules/export-query.ts';

export interface ExportQuery {
  readonly accountNumber: number;
  /** One location alone. */
  readonly businessNumber: number | undefined;
  /** One contact alone. */
  readonly contactId: number | undefined;
  readonly days: Days;
  readonly offset: number;
  readonly size: number;
  readonly excludesCampaigns: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Read units of all but the contacts. */
const MOST_UNITS = 960;
/** Of an assignee, by email: three items of less than 4 KB. */
const UNITS_OF_PERSON = 1.5;

/** Those that were going on in the days, by the last message, the newest first. */
const wanted = (rows: readonly ListedTalk[], query: ExportQuery): readonly ListedTalk[] => {
  const { days, businessNumber, excludesCampaigns, now } = query;
  return rows
    .filter(
      (row) =>
        row.last >= Math.max(days.from, now - KEPT_MILLISECONDS) &&
        row.first < days.until &&
        (businessNumber === undefined || row.businessNumber === businessNumber) &&
        !(excludesCampaigns && row.isCampaignAlone),
    )
    .toSorted((a, b) => b.last - a.last || a.conversationId - b.conversationId);
};

const read = async ({ table }: PartnerStore, keys: readonly Key[], budget?: ReadBudget) => {
  const distinct = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  const items = distinct.length > 0 ? await table.batchGet(distinct, { consistent: false }) : [];
  for (const item of items) budget?.spend(blocksOf(itemBytes(item)) / 2);
  return new Map<string, Item>(items.map((item) => [keyText(item), item]));
};

/** The conversations of a page that have a contact, each with that. */
const pageOf = async (store: PartnerStore, page: readonly ListedTalk[], query: ExportQuery, budget: ReadBudget) => {
  const owner = { partnerId: store.partnerId, accountNumber: query.accountNumber };
  const found = await read(
    store,
    page.map((row) => conversationKey({ ...owner, ...row })),
    budget,
  );
  const contacts = await read(
    store,
    page.map(({ contactId }) => contactKey(owner, contactId)),
  );
  return page.flatMap((row): { conversation: StoredConversation; contact: Item }[] => {
    const conversation = conversationIn(found.get(keyText(conversationKey({ ...owner, ...row }))));
    const contact = contacts.get(keyText(contactKey(owner, row.contactId)));
    return conversation && contact ? [{ conversation, contact }] : [];
  });
};

export const exportedConversations = async (
  store: PartnerStore,
  query: ExportQuery,
): Promise<object | { readonly refused: ErrorEntry }> => {
  const { accountNumber, contactId, days, offset, size, excludesCampaigns, now } = query;
  const { since, ofContact, messages } = talks(store);
  const from = Math.max(days.from, now - KEPT_MILLISECONDS);
  const listed = await (contactId === undefined ? since(accountNumber, from) : ofContact(accountNumber, contactId));
  if (!listed) return { refused: tooManyConversations };
  const rows = wanted(listed.rows, query);
  const listedPage = rows.slice(offset, offset + size);
  const budget = readBudget(MOST_UNITS - listed.units);
  const page = await pageOf(store, listedPage, query, budget);
  const emails = page.flatMap(({ conversation: { assignee } }) => (assignee ? [assignee.email] : []));
  budget.spend(new Set(emails).size * UNITS_OF_PERSON);
  const known = await people(store).named({ partnerId: store.partnerId, accountNumber }, emails, { consistent: false });
  const said = await messages(
    page.map(({ conversation }) => conversation),
    { from, until: days.until },
    ({ isCampaign }) => !(excludesCampaigns && isCampaign),
    budget,
  );
  if (!said) return { refused: tooManyMessages };
  return {
    // Those whose contact was deleted a moment ago are on their way out.
    totalConversations: rows.length - (listedPage.length - page.length),
    totalMessages: said.reduce((sum, each) => sum + each.length, 0),
    conversations: page.map(({ conversation, contact }, index) => {
      const { id, contact: person, ...rest } = conversationReply(conversation, contact, known);
      return { id, contact: person, messages: said[index]!.map(messageReply), ...rest };
    }),
    hasMore: offset + size < rows.length,
  };
};
