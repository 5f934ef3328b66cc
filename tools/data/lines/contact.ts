/**
 * The line of a contact of an account, with the pointers by which it is found: each email, phone and mapping id names
 * one contact.
 */
import { madeAgain } from '../../../lib/business/repository/tombstone.ts';
import { contactTimes, contact as storedContact } from '../../../lib/contacts/contracts/stored-contact.ts';
import { derivedActions } from '../../../lib/contacts/repository/change.ts';
import {
  type Contact,
  type ContactOwner,
  contactItem,
  contactsPartition,
} from '../../../lib/contacts/repository/contact.ts';
import { contactEntity } from '../../../lib/contacts/repository/contact-entities.ts';
import { erasureKey } from '../../../lib/contacts/repository/erasure.ts';
import { type PointerChanges, pointerChanges, pointersOf } from '../../../lib/contacts/repository/pointers.ts';
import { contactTombstoneKey } from '../../../lib/contacts/repository/tombstone.ts';
import { isObject, type JsonObject } from '../../../lib/contract/coercion.ts';
import { MOST_ACTIONS } from '../../../lib/dynamodb/client/call.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyOf, updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import { isOwn } from '../sent-writes.ts';
import { asLoaded, IF_NEW, type Step, stepTo, written } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused, type Written } from './line.ts';
import { inUtc } from './times.ts';

/** How often the contact is read again when others change it meanwhile. */
const ATTEMPTS = 5;

const taken = (field: string) => refused(`contact ${field} belongs to another contact of the account`);

/** Checks whether a pointer leads to another contact already, as far as a dry run can see. */
const lookForTaken = async (
  { table }: LoadContext,
  id: number,
  pointers: PointerChanges['set'],
): Promise<string | undefined> => {
  const keyed = pointers.map(({ action, field }) => ({ key: keyOf(action.Put.Item), field }));
  const items = await table.batchGet(keyed.map(({ key }) => key));
  const others = new Set(items.filter(({ contactId }) => contactId !== id).map(({ pk }) => pk));
  return keyed.find(({ key }) => others.has(key.pk))?.field;
};

const itemAction = (found: Item | undefined, fresh: Item, { changes }: Step, context: LoadContext): Action =>
  found && changes
    ? updateAction(found, changes, { quiet: !context.events })
    : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } };

/**
 * Requires that no contact of this id was deleted, or removes the tombstone of its deletion: the next deletion writes
 * its own.
 */
const unlessDeleted = (owner: ContactOwner, id: number, tombstone: Item | undefined): Action => {
  const Key = contactTombstoneKey(owner, id);
  return tombstone
    ? {
        Delete: {
          Key,
          ConditionExpression: 'p0 = :mark',
          ExpressionAttributeValues: { ':mark': tombstone.p0 },
        },
      }
    : { ConditionCheck: { Key, ConditionExpression: IF_NEW } };
};

/** A contact without a time of creation gets that of its first load. */
const withAge = (contact: Contact, found: Item | undefined): Contact => {
  if (contact.createdAt !== undefined || contact.created !== undefined) return contact;
  const { createdAt = new Date().toISOString() } = (found?.contact ?? {}) as Partial<Contact>;
  return { ...contact, createdAt };
};

const writeContact = async (context: LoadContext, owner: ContactOwner, line: Contact): Promise<Written> => {
  const { table, dryRun } = context;
  const { id } = line;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [foundKey, leftKey] = [keyOf(contactItem(owner, line)), contactTombstoneKey(owner, id)];
    const there = await table.batchGet([foundKey, leftKey, erasureKey(owner, id)]);
    if (there.some(({ type }) => type === 'erasure')) return refused('the contact was erased for good');
    const [found, left] = [foundKey, leftKey].map(({ sk }) => there.find((item) => item.sk === sk));
    const contact = withAge(line, found);
    const made = contactItem(owner, contact);
    const fresh = left ? madeAgain(made, left) : made;
    const step = stepTo(found, fresh, context);
    if (found && !step.changes) return written(step);
    const before = found?.contact as Contact | undefined;
    const { set, givenUp } = pointerChanges(owner, before, contact, { complete: true });
    if (dryRun) {
      const field = await lookForTaken(context, id, set);
      return field === undefined ? written(step) : taken(field);
    }
    const actions = [
      itemAction(found, fresh, step, context),
      ...set.map(({ action }) => action),
      ...givenUp,
      ...derivedActions(owner, before, contact),
      ...(found ? [] : [unlessDeleted(owner, id, left)]),
    ];
    if (actions.length > MOST_ACTIONS)
      return refused(`contact.mappings must have at most ${MOST_ACTIONS - 10} items outside of cidBlocks`);
    const outcome = await table.transact(actions);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
    const [place = 0] = [...outcome.failed.keys()].filter((at) => at > 0 && at <= set.length);
    if (place > 0) return taken(set[place - 1]?.field ?? 'pointer');
  }
  throw new StoreUnavailable('other writers keep changing the contact');
};

/** The contact with its times in UTC, or which of them is invalid. */
const withTimes = (sent: JsonObject): Contact | Refused => {
  const contact = inUtc(sent, contactTimes, 'contact.');
  if ('refused' in contact || !isObject(sent.lastCheckIn)) return contact as Contact | Refused;
  const lastCheckIn = inUtc(sent.lastCheckIn, ['at'], 'contact.lastCheckIn.');
  return 'refused' in lastCheckIn ? (lastCheckIn as Refused) : ({ ...contact, lastCheckIn } as unknown as Contact);
};

export const contactLine: LineKind = {
  entity: contactEntity,
  pass: 2,
  schema: lineOf({ accountNumber: positive, contact: storedContact }),
  read(fields) {
    const { accountNumber, contact: sent } = fields as unknown as { accountNumber: number; contact: JsonObject };
    const contact = withTimes(sent);
    if ('refused' in contact) return contact as Refused;
    return {
      about: `contact ${contact.id} of account ${accountNumber}`,
      locks: pointersOf(contact).map(({ kind, value }) => `${accountNumber} ${kind} ${value}`),
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        return writeContact(context, { partnerId, accountNumber }, contact);
      },
    };
  },
  lineOf: ({ accountNumber, contact }) => ({ type: 'contact', accountNumber, contact }),
  ofAccount: (partnerId, accountNumber) => contactsPartition({ partnerId, accountNumber }),
};
