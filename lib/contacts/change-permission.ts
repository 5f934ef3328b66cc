/** Change permission from a list of people to what was changed: who they are, then each by itself. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { Item } from '../dynamodb/attributes.ts';
import type { Executed } from '../dynamodb/claim.ts';
import { inLanes } from '../dynamodb/lanes.ts';
import { marksOf, nextMark } from '../dynamodb/marks.ts';
import { StoreUnavailable } from '../dynamodb/outcomes.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { pauseBefore } from '../dynamodb/pause.ts';
import { tokenOf } from '../dynamodb/versioned.ts';
import { timeOfMark } from './repository/activity.ts';
import { type Contact, type ContactOwner, contactKey, mappedTo } from './repository/contact.ts';
import { grounds } from './repository/ground.ts';
import { type ContactOutcome, contactWrites } from './repository/writing.ts';
import { emailKey, phoneKeys } from './rules/contact-lookup.ts';
import { activityOf, withActivity, writtenContact } from './rules/contact-writes.ts';
import type { PermissionOrder } from './rules/permission-order.ts';

const ATTEMPTS = 10;
const MOST_DOUBLINGS = 6;
const AT_ONCE = 8;

interface Order extends PermissionOrder {
  readonly businessId: number;
  readonly validateOnly: boolean;
}

/** The ids of those that have one of these emails or phones, in order. */
const idsOf = async (store: PartnerStore, owner: ContactOwner, { emails, phones }: Order): Promise<number[]> => {
  const asked = [
    ...emails.map((email) => [{ kind: 'EMAIL', value: emailKey(email) } as const]),
    // Of the keys that a phone may stand under the first that is there decides.
    ...phones.map((phone) => phoneKeys(phone).map((value) => ({ kind: 'PHONE', value }) as const)),
  ];
  const pointers = new Map(asked.flat().map((pointer) => [`${pointer.kind} ${pointer.value}`, pointer]));
  const holders = await grounds(store).holders(owner, [...pointers.values()]);
  const held = new Map([...pointers.keys()].map((key, index) => [key, holders[index]]));
  const ids = asked.map((keys) =>
    keys.map(({ kind, value }) => held.get(`${kind} ${value}`)).find((id) => id !== undefined),
  );
  return [...new Set(ids.filter((id): id is number => id !== undefined))].sort((a, b) => a - b);
};

type Written = ContactOutcome | 'unchanged';

/** One attempt on one contact, as it was read. */
const changeOnce = async (
  store: PartnerStore,
  owner: ContactOwner,
  { changes }: Order,
  before: Item,
): Promise<Written> => {
  marksOf(before);
  const mark = nextMark();
  const at = new Date(timeOfMark(mark)).toISOString();
  const stored = before.contact as Contact;
  const { contact, kinds } = writtenContact(stored, stored, changes, at);
  if (kinds.length === 0) return 'unchanged';
  const after = withActivity(contact, at);
  return contactWrites(store).write({ owner, before, after, activity: activityOf(kinds), mark });
};

/**
 * One contact until it is changed. What was written since the request was executed first, by itself or by a later request,
 * stays as it is.
 */
const changeOne = async (
  store: PartnerStore,
  owner: ContactOwner,
  order: Order,
  first: Item,
  since: string | undefined,
): Promise<void> => {
  let before: Item | undefined = first;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) {
      await pauseBefore(Math.min(attempt, MOST_DOUBLINGS));
      before = await grounds(store).contact(owner, (first.contact as Contact).id);
    }
    if (!before || (since !== undefined && String(before.p0) >= since)) return;
    if ((await changeOnce(store, owner, order, before)) !== 'changed') return;
  }
  throw new StoreUnavailable('others were in the way each time');
};

/** Takes the idempotency key, above all that was read; or says under which mark it was taken. */
const takeKey = async ({ table, claim }: PartnerStore, result: Executed['result']): Promise<string | undefined> => {
  if (!claim) return undefined;
  if (claim.executed) return claim.executed.mark;
  const mark = nextMark();
  const refused = await table.transact([claim.take({ mark, result })], tokenOf(mark));
  return refused ? claim.taken(refused.failed.get(0)).mark : mark;
};

/**
 * Changes what contacts are opted in to. Each is written by itself; under an idempotency key a repetition goes on with those
 * that have not been written since the key was taken.
 *
 * @returns whether any of them is a contact
 */
export const changePermissionOf = async (
  store: PartnerStore,
  order: Order,
): Promise<{ readonly any: boolean } | { readonly refused: ErrorEntry }> => {
  const named = await grounds(store).named(order.businessId);
  if (!named) return { refused: errors.businessInvalid };
  const { owner, location } = named;
  const ids = await idsOf(store, owner, order);
  const items = await store.table.batchGet(ids.map((id) => contactKey(owner, id)));
  const isMeant = ({ contact }: Item) =>
    location === undefined || mappedTo(contact as Contact)?.includes(location.businessNumber) === true;
  const meant = items.filter(isMeant);
  for (const item of meant) marksOf(item);
  const any = meant.length > 0;
  if (order.validateOnly) return { any };
  const since = await takeKey(store, { any });
  // The key stands for all of them: each write is its own.
  const { table, partnerId } = store;
  await inLanes(meant, AT_ONCE, (item) => changeOne({ table, partnerId }, owner, order, item, since));
  const executed = store.claim?.executed?.result;
  return { any: executed ? executed.any === true : any };
};
