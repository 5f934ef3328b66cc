/** What each write of users makes of what is there. Pure, but for what is drawn. */
import { drawNumber } from '../business/repository/creation.ts';
import * as errors from '../contract/error-rows.ts';
import type { Changes } from '../contract/fields.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { detailsIn, type Notification, type PersonDetails, type User, type UserRole } from './repository/user.ts';
import { sortedLocations } from './rules/roles.ts';
import type { UserCommand, Wanted } from './write.ts';

export interface NewUser extends PersonDetails {
  readonly userEmailId: string;
  readonly userRole: UserRole;
  readonly sendInvite?: boolean;
  readonly locationsNumberAccess?: readonly number[];
}

export const newUser =
  (partnerId: string, body: NewUser): UserCommand['make'] =>
  ({ user, person }, accountNumber): Wanted => {
    const { userEmailId, userRole, sendInvite = true, locationsNumberAccess: listed } = body;
    // Who is known keeps the spelling of the email, too.
    const { userId = drawNumber(), emailId = userEmailId } = person ?? {};
    const named = sortedLocations(listed ?? []);
    const after: User = {
      partnerId,
      accountNumber,
      userId,
      emailId,
      userRole,
      access: listed ? named : 'all',
      createdAt: new Date(clock.now()).toISOString(),
      invited: sendInvite,
    };
    const who = { ...(person && detailsIn(person as never)), ...detailsIn(body as never), partnerId, userId, emailId };
    return { after, who, named, ...(user && { late: errors.userExists }) };
  };

/** The fields of an object with changes by path below it: `null` removes one. */
const merged = (stored: object, changes: Changes, prefix: string): Record<string, unknown> => {
  const fields: Record<string, unknown> = { ...stored };
  for (const [path, value] of Object.entries(changes)) {
    if (!path.startsWith(prefix)) continue;
    if (value === null) delete fields[path.slice(prefix.length)];
    else fields[path.slice(prefix.length)] = value;
  }
  return fields;
};

/** @param changes - of the body of update user, by path */
export const changedUser =
  (changes: Changes, entUser: boolean): UserCommand['make'] =>
  ({ user, person }): Wanted => {
    if (!user || !person) return { refused: errors.userNotFound };
    const { partnerId, userId, emailId } = person;
    const listed = changes.locationsNumberAccess as readonly number[] | undefined;
    const named = entUser ? [] : sortedLocations(listed ?? []);
    const { item: _, ...stored } = user;
    const notification = merged(stored.notification ?? {}, changes, 'notification.') as Notification;
    const after: User = {
      ...stored,
      userRole: (changes.userRole ?? stored.userRole) as UserRole,
      access: entUser ? 'all' : listed ? named : stored.access,
      ...((stored.notification || Object.keys(notification).length > 0) && { notification }),
    };
    const details = merged(detailsIn(person as never), changes, 'user.');
    return { after, who: { ...detailsIn(details), partnerId, userId, emailId }, named };
  };

export const noUser: UserCommand['make'] = ({ user, person }): Wanted => {
  if (user && person) return { after: undefined, who: person, named: [] };
  return { refused: person && person.accounts > 0 ? errors.userNotOnBusiness : errors.userNotFound };
};
