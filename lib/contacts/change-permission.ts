/** Change permission from a list of people to what was changed: who they are, then each by itself. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { caseKey } from '../contract/text.ts';
import { withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { markAbove, newestMark } from '../dynamodb/writes/marks.ts';
import { until } from '../dynamodb/writes/until.ts';
import { takeKeyFor } from '../dynamodb/writes/write.ts';
import { timeOfMark } from './repository/activity.ts';
import { type Contact, type ContactOwner, contactKey, mappedTo } from './repository/contact.ts';
import { contexts } from './repository/preconditions.ts';
import { type ContactOutcome, contactWrites } from './repository/writing.ts';
import { phoneKeys } from './rules/contact-lookup.ts';
import { activityOf, withActivity, writtenContact } from './rules/contact-writes.ts';
import type { PermissionCommand } from './rules/permission-command.ts';

const ATTEMPTS = { attempts: 10, mostDoublings: 6 } as const;
const AT_ONCE = 8;

interface Command extends PermissionCommand {
  readonly businessId: number;
  readonly validateOnly: boolean;
}

/** The ids of those that have one of these emails or phones, in order. */
const idsOf = async (store: PartnerStore, owner: ContactOwner, { emails, phones }: Command): Promise<number[]> => {
  const asked = [
    ...emails.map((email) => [{ kind: 'EMAIL', value: caseKey(email) } as const]),
    // Of the keys that a phone may stand under the first that is there decides.
    ...phones.map((phone) => phoneKeys(phone).map((value) => ({ kind: 'PHONE', value }) as const)),
  ];
  const pointers = new Map(asked.flat().map((pointer) => [`${pointer.kind} ${pointer.value}`, pointer]));
  const holders = await contexts(store).holders(owner, [...pointers.values()]);
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
  { changes }: Command,
  before: Item,
): Promise<Written> => {
  const mark = markAbove(before);
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
  command: Command,
  first: Item,
  since: string | undefined,
): Promise<void> => {
  let before: Item | undefined = first;
  await until(ATTEMPTS, async (repetition) => {
    if (repetition > 0) before = await contexts(store).contact(owner, (first.contact as Contact).id);
    if (!before || (since !== undefined && newestMark(before) >= since)) return 'unchanged';
    return changeOnce(store, owner, command, before);
  });
};

/**
 * Changes what contacts are opted in to. Each is written by itself; under an idempotency key a repetition goes on with those
 * that have not been written since the key was taken.
 *
 * @returns whether any of them is a contact
 */
export const changePermissionOf = async (
  store: PartnerStore,
  command: Command,
): Promise<{ readonly any: boolean } | { readonly refused: ErrorEntry }> => {
  const named = await contexts(store).named(command.businessId);
  if (!named) return { refused: errors.businessInvalid };
  const { owner, location } = named;
  const ids = await idsOf(store, owner, command);
  const items = await store.table.batchGet(ids.map((id) => contactKey(owner, id)));
  const isMeant = ({ contact }: Item) =>
    location === undefined || mappedTo(contact as Contact)?.includes(location.businessNumber) === true;
  const meant = items.filter(isMeant);
  const any = meant.length > 0;
  if (command.validateOnly) return { any };
  const executed = store.idempotency && (await takeKeyFor(store, meant, { any }));
  // The key stands for all of them: each write is its own.
  const { table, partnerId } = store;
  const since = executed?.isOwn ? undefined : executed?.mark;
  await withConcurrency(meant, AT_ONCE, (item) => changeOne({ table, partnerId }, owner, command, item, since));
  return { any: executed?.result ? executed.result.any === true : any };
};
