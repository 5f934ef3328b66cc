/**
 * What is wrong with the contacts of an account, by what the table has of them and what clients were answered. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Contact, type ContactOwner, contactPointerKey } from '../../lib/contacts/repository/contact.ts';
import { optOutActions } from '../../lib/contacts/repository/opt-outs.ts';
import { enrolledIn, packedIndexAction } from '../../lib/contacts/repository/packed-index.ts';
import { pointersOf } from '../../lib/contacts/repository/pointers.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Seen } from './contacts-clients.ts';

const ofType = (items: readonly Item[], type: string): readonly Item[] => items.filter((item) => item.type === type);

/** Contacts by id. */
const contactsIn = (items: readonly Item[]): ReadonlyMap<number, Item> =>
  new Map(ofType(items, 'contact').map((item) => [(item.contact as Contact).id, item]));

/** Pointers lead to a contact that has what they stand for, and each contact has all of its own. */
const wrongPointers = (owner: ContactOwner, items: readonly Item[]): string[] => {
  const wanted = new Map<string, number>();
  const wrong: string[] = [];
  for (const [id, { contact }] of contactsIn(items)) {
    for (const { kind, value } of pointersOf(contact as Contact)) {
      const { pk } = contactPointerKey(owner, kind, value);
      if (wanted.has(pk)) wrong.push(`two contacts have the ${kind} ${value}: ${wanted.get(pk)} and ${id}`);
      wanted.set(pk, id);
    }
  }
  const there = new Map(ofType(items, 'contactPointer').map(({ pk, contactId }) => [String(pk), Number(contactId)]));
  for (const [pk, id] of wanted) if (there.get(pk) !== id) wrong.push(`contact ${id} is not found by ${pk}`);
  for (const [pk, id] of there) if (wanted.get(pk) !== id) wrong.push(`${pk} leads to ${id}, which has it not`);
  return wrong;
};

/** The packed index, and what contacts are out of, say what the contacts say. */
const wrongDerived = (owner: ContactOwner, items: readonly Item[]): string[] => {
  const contacts = contactsIn(items);
  const wrong: string[] = [];
  const packedIndexes = ofType(items, 'contactPackedIndex');
  const enrolled = packedIndexes.flatMap(enrolledIn).map(({ id }) => id);
  for (const id of enrolled) if (!contacts.has(id)) wrong.push(`the packed index has ${id}, who is not there`);
  for (const [id, { contact, bytes }] of contacts) {
    const action = packedIndexAction(owner, id, { contact: contact as Contact, bytes: Number(bytes) });
    const {
      Key,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    } = (action as unknown as { Update: PackedIndexUpdate }).Update;
    const row = packedIndexes.find(({ pk, sk }) => pk === Key.pk && sk === Key.sk);
    if (row?.[names['#contact']] !== values[':entry']) wrong.push(`the packed index says another thing of ${id}`);
  }
  const outs = [...contacts.values()].flatMap(({ contact }) => optOutActions(owner, undefined, contact as Contact));
  const sorted = (item: Item) => JSON.stringify(Object.entries(item).sort());
  const expected = outs.map((action) => sorted((action as { Put: { Item: Item } }).Put.Item));
  const stored = ofType(items, 'contactOptOut').map(sorted);
  if (!isDeepStrictEqual(expected.sort(), stored.sort()))
    wrong.push('what contacts are out of is not what is kept of it');
  return wrong;
};

interface PackedIndexUpdate {
  readonly Key: { readonly pk: string; readonly sk: string };
  readonly ExpressionAttributeNames: Readonly<Record<string, string>> & { readonly '#contact': string };
  readonly ExpressionAttributeValues: Item;
}

