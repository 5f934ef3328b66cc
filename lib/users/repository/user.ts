/**
 * Users: people of a partner's customers. A person is one item, whatever number of accounts they are on, and each of these
 * accounts another one beside it (docs/engineers.md: users).
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { itemOf } from '../../dynamodb/entity.ts';
import { expiryAfter } from '../../dynamodb/expiry.ts';
import { digest, type Key, ofPartner } from '../../dynamodb/keys.ts';
import { firstMark, markAttributes, marksOf } from '../../dynamodb/marks.ts';
import { recordBytes } from '../../dynamodb/record-size.ts';

/** What a person may do, the most first. */
export const ROLES = ['owner', 'admin', 'editor', 'viewer'] as const;
export type UserRole = (typeof ROLES)[number];

/** Names and phone that are left out are empty. */
export interface PersonDetails {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly phone?: string;
}

export interface Person extends PersonDetails {
  readonly partnerId: string;
  readonly userId: number;
  /** As it was sent first; compared without case. */
  readonly emailId: string;
}

export interface StoredPerson extends Person {
  /** On how many accounts. With none there is no such user. */
  readonly accounts: number;
  readonly item: Item;
}

/** Flags 0 and 1, and texts, by name. */
export type Notification = Readonly<Record<string, string | number>>;

/** A person on an account. */
export interface User {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly userId: number;
  readonly emailId: string;
  readonly userRole: UserRole;
  /** Which locations; `all` also of those that are created later. A list may have become empty, and grants nothing then. */
  readonly access: 'all' | readonly number[];
  readonly notification?: Notification;
  /** ISO 8601, in UTC. */
  readonly createdAt: string;
  /** Whether those who subscribed are to invite them. */
  readonly invited: boolean;
}

export interface StoredUser extends User {
  readonly item: Item;
}

/** Emails are compared without case. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Where all lies that is known of the person of an email. */
const personPartition = (partnerId: string, email: string): string =>
  ofPartner(partnerId, 'PERSON', digest(partnerId, emailKey(email)));

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

/** Where the index lists the users of an account. */
export const usersPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'USERS');

export const userCountsKey = (partnerId: string, accountNumber: number): Key => ({
  pk: usersPartition(partnerId, accountNumber),
  sk: 'COUNTS',
});

/** A new item for a person who is on so many accounts. */
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

/** The person that an item holds: the opposite of `personItem`. */
export const personFrom = (item: Item): StoredPerson => ({
  partnerId: String(item.partnerId),
  userId: Number(item.userId),
  emailId: String(item.emailId),
  ...detailsIn(item),
  accounts: Number(item.accounts ?? 0),
  item,
});

/** Leads from a user id to the person: the email's digest, which stands in its key. */
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
  // The index holds it: what is deleted is found by it.
  businessNumbers: access === 'all' ? null : [...access],
  notification: notification ?? null,
});

const withoutNull = (fields: Item): Item =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** A new item for a user. */
export const userItem = (user: User): Item => {
  const { partnerId, accountNumber, userId, emailId, createdAt, invited } = user;
  const own = { partnerId, accountNumber, userId, emailId, createdAt, ...(invited && { invited }) };
  const record = { ...own, ...withoutNull(userChanges(user)) };
  return itemOf(
    'user',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...userKey(partnerId, accountNumber, emailId),
      gsi1pk: usersPartition(partnerId, accountNumber),
      gsi1sk: `${String(Date.parse(createdAt)).padStart(13, '0')}#${userId}`,
    },
  );
};

export const isUser = (item: Item | undefined): item is Item => item?.type === 'user';

/** The user that an item holds: the opposite of `userItem`. */
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

/** Longer than any late try lives. */
const KEPT_SECONDS = 30 * 24 * 3600;

const oneWriteLater = (item: Item, mark: string): Item => ({
  ...Object.fromEntries(
    [mark, ...marksOf(item)].slice(0, markAttributes.length).map((each, index) => [markAttributes[index]!, each]),
  ),
  version: Number(item.version ?? 0) + 1,
});

/**
 * What takes a user's place who was removed: marks and version, so that who comes back goes on above them
 * (docs/writing-once.md). It holds nothing of the person.
 */
export const userTombstone = (item: Item, mark: string): Item =>
  itemOf(
    'userTombstone',
    {
      partnerId: item.partnerId,
      accountNumber: item.accountNumber,
      ...oneWriteLater(item, mark),
      expiresAtSeconds: expiryAfter(KEPT_SECONDS),
    },
    { pk: item.pk, sk: item.sk },
  );

/** A new item as the next write of what stands there, under this mark. */
export const nextAfter = (fresh: Item, left: Item | undefined, mark: string): Item => ({
  ...fresh,
  ...(left ? oneWriteLater(left, mark) : { p0: mark, version: 1 }),
});
