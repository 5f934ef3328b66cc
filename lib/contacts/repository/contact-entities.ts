/** What contacts and all that follows from them are made of (docs/engineers.md: contacts). */
import { REQUEST } from '../../campaigns/repository/request.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { ContactName, EraseFrom } from '../../dynamodb/table/erasure.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { erasedByEmail } from '../../employees/repository/employee.ts';
import { contactEvents, requestedEvents } from '../events.ts';
import { removeRest } from '../remove-rest.ts';
import { erasedWithContact } from './erased-with.ts';
import { isEnrolledIn, packedIndexAction } from './packed-index.ts';
import { contactsOfAccount, contactsOfLocation, optOutsOfAccount, packedIndexOfAccount } from './removal.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = { accountNumber: number, partnerId: text } as const;
const numbers = { type: 'array', items: number } as const;

/** The entry of a contact in an item that has many. */
const eraseEntry: EraseFrom<ContactName> = (item, contact) => {
  const { partnerId, accountNumber, contactId } = contact;
  const isOwn = item.partnerId === partnerId && item.accountNumber === accountNumber;
  return isOwn && isEnrolledIn(item, contactId)
    ? { what: 'entries of the packed index', actions: [packedIndexAction(contact, contactId, undefined)] }
    : undefined;
};

export const contactEntity: Entity = {
  type: 'contact',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>',
    sk: 'CONTACT',
    index: ['P#<partner>#ACCOUNT#<account>#CONTACTS', '<milliseconds of the last activity>#<id>'],
  },
  answers: 'Who is this contact? Which contacts does this account have, most recently active first?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contact', 'lastActivityAt', 'version', 'bytes', 'p0'],
    properties: {
      ...owned,
      contact: { type: 'object', required: ['id'], properties: { id: number, cidBlocks: numbers } },
      businessNumbers: numbers,
      name: text,
      email: text,
      phone: text,
      lastActivityAt: text,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: 'the command deletes it first, with what is written with it' },
  events: {
    sends: ['CONTACT_CREATED', 'CONTACT_UPDATED', 'CONTACT_DELETED', 'CONTACT_ACTIVITY_UPDATE'],
    of: contactEvents,
    whenDeleted: true,
    ofOthers: { [REQUEST]: requestedEvents },
  },
  counts: false,
  audit: { shows: 'names', id: ({ contact }) => (contact as { id?: number }).id },
  removal: { withLocation: contactsOfLocation, withAccount: contactsOfAccount },
};

export const contactPointerEntity: Entity = {
  type: 'contactPointer',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#EMAIL#<digest>, …#PHONE#<digest>, …#EXTERNAL#<digest>, …#CID#<digest>, …#CIDS#<digest>',
    sk: 'CONTACT',
  },
  answers: 'Who has this email, phone, external id, mapping id, thousand of mapping ids?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId'],
    properties: { ...owned, contactId: number },
  },
  exported: { with: 'contact' },
  personal: { identifies: true, erased: { contact: erasedWithContact('pointers') } },
  events: false,
  counts: false,
  audit: { not: 'follows from its contact' },
  removal: { withLocation: 'goes with the mapping of its contact', withAccount: 'goes with its contact' },
};

export const contactPackedIndexEntity: Entity = {
  type: 'contactPackedIndex',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#PACKED_INDEX', sk: '<rest of the id by 4096>' },
  answers: 'How many contacts does this account or location have, by day and kind, and which are on a page?',
  attributes: { type: 'object', required: ['accountNumber', 'partnerId'], properties: owned },
  exported: { with: 'contact' },
  personal: { identifies: false, erased: { contact: eraseEntry } },
  events: false,
  counts: false,
  audit: { not: 'follows from its contacts' },
  removal: { withLocation: 'is written with the mapping of the contact', withAccount: packedIndexOfAccount },
};

export const contactOptOutEntity: Entity = {
  type: 'contactOptOut',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#OPTOUTS#EMAIL, …#TEXT, …#BLOCKED',
    sk: '<milliseconds since when>#<id>',
  },
  answers: 'Who opted out of email or texts, or was blocked, in this period?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId'],
    properties: {
      ...owned,
      contactId: number,
      firstName: text,
      lastName: text,
      email: text,
      phone: text,
      businessNumbers: numbers,
    },
  },
  exported: { with: 'contact' },
  personal: { identifies: true, erased: { contact: erasedWithContact('opt-outs') } },
  events: false,
  counts: false,
  audit: { not: 'follows from its contact' },
  removal: { withLocation: 'is written with the mapping of the contact', withAccount: optOutsOfAccount },
};

/** Who served a contact who checked in. */
const eraseServant = erasedByEmail((item, isTheirs) => {
  const { employees = [] } = (item.details ?? {}) as { readonly employees?: readonly { readonly emailId?: unknown }[] };
  const left = employees.filter(({ emailId }) => !isTheirs(emailId));
  if (left.length === employees.length) return undefined;
  const Update = {
    Key: keyOf(item),
    UpdateExpression: 'SET details.employees = :left',
    ConditionExpression: 'details.employees = :found',
    ExpressionAttributeValues: { ':left': left, ':found': employees },
  };
  return { what: 'activities', actions: [{ Update }] };
});

export const contactActivityEntity: Entity = {
  type: 'contactActivity',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>', sk: 'ACTIVITY#<mark of the write>' },
  answers: 'What happened with this contact?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId', 'at', 'kinds', 'expiresAtSeconds'],
    properties: {
      ...owned,
      contactId: number,
      at: number,
      kinds: { type: 'array', items: text },
      details: { type: 'object' },
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within 400 days' },
  personal: { identifies: true, erased: { contact: erasedWithContact('activities'), employee: eraseServant } },
  events: false,
  counts: false,
  audit: { not: 'follows from its contact' },
  removal: { withLocation: 'stays with the contact', withAccount: 'goes with its contact' },
};

export const contactTombstoneEntity: Entity = {
  type: 'contactTombstone',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>', sk: 'DELETED' },
  answers: 'Which writes came before this contact was deleted? Does its activity still have to be removed?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId', 'version', 'p0', 'expiresAtSeconds'],
    properties: { ...owned, contactId: number, version: number, p0: text, rounds: number, expiresAtSeconds: number },
  },
  exported: { not: 'its record was deleted; it expires within 30 days' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'says who deleted its contact, whose entry shows that it is gone' },
  removal: { withLocation: 'is none of a location', withAccount: 'says that it is gone, and expires' },
  tombstone: {
    stands: ['contact'],
    standsFor: () => 'contact',
    keyOf: ({ pk }) => ({ pk, sk: 'DELETED' }),
    name: ({ contactId }) => `contact ${contactId}`,
    sweep: removeRest,
  },
};
