/** The entities of users (lib/entities.ts). */
import type { Entity } from '../../dynamodb/table/entity.ts';
import type { EraseFrom, UserName } from '../../dynamodb/table/erasure.ts';
import { deletionOf } from '../../dynamodb/writes/dependent-items.ts';
import { personEvents, userEvents } from '../events.ts';
import { countsAction, countsAdded } from './change.ts';
import { countsOfAccount, usersOfAccount, usersOfLocation } from './removal.ts';
import { isUser, ROLES, userFrom } from './user.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/**
 * Erases an item that no key leads to, as it was restored from the middle of a write. The command deletes all others
 * first.
 */
const eraseStray: EraseFrom<UserName> = (item, { partnerId, userId }) => {
  if (item.partnerId !== partnerId || item.userId !== userId) return undefined;
  const counts = isUser(item) ? countsAction(userFrom(item), countsAdded(userFrom(item), undefined), true) : [];
  return { what: 'strays', actions: [deletionOf(item), ...counts] };
};

export const personEntity: Entity = {
  type: 'person',
  keys: { pk: 'P#<partner>#PERSON#<digest of the email>', sk: 'PERSON' },
  answers: 'Who has this email, and access to how many accounts?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'userId', 'emailId', 'accounts', 'version', 'bytes', 'p0'],
    properties: {
      partnerId: text,
      userId: number,
      emailId: text,
      firstName: text,
      lastName: text,
      phone: text,
      accounts: { type: 'integer', minimum: 0 },
      version: number,
      p0: text,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: { user: eraseStray } },
  events: { by: 'user' },
  counts: false,
  audit: { shows: 'names', id: ({ userId }) => userId },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with the last user' },
};

export const userEntity: Entity = {
  type: 'user',
  keys: {
    pk: 'P#<partner>#PERSON#<digest of the email>',
    sk: 'ACCOUNT#<account>',
    index: ['P#<partner>#ACCOUNT#<account>#USERS', '<milliseconds of the creation>#<user id>'],
  },
  answers: 'What may this person do on this account? Which accounts can they access, and who can access this account?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'userId', 'emailId', 'userRole', 'access', 'createdAt', 'version', 'p0'],
    properties: {
      partnerId: text,
      accountNumber: number,
      userId: number,
      emailId: text,
      userRole: { enum: ROLES },
      access: { enum: ['all', 'listed'] },
      businessNumbers: { type: 'array', items: number },
      notification: { type: 'object' },
      createdAt: text,
      invited: { const: true },
      // Details of the person that the write with this mark changed too.
      changed: { type: 'array', items: text },
      changedMark: text,
      version: number,
      p0: text,
    },
  },
  exported: 'line',
  personal: { identifies: true, erased: { user: eraseStray } },
  events: {
    sends: ['USER_INVITED', 'USER_UPDATED'],
    of: userEvents,
    ofOthers: { userTombstone: userEvents },
    composed: { person: personEvents },
  },
  counts: false,
  audit: { shows: 'names', id: ({ userId }) => userId },
  removal: { withLocation: usersOfLocation, withAccount: usersOfAccount },
};

export const userIdEntity: Entity = {
  type: 'userId',
  keys: { pk: 'P#<partner>#USERID#<user id>', sk: 'USERID' },
  answers: 'Who has this user id?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'userId', 'personKey'],
    properties: { partnerId: text, userId: number, personKey: text },
  },
  exported: { with: 'person' },
  personal: { identifies: true, erased: { user: eraseStray } },
  events: false,
  counts: false,
  audit: { not: 'follows from the person' },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with the person' },
};

export const userCountsEntity: Entity = {
  type: 'userCounts',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#USERS', sk: 'COUNTS' },
  answers: 'How many users and owners does this account have?',
  attributes: {
    type: 'object',
    required: ['userCount', 'ownerCount'],
    properties: { userCount: { type: 'integer', minimum: 0 }, ownerCount: { type: 'integer', minimum: 0 } },
  },
  exported: { with: 'user' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from the users' },
  removal: { withLocation: 'is none of a location', withAccount: countsOfAccount },
};

export const userTombstoneEntity: Entity = {
  type: 'userTombstone',
  keys: { pk: 'P#<partner>#PERSON#<digest of the email>', sk: 'ACCOUNT#<account>' },
  answers: 'Which writes came before this user was removed?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'version', 'p0', 'expiresAtSeconds'],
    properties: { partnerId: text, accountNumber: number, version: number, p0: text, expiresAtSeconds: number },
  },
  exported: { not: 'the user was removed; it expires within 30 days' },
  personal: false,
  events: { by: 'user' },
  counts: false,
  audit: 'names',
  removal: { withLocation: 'is none of a location', withAccount: 'says that the user is gone, and expires' },
  tombstone: { inPlaceOf: 'user' },
};
