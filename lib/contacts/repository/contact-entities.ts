/** What contacts and all that follows from them are made of (docs/engineers.md: contacts). */
import type { Entity } from '../../dynamodb/entity.ts';
import { contactsOfAccount, contactsOfLocation, optOutsOfAccount, rosterOfAccount } from './removal.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;
const owned = { accountNumber: number, partnerId: text } as const;
const numbers = { type: 'array', items: number } as const;

export const contactEntity: Entity = {
  type: 'contact',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>',
    sk: 'CONTACT',
    index: ['P#<partner>#ACCOUNT#<account>#CONTACTS', '<milliseconds of the last activity>#<id>'],
  },
  answers: 'Who is this contact? Which contacts has this account, the last active ones first?',
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
  personal: true,
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
  personal: true,
  audit: { not: 'follows from its contact' },
  removal: { withLocation: 'goes with the mapping of its contact', withAccount: 'goes with its contact' },
};

export const contactRosterEntity: Entity = {
  type: 'contactRoster',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#ROSTER', sk: '<rest of the id by 4096>' },
  answers: 'How many contacts has this account or location, of which days and kinds, and which are on a page?',
  attributes: { type: 'object', required: ['accountNumber', 'partnerId'], properties: owned },
  exported: { with: 'contact' },
  personal: false,
  audit: { not: 'follows from its contacts' },
  removal: { withLocation: 'is written with the mapping of the contact', withAccount: rosterOfAccount },
};

export const contactOptOutEntity: Entity = {
  type: 'contactOptOut',
  keys: {
    pk: 'P#<partner>#ACCOUNT#<account>#OPTOUTS#EMAIL, …#TEXT, …#BLOCKED',
    sk: '<milliseconds since when>#<id>',
  },
  answers: 'Who has opted out of email or texts, or was blocked, in this time?',
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
  personal: true,
  audit: { not: 'follows from its contact' },
  removal: { withLocation: 'is written with the mapping of the contact', withAccount: optOutsOfAccount },
};

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
  personal: true,
  audit: { not: 'follows from its contact' },
  removal: { withLocation: 'stays with the contact', withAccount: 'goes with its contact' },
};

export const contactTombstoneEntity: Entity = {
  type: 'contactTombstone',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#CONTACT#<id>', sk: 'DELETED' },
  answers: 'Which writes were there before this contact was deleted? Is its activity left to be removed?',
  attributes: {
    type: 'object',
    required: ['accountNumber', 'partnerId', 'contactId', 'version', 'p0', 'expiresAtSeconds'],
    properties: { ...owned, contactId: number, version: number, p0: text, rounds: number, expiresAtSeconds: number },
  },
  exported: { not: 'its record is gone; it expires within 30 days' },
  personal: false,
  audit: { not: 'tells who deleted where its contact shows that it is gone' },
  removal: { withLocation: 'is none of a location', withAccount: 'says that it is gone, and expires' },
};
