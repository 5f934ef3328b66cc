/**
 * Users: people of a partner's customers. A person is one item, and each account that they are on is another item next
 * to it, the user (docs/engineers.md: users).
 */
import { changedPaths } from '../../contract/changed-paths.ts';
import { caseKey } from '../../contract/text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { expiryAfter, TOMBSTONE_SECONDS } from '../../dynamodb/table/expiry.ts';
import { withChanges } from '../../dynamodb/table/expressions.ts';
import { digest, type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark, oneWriteLater } from '../../dynamodb/writes/marks.ts';

/** The roles, from the most rights to the fewest. */
export const ROLES = ['owner', 'admin', 'editor', 'viewer'] as const;
export type UserRole = (typeof ROLES)[number];

/** Absent names and phones are empty. */
export interface PersonDetails {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phone?: string;
}

export interface Person extends PersonDetails {
  readonly partnerId: string;
  readonly userId: number;
  /** As it was first sent; compared without case. */
  readonly emailId: string;
}

export interface StoredPerson extends Person {
  /** The number of accounts that the person is on; with 0 there is no such user. */
  readonly accounts: number;
  readonly item: Item;
}

/** Settings by name: flags as 0 and 1, and texts. */
export type Notification = Readonly<Record<string, string | number>>;

/** A person on an account. */
export interface User {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly userId: number;
  readonly emailId: string;
  readonly userRole: UserRole;
  /** The locations; `all` includes those that are created later. An empty list grants access to nothing. */
  readonly access: 'all' | readonly number[];
  readonly notification?: Notification;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  /** Whether subscribers are asked to invite them. */
  readonly invited: boolean;
}

export interface StoredUser extends User {
  readonly item: Item;
}

/** The partition of the person with an email, and of their users. */
const personPartition = (partnerId: string, email: string): string =>
  ofPartner(partnerId, 'PERSON', digest(partnerId, caseKey(email)));

export const personKey = (partnerId: string, email: string): Key => ({
  pk: personPartition(partnerId, email),
  sk: 'PERSON',
});

export const USER_PREFIX = 'ACCOUNT#';

export const userKey = (partnerId: string, accountNumber: number, email: string): Key => ({
  pk: personPartition(partnerId, email),
  sk: `${USER_PREFIX}${accountNumber}`,
});

export const userIdKey = (partnerId: string, userId: number): Key => ({
  pk: ofPartner(partnerId, 'USERID', userId),
  sk: 'USERID',
});

/** The partition of the index that lists the users of an account. */
export const usersPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'USERS');

export const userCountsKey = (partnerId: string, accountNumber: number): Key => ({
  pk: usersPartition(partnerId, accountNumber),
  sk: 'COUNTS',
});

/** A new item for a person. */
export const personItem = (person: Person, accounts: number): Item => {
  const record = { ...person, accounts };
  return itemOf(
    'person',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    personKey(person.partnerId, person.emailId),
  );
};

const DETAILS = ['firstName', 'lastName', 'phone'] as const satisfies readonly (keyof PersonDetails)[];

export const detailsIn = (fields: Readonly<Record<string, unknown>>): PersonDetails =>
  Object.fromEntries(DETAILS.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])));

/** Names of the details that differ. */
export const changedDetails = (before: PersonDetails | Item, after: PersonDetails | Item): readonly string[] =>
  changedPaths({ ...detailsIn({ ...before }) }, { ...detailsIn({ ...after }) }, new Set());

/** The person in an item: the opposite of `personItem`. */
export const personFrom = (item: Item): StoredPerson => ({
  partnerId: String(item.partnerId),
  userId: Number(item.userId),
  emailId: String(item.emailId),
  ...detailsIn(item),
  accounts: Number(item.accounts ?? 0),
  item,
});

/** The item that leads from a user id to the person, whose key contains the digest of the email. */
export const userIdItem = ({ partnerId, userId, emailId }: Person): Item =>
  itemOf('userId', { partnerId, userId, personKey: personKey(partnerId, emailId).pk }, userIdKey(partnerId, userId));

/** The attributes of a user that updates change; `null` removes one. */
export const userChanges = ({
  userRole,
  access,
  notification,
}: Pick<User, 'userRole' | 'access' | 'notification'>): Item => ({
  userRole,
  access: access === 'all' ? 'all' : 'listed',
  // Part of the index, by which the users of a deleted location are found.
  businessNumbers: access === 'all' ? null : [...access],
  notification: notification ?? null,
});

/** A new item for a user. */
export const userItem = (user: User): Item => {
  const { partnerId, accountNumber, userId, emailId, createdAt, invited } = user;
  const own = { partnerId, accountNumber, userId, emailId, createdAt, ...(invited && { invited }) };
  const record = withChanges(own, userChanges(user));
  return itemOf(
    'user',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...userKey(partnerId, accountNumber, emailId),
      gsi1pk: usersPartition(partnerId, accountNumber),
      gsi1sk: `${sortableTime(Date.parse(createdAt))}#${userId}`,
    },
  );
};

export const isUser = (item: Item | undefined): item is Item => item?.type === 'user';

/** The user in an item: the opposite of `userItem`. */
export const userFrom = (item: Item): StoredUser => ({
  partnerId: String(item.partnerId),
  accountNumber: Number(item.accountNumber),
  userId: Number(item.userId),
  emailId: String(item.emailId),
  userRole: item.userRole as UserRole,
  access: item.access === 'all' ? 'all' : ((item.businessNumbers ?? []) as readonly number[]),
  ...(item.notification !== undefined && { notification: item.notification as Notification }),
  createdAt: String(item.createdAt),
  invited: item.invited === true,
  item,
});

/**
 * The tombstone of a removed user: marks and version, from which a user who comes back goes on (docs/writing-once.md).
 * It holds no data of the person.
 */
export const userTombstone = (item: Item, mark: string): Item =>
  itemOf(
    'userTombstone',
    {
      partnerId: item.partnerId,
      accountNumber: item.accountNumber,
      ...oneWriteLater(item, mark),
      expiresAtSeconds: expiryAfter(TOMBSTONE_SECONDS),
    },
    { pk: item.pk, sk: item.sk },
  );

/** A new item as the next write of the item that it replaces, with this mark. */
export const nextAfter = (fresh: Item, left: Item | undefined, mark: string): Item => ({
  ...fresh,
  ...(left ? oneWriteLater(left, mark) : { p0: mark, version: 1 }),
});
