/** Writes one record of an operator's data, if it is new and what it belongs to is there. */
import { hash } from 'node:crypto';
import { businessItem } from '../../../lib/business/repository/business.ts';
import { type Contact, type ContactOwner, contactItem, pointerItem } from '../../../lib/contacts/repository/contact.ts';
import { emailKey, phoneKey } from '../../../lib/contacts/rules/contact-lookup.ts';
import { indexKeys, type Key, keys } from '../../../lib/dynamodb/keys.ts';
import { type Item, ItemTooLarge, type Table } from '../../../lib/dynamodb/table.ts';
import { menuItem } from '../../../lib/menus/repository/menu.ts';
import { apiKeyItem, keyHash } from '../../../lib/partners/repository/api-key.ts';
import type { DataRecord } from './records.ts';

/** What became of a record. */
export type Written = 'loaded' | 'unchanged' | { readonly refused: string };

/** The value of the metering key of a partner and plan, made on first need. */
export type MeteringKeys = (partnerId: string, plan: string) => Promise<string>;

const refused = (reason: string): Written => ({ refused: reason });

/**
 * Marks an item with a digest of the record it came from, by which the next load of that record knows it. The owners are
 * part of it, as they are of the item: where an account changes hands, all that is in it follows with the next load.
 */
const digest = (record: DataRecord, { partnerId, accountNumber }: Item): string =>
  hash('sha256', JSON.stringify([record, partnerId, accountNumber]), 'base64url');

const NOT_LOADED = '(attribute_not_exists(pk) OR attribute_not_exists(loadedHash) OR loadedHash <> :hash)';

/** The phone, email and mapping ids by which a contact is found, with the field that gave each. */
const pointersOf = (
  accountNumber: number,
  contact: Contact,
): Map<string, { readonly key: Key; readonly field: string }> => {
  const pointers = new Map<string, { readonly key: Key; readonly field: string }>();
  const add = (key: Key, field: string) => pointers.set(key.pk, { key, field });
  if (contact.email) add(keys.contactByEmail(accountNumber, emailKey(String(contact.email))), 'email');
  const phone = phoneKey(String(contact.phone ?? ''), String(contact.countryCode ?? 'US'));
  if (phone) add(keys.contactByPhone(accountNumber, phone), 'phone');
  for (const { cid } of (contact.mappings ?? []) as readonly { cid: number }[]) {
    add(keys.contactByCid(accountNumber, cid), `cid ${cid}`);
  }
  return pointers;
};

/** What a record writes, in words that two records share where one must not overtake the other. */
export const claimsOf = (record: DataRecord): readonly string[] => {
  switch (record.type) {
    case 'partner':
      return [record.partnerId];
    case 'apiKey':
      return [record.key];
    case 'account':
      return [`account ${record.accountNumber}`];
    case 'business':
      return [`business ${record.businessNumber}`];
    case 'menu':
      return [`menu ${record.businessNumber}`];
    case 'competitor':
      return [`competitor ${record.compAccountId}`];
    case 'contact': {
      const { accountNumber, contact } = record;
      return [keys.contact(accountNumber, contact.id).pk, ...pointersOf(accountNumber, contact).keys()];
    }
  }
};

/** DynamoDB takes 100 actions in a transaction: the contact, its pointers, and those that it gives up. */
const MOST_ACTIONS = 100;

/** Owners that are remembered at once, so that memory does not grow with the file. */
const MOST_REMEMBERED = 10_000;

/**
 * @param options.table - where to write
 * @param options.plans - the names of the usage plans
 * @param options.meteringKeys - the metering key of a partner and plan
 */