/** Each write of a contact left one activity, and one version; a deletion a tombstone with one more. */
const wrongVersions = (items: readonly Item[]): string[] => {
  const contacts = contactsIn(items);
  const tombstones = new Map(ofType(items, 'contactTombstone').map((item) => [Number(item.contactId), item]));
  const writes = new Map<number, number>();
  for (const { contactId } of ofType(items, 'contactActivity'))
    writes.set(Number(contactId), (writes.get(Number(contactId)) ?? 0) + 1);
  return [...new Set([...contacts.keys(), ...tombstones.keys(), ...writes.keys()])].flatMap((id) => {
    const [contact, tombstone] = [contacts.get(id), tombstones.get(id)];
    if (contact && tombstone) return [`contact ${id} is there, and deleted`];
    const version = Number((contact ?? tombstone)?.version) - (tombstone ? 1 : 0);
    return version === writes.get(id)
      ? []
      : [`contact ${id} was written ${writes.get(id)} times, by its version ${version}`];
  });
};

/** What was acknowledged is there: no save is lost, none is done twice, and no one comes back. */
const wrongAnswers = (items: readonly Item[], seen: readonly Seen[]): string[] => {
  const contacts = contactsIn(items);
  const gone = new Set(ofType(items, 'contactTombstone').map(({ contactId }) => Number(contactId)));
  const wrong: string[] = [];
  const noted = ofType(items, 'contactActivity').map(
    ({ details }) => (details as { additionalParams?: { token?: string } })?.additionalParams?.token,
  );
  for (const { kind, token, status, text } of seen) {
    if (![200, 400, 404, 503].includes(status)) wrong.push(text);
    if (kind !== 'check-in') continue;
    const times = noted.filter((each) => each === token).length;
    if (status === 200 ? times !== 1 : status !== 503 && times > 0) wrong.push(`noted ${times} times: ${text}`);
    if (times > 1) wrong.push(`noted ${times} times: ${text}`);
  }
  const done = seen.filter(({ status }) => status === 200);
  const deletions = new Map<number, Seen>();
  for (const each of done.filter(({ kind }) => kind === 'delete')) {
    if (deletions.has(each.id!)) wrong.push(`deleted twice: ${each.text}`);
    deletions.set(each.id!, each);
    if (contacts.has(each.id!) || !gone.has(each.id!)) wrong.push(`not gone: ${each.text}`);
  }
  const saves = done.filter(({ kind }) => kind !== 'delete');
  for (const { id, invoked, text } of saves) {
    if (!contacts.has(id!) && !gone.has(id!)) wrong.push(`lost: ${text}`);
    if (invoked > (deletions.get(id!)?.returned ?? Number.POSITIVE_INFINITY)) wrong.push(`after its deletion: ${text}`);
  }
  return [...wrong, ...wrongOrder(contacts, saves)];
};

/**
 * Versions that saves without a key were answered: one for each, in the order of time, and the last one is what is
 * stored.
 */
const wrongOrder = (contacts: ReadonlyMap<number, Item>, saves: readonly Seen[]): string[] => {
  const wrong: string[] = [];
  const exact = saves.filter(({ kind, hasKey, version }) => kind === 'save' && !hasKey && version !== undefined);
  for (const [id, ofOne] of Map.groupBy(exact, (each) => each.id!)) {
    const inOrder = ofOne.toSorted((a, b) => a.version! - b.version!);
    for (const [index, each] of inOrder.entries()) {
      const next = inOrder[index + 1];
      if (next && next.version === each.version) wrong.push(`one version of two saves: ${each.text}; ${next.text}`);
      if (next && next.returned < each.invoked) wrong.push(`out of order: ${each.text}; ${next.text}`);
    }
    const item = contacts.get(id);
    const last = inOrder.at(-1);
    if (!item || !last) continue;
    const { firstName } = item.contact as Contact;
    if (Number(item.version) < last.version!) wrong.push(`lost: ${last.text}`);
    if (Number(item.version) === last.version && firstName !== last.token)
      wrong.push(`stored as ${String(firstName)}: ${last.text}`);
  }
  return wrong;
};

/** @param items - all that the table has of the account */
export const checkedContacts = (
  owner: ContactOwner,
  items: readonly Item[],
  seen: readonly Seen[],
): readonly string[] => [
  ...wrongPointers(owner, items),
  ...wrongDerived(owner, items),
  ...wrongVersions(items),
  ...wrongAnswers(items, seen),
];
