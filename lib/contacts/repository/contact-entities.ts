/** What contacts and their pointers are made of, and what becomes of them when what they belong to is deleted. */
import type { Item } from '../../dynamodb/attributes.ts';
import type { Deleted, Entity } from '../../dynamodb/entity.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { deletionOf, listedAt, updateAction } from '../../dynamodb/parts.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { type Contact, type ContactOwner, contactPointerKey, contactsPartition, mappedTo } from './contact.ts';
import { type Pointer, pointersOf } from './pointers.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = { accountNumber: number, partnerId: text } as const;

const ownerOf = ({ partnerId }: PartnerStore, { accountNumber }: Deleted): ContactOwner => ({
  partnerId,
  accountNumber,
});

const keyTo = (owner: ContactOwner, { kind, value }: Pointer) => contactPointerKey(owner, kind, value);

/** As many pointers are deleted at once. */
const CHUNK = 50;

/** Every contact of an account: its pointers first, by which it would not be known once it is gone. */
const ofAccount = async function* (store: PartnerStore, deleted: Deleted): AsyncGenerator<readonly Action[]> {
  const owner = ownerOf(store, deleted);
  for await (const keys of listedAt(store.table, contactsPartition(owner))) {
    for (const item of await store.table.batchGet(keys)) {
      const pointers = pointersOf(item.contact as Contact).map((each) => deletionOf(keyTo(owner, each)));
      for (let start = 0; start < pointers.length; start += CHUNK) yield pointers.slice(start, start + CHUNK);
      yield [deletionOf(item)];
    }
  }
};

interface Mapping {
  readonly cid: number;
  readonly businessNumber?: number;
}

/** A contact without its mappings to a location: a row of a data file that has them is new again. */
const withoutMappings = (item: Item, kept: readonly Mapping[]): Action => {
  const contact = { ...(item.contact as Contact), mappings: kept };
  const wasLoaded = item.loadedVersion !== undefined && item.loadedVersion === item.version;
  return updateAction(item, {
    contact,
    businessNumbers: mappedTo(contact) ?? null,
    ...(wasLoaded && { loadedVersion: Number(item.version) + 1 }),
  });
};

/** The deletion of a pointer, unless it leads to another contact by now. */
const ownPointer = ({ pk, sk }: Item, contactId: number): Action => ({
  Delete: {
    Key: { pk: String(pk), sk: String(sk) },
    ConditionExpression: 'contactId = :id',
    ExpressionAttributeValues: { ':id': contactId },
  },
});

/** The contacts that are mapped to a location: they lose the mappings, with the pointers of those, and stay. */
const ofLocation = async function* (store: PartnerStore, deleted: Deleted): AsyncGenerator<readonly Action[]> {
  const { table } = store;
  const owner = ownerOf(store, deleted);
  const containing = { attribute: 'businessNumbers', value: deleted.number };
  for await (const keys of listedAt(table, contactsPartition(owner), { containing })) {
    for (const item of await table.batchGet(keys)) {
      const { id, mappings = [] } = item.contact as Contact & { readonly mappings?: readonly Mapping[] };
      const kept = mappings.filter(({ businessNumber }) => businessNumber !== deleted.number);
      if (kept.length === mappings.length) continue;
      const cids = new Set(kept.map(({ cid }) => cid));
      const lost = [...new Set(mappings.map(({ cid }) => cid))].filter((cid) => !cids.has(cid));
      const pointers = await table.batchGet(lost.map((cid) => contactPointerKey(owner, 'CID', cid)));
      const own = pointers.filter(({ contactId }) => contactId === id).map((pointer) => ownPointer(pointer, id));
      for (let start = CHUNK - 1; start < own.length; start += CHUNK) yield own.slice(start, start + CHUNK);
      yield [withoutMappings(item, kept), ...own.slice(0, CHUNK - 1)];
    }
  }
};

export const contactEntity: Entity = {
  type: 'contact',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>',
    sk: 'CONTACT',
    index: ['P#<partner>#ACCOUNT#<account>#CONTACTS', '<id>'],
  },
  answers: 'Who is this contact? Which contacts has this account, which of them are mapped to this location?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contact', 'version', 'bytes', 'p0'],
    properties: {
      ...owned,
      contact: { type: 'object', required: ['id'], properties: { id: number } },
      businessNumbers: { type: 'array', items: number },
    },
  },
  exported: 'line',
  personal: true,
  removal: { withLocation: ofLocation, withAccount: ofAccount },
};

export const contactPointerEntity: Entity = {
  type: 'contactPointer',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#EMAIL#<digest>, …#PHONE#<digest>, …#CID#<digest>', sk: 'CONTACT' },
  answers: 'Who has this email, phone, mapping id?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId'],
    properties: { ...owned, contactId: number },
  },
  exported: { with: 'contact' },
  personal: true,
  removal: { withLocation: 'goes with the mapping of its contact', withAccount: 'goes with its contact' },
};