export const recordWriter = ({
  table,
  plans,
  meteringKeys,
}: {
  readonly table: Table;
  readonly plans: readonly string[];
  readonly meteringKeys: MeteringKeys;
}): ((record: DataRecord) => Promise<Written>) => {
  // Partners and accounts are few and each is asked for by many records.
  const partners = new Map<string, Promise<Item | undefined>>();
  const accounts = new Map<number, Promise<Item | undefined>>();
  const remembered = <Id>(known: Map<Id, Promise<Item | undefined>>, id: Id, key: Key) => {
    const there = known.get(id);
    if (there) return there;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const item = table.get(key);
    known.set(id, item);
    // A failure is not remembered: the next try asks again.
    item.catch(() => known.delete(id));
    return item;
  };
  const partner = (partnerId: string) => remembered(partners, partnerId, keys.partner(partnerId));
  const account = (accountNumber: number) => remembered(accounts, accountNumber, keys.account(accountNumber));

  const put = async (item: Item, record: DataRecord): Promise<Written> => {
    const loadedHash = digest(record, item);
    const outcome = await table.put({
      Item: { ...item, loadedHash },
      ConditionExpression: NOT_LOADED,
      ExpressionAttributeValues: { ':hash': loadedHash },
    });
    return outcome ? 'unchanged' : 'loaded';
  };

  /** A secret stays with the partner that it was given to: two partners under one key would see each other's data. */
  const putApiKey = async (item: Item, record: DataRecord): Promise<Written> => {
    const loadedHash = digest(record, item);
    const outcome = await table.put({
      Item: { ...item, loadedHash },
      ConditionExpression: `${NOT_LOADED} AND (attribute_not_exists(pk) OR partnerId = :partner)`,
      ExpressionAttributeValues: { ':hash': loadedHash, ':partner': item.partnerId },
    });
    if (!outcome) return 'loaded';
    return outcome.item?.partnerId === item.partnerId ? 'unchanged' : refused('key belongs to another partner');
  };

  const ownerOf = async (accountNumber: number): Promise<ContactOwner | undefined> => {
    const item = await account(accountNumber);
    return item && { accountNumber, partnerId: item.partnerId as string };
  };

  const putContact = async (owner: ContactOwner, contact: Contact, record: DataRecord): Promise<Written> => {
    const { accountNumber } = owner;
    const current = await table.get(keys.contact(accountNumber, contact.id));
    const item = contactItem(owner, contact);
    const loadedHash = digest(record, item);
    if (current?.loadedHash === loadedHash) return 'unchanged';
    const pointers = pointersOf(accountNumber, contact);
    const givenUp = [...pointersOf(accountNumber, (current?.contact ?? { id: contact.id }) as Contact).values()].filter(
      ({ key }) => !pointers.has(key.pk),
    );
    const TableName = table.name;
    const ours = {
      ConditionExpression: 'attribute_not_exists(pk) OR contactId = :id',
      ExpressionAttributeValues: { ':id': contact.id },
    };
    const actions = [
      { Put: { TableName, Item: { ...item, loadedHash } } },
      ...[...pointers.values()].map(({ key }) => ({
        Put: { TableName, Item: pointerItem(owner, key, contact.id), ...ours },
      })),
      ...givenUp.map(({ key }) => ({ Delete: { TableName, Key: key, ...ours } })),
    ];
    if (actions.length > MOST_ACTIONS) return refused(`contact.mappings must have at most ${MOST_ACTIONS - 3} items`);
    const outcome = await table.transact(actions);
    if (!outcome) return 'loaded';
    const taken = [...pointers.values()][(outcome.failed[0] ?? 1) - 1];
    return refused(`contact ${taken?.field ?? ''} belongs to another contact of the account`);
  };

  const write = async (record: DataRecord): Promise<Written> => {
    switch (record.type) {
      case 'partner': {
        const { type, partnerId, name } = record;
        return put({ type, partnerId, name, ...keys.partner(partnerId) }, record);
      }
      case 'account': {
        const { type, accountNumber, partnerId, name } = record;
        if (!(await partner(partnerId))) return refused(`partner ${partnerId} does not exist`);
        const index = indexKeys.account(partnerId, accountNumber);
        return put({ type, accountNumber, partnerId, name, ...keys.account(accountNumber), ...index }, record);
      }
      case 'apiKey': {
        const { partnerId, key, plan, expiresAt, revoked } = record;
        if (!(await partner(partnerId))) return refused(`partner ${partnerId} does not exist`);
        if (!plans.includes(plan)) return refused(`usage plan ${plan} does not exist: use ${plans.join(', ')}`);
        const meteringKey = await meteringKeys(partnerId, plan);
        const state = { ...(expiresAt && { expiresAt }), ...(revoked !== undefined && { revoked }) };
        return putApiKey(apiKeyItem(keyHash(key), { partnerId, plan, meteringKey, ...state }), record);
      }
      case 'business': {
        const { type, listingFixed = false, ...business } = record;
        const owner = await ownerOf(record.accountNumber);
        if (!owner) return refused(`account ${record.accountNumber} does not exist`);
        // A version that no earlier record of this number had: an update judged on that one can't pass on this one.
        return put(businessItem({ ...business, ...owner, listingFixed, version: Date.now() }), record);
      }
      case 'contact': {
        const owner = await ownerOf(record.accountNumber);
        if (!owner) return refused(`account ${record.accountNumber} does not exist`);
        return putContact(owner, record.contact, record);
      }
      case 'competitor': {
        const { type, compAccountId, accountNumber, name } = record;
        const owner = await ownerOf(accountNumber);
        if (!owner) return refused(`account ${accountNumber} does not exist`);
        const index = indexKeys.competitor(accountNumber, compAccountId);
        return put({ type, compAccountId, name, ...owner, ...keys.competitor(compAccountId), ...index }, record);
      }
      case 'menu': {
        const { businessNumber, menu } = record;
        const business = await table.get(keys.business(businessNumber));
        if (!business) return refused(`business ${businessNumber} does not exist`);
        const owner = { accountNumber: business.accountNumber as number, partnerId: business.partnerId as string };
        return put(menuItem({ businessNumber, ...owner, record: menu }), record);
      }
    }
  };

  return async (record) => {
    try {
      return await write(record);
    } catch (error) {
      if (error instanceof ItemTooLarge) return refused('the record is larger than 400 KB');
      throw error;
    }
  };
};
