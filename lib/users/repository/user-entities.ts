/** What is said of the items of users (lib/entities.ts). */
import type { Entity } from '../../dynamodb/entity.ts';
import { countsOfAccount, usersOfAccount, usersOfLocation } from './removal.ts';
import { ROLES } from './user.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const personEntity: Entity = {
  type: 'person',
  keys: { pk: 'P#<partner>#PERSON#<digest of the email>', sk: 'PERSON' },
  answers: 'Who has this email, and on how many accounts are they?',
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
  personal: true,
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
  answers: 'What may this person do on this account? On which accounts are they, and who is on this account?',
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
      version: number,
      p0: text,
    },
  },
  exported: 'line',
  personal: true,
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
  personal: true,
  audit: { not: 'follows from the person' },
  removal: { withLocation: 'is none of a location', withAccount: 'goes with the person' },
};

export const userCountsEntity: Entity = {
  type: 'userCounts',
  keys: { pk: 'P#<partner>#ACCOUNT#<account>#USERS', sk: 'COUNTS' },
  answers: 'How many users has this account, and how many owners?',
  attributes: {
    type: 'object',
    required: ['userCount', 'ownerCount'],
    properties: { userCount: { type: 'integer', minimum: 0 }, ownerCount: { type: 'integer', minimum: 0 } },
  },
  exported: { with: 'user' },
  personal: false,
  audit: { not: 'follows from the users' },
  removal: { withLocation: 'is none of a location', withAccount: countsOfAccount },
};

export const userTombstoneEntity: Entity = {
  type: 'userTombstone',
  keys: { pk: 'P#<partner>#PERSON#<digest of the email>', sk: 'ACCOUNT#<account>' },
  answers: 'Which writes were there before this user was removed?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'accountNumber', 'version', 'p0', 'expiresAtSeconds'],
    properties: { partnerId: text, accountNumber: number, version: number, p0: text, expiresAtSeconds: number },
  },
  exported: { not: 'the user is gone; it expires within 30 days' },
  personal: false,
  audit: 'names',
  removal: { withLocation: 'is none of a location', withAccount: 'says that the user is gone, and expires' },
};
