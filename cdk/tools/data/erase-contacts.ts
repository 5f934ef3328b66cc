/** Removes contacts for good, with everything of them that the table has (docs/erasing.md). */
import { contactActions } from '../../../lib/contacts/repository/change.ts';
import { contactKey } from '../../../lib/contacts/repository/contact.ts';
import { type ErasedContact, erasureFrom, erasureItem } from '../../../lib/contacts/repository/erasure.ts';
import { enrolledIn, rosterAction } from '../../../lib/contacts/repository/roster.ts';
import { contactWrites } from '../../../lib/contacts/repository/writing.ts';
import * as laterErrors from '../../../lib/contract/later-error-rows.ts';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { ofPartner, secretsOfPartner } from '../../../lib/dynamodb/keys.ts';
import { marksOf, nextMark } from '../../../lib/dynamodb/marks.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import type { OpenTable } from '../open-table.ts';
import { scanItems } from './commands/scan.ts';
import { clearResponse, clearReview, isResponseOf, isReviewOf } from './erase-said.ts';

/** What was removed, in words, and how often. */
export type Removed = Map<string, number>;

const ATTEMPTS = 10;

export const tally = (removed: Removed, what: string, amount = 1): void => {
  if (amount > 0) removed.set(what, (removed.get(what) ?? 0) + amount);
};

/** The contact itself, and all that is written with it, in one transaction; nothing where it is gone already. */
const removeRecord = async (table: OpenTable, erased: ErasedContact, removed: Removed): Promise<void> => {
  const store = { table, partnerId: erased.partnerId };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = await table.get(contactKey(erased, erased.contactId));
    if (!before) return;
    marksOf(before);
    const write = { owner: erased, before, after: undefined, mark: nextMark() };
    if ((await contactWrites(store).write(write)) === 'changed') continue;
    const keys = contactActions(write).flatMap((action) => ('Delete' in action ? [action.Delete.Key.pk] : []));
    tally(removed, 'contacts');
    tally(removed, 'entries of the roster');
    const optOuts = keys.filter((pk) => pk.includes('#OPTOUTS#')).length;
    tally(removed, 'opt-outs', optOuts);
    tally(removed, 'pointers', keys.length - 1 - optOuts);
    return;
  }
  throw new StoreUnavailable('the contact is written by others all the time');
};

/** What is to be done about an item that has something of a contact. */
interface Trace {
  readonly what: string;
  readonly remove: (table: OpenTable) => Promise<unknown>;
}

const deleted = (what: string, item: Item): Trace => ({ what, remove: (table) => table.remove({ Key: keyOf(item) }) });

/** A repetition of what made or changed the contact finds that there is none, and does not make it again. */
const REFUSAL = JSON.stringify({ error: laterErrors.contactNotFound, violations: [], headers: {} });

const keptTrace = (item: Item): Trace => ({
  what: 'kept responses',
  remove: (table) =>
    table.update({
      Key: keyOf(item),
      UpdateExpression: 'SET kept = :refusal, mark = :none REMOVE #result',
      ConditionExpression: 'fingerprint = :fingerprint',
      ExpressionAttributeNames: { '#result': 'result' },
      ExpressionAttributeValues: { ':refusal': REFUSAL, ':none': '', ':fingerprint': item.fingerprint },
    }),
});

const WITH_CONTACT: Readonly<Record<string, string>> = {
  contactPointer: 'pointers',
  contactOptOut: 'opt-outs',
  contactActivity: 'activities',
  contactScore: 'scores',
};

type Numbers = { readonly customerId?: unknown; readonly accountNumber?: unknown; readonly userId?: unknown };
/** What the event of a delivery is about. */
export const dataIn = ({ body }: Item): Numbers => {
  try {
    return (JSON.parse(String(body)) as { readonly data?: Numbers }).data ?? {};
  } catch {
    return {};
  }
};

const isKeptOf = ({ pk }: Item, partnerId: string): boolean =>
  [ofPartner, secretsOfPartner].some((of) => String(pk).startsWith(`${of(partnerId, 'IDEMPOTENCY')}#`));

/** What an item has of contacts that are erased, by what names them. */
const tracesIn = (item: Item, all: readonly ErasedContact[]): Trace[] => {
  const traces: Trace[] = [];
  for (const erased of all) {
    const { partnerId, accountNumber, contactId } = erased;
    const isOwn = item.partnerId === partnerId && item.accountNumber === accountNumber;
    const what = WITH_CONTACT[String(item.type)];
    if (what !== undefined) {
      if (isOwn && item.contactId === contactId) traces.push(deleted(what, item));
    } else if (isReviewOf(item, erased)) {
      traces.push({ what: 'reviews', remove: (table) => clearReview(table, item, erased) });
    } else if (isResponseOf(item, erased)) {
      traces.push({ what: 'responses to surveys', remove: (table) => clearResponse(table, item, erased) });
    } else if (item.type === 'contactRoster') {
      if (isOwn && enrolledIn(item).some(({ id }) => id === contactId))
        traces.push({
          what: 'entries of the roster',
          remove: (table) => table.transact([rosterAction(erased, contactId, undefined)]),
        });
    } else if (item.type === 'idempotency') {
      const result = (item.result ?? {}) as { readonly id?: unknown; readonly accountNumber?: unknown };
      const isOf = result.id === contactId && result.accountNumber === accountNumber;
      if (isOf && isKeptOf(item, partnerId)) traces.push(keptTrace(item));
    } else if (item.type === 'delivery' && item.partnerId === partnerId) {
      const data = dataIn(item);
      const isAbout = data.customerId === contactId && data.accountNumber === accountNumber;
      // Who was told of a contact must be told that it is gone: by its id alone.
      const isLastWord = item.event === 'CONTACT_DELETED' && item.status === 'pending';
      if (isAbout && !isLastWord) traces.push(deleted('deliveries', item));
    }
  }
  return traces;
};

/**
 * Removes contacts, and enters them in the list of erasures. What is gone already is passed over, so that it can be cut off
 * and begun again. Reads the whole table once.
 */
export const eraseContacts = async (table: OpenTable, all: readonly ErasedContact[]): Promise<Removed> => {
  const removed: Removed = new Map();
  // First of all: what is cut off behind this is found again by the list.
  for (const each of all) {
    await table.put({ Item: erasureItem(each), ConditionExpression: 'attribute_not_exists(pk)' });
    await removeRecord(table, each, removed);
  }
  if (all.length === 0) return removed;
  for await (const item of scanItems(table)) {
    for (const { what, remove } of tracesIn(item, all)) {
      await remove(table);
      tally(removed, what);
    }
  }
  return removed;
};

/** All that a table's list names. */
export const listedErasures = async (table: OpenTable): Promise<ErasedContact[]> => {
  const found: ErasedContact[] = [];
  for await (const item of scanItems(table, 'erasure')) found.push(erasureFrom(item));
  return found;
};
