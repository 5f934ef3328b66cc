/** Events of users: one is to be invited, was created, changed or removed (docs/decisions.md: events). No personal values. */
import { changedPaths } from '../contract/changed-paths.ts';
import type { EventsOf, ModuleEvent } from '../dynamodb/stream/change.ts';
import type { ComposeEvents } from '../dynamodb/stream/roles.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { newestMark } from '../dynamodb/writes/marks.ts';
import { personAt } from './repository/person-at.ts';
import { changedDetails, isUser, type User, userFrom } from './repository/user.ts';

/** What an event is about: a subscription of a location is notified of the users whose list names it. */
const subjectOf = ({ partnerId, accountNumber }: User, ...versions: readonly User[]) => ({
  partnerId,
  accountNumber,
  businessIds: [...new Set([accountNumber, ...versions.flatMap(({ access }) => (access === 'all' ? [] : access))])],
});

const NONE = new Set<string>();

/** What is of the user on this account, by the names that update user has for it. */
const changedOf = (before: User, after: User): readonly string[] => {
  const fields = ({ userRole, access, notification }: User) => ({
    userRole,
    locationsNumberAccess: access,
    notification,
  });
  return changedPaths(fields(before), fields(after), NONE);
};

const updated = (
  { userId, accountNumber }: Pick<User, 'userId' | 'accountNumber'>,
  change: 'created' | 'updated' | 'removed',
  changed: readonly string[] = [],
) => ({ type: 'USER_UPDATED', data: { userId, accountNumber, change, changed } });

const eventsOfNew = (user: User): readonly ModuleEvent[] => {
  const { accountNumber, userId, userRole, invited } = user;
  const subject = subjectOf(user, user);
  return [
    ...(invited
      ? [{ ...subject, type: 'USER_INVITED', data: { userId, businessId: accountNumber, role: userRole } }]
      : []),
    { ...subject, ...updated(user, 'created') },
  ];
};

/** Of a user's item, which a tombstone replaces where the user is removed. Those who go with their account send none. */
export const userEvents: EventsOf = ({ oldImage, newImage }) => {
  const [old, fresh] = [oldImage as Item | undefined, newImage as Item | undefined];
  const before = isUser(old) ? userFrom(old) : undefined;
  const after = isUser(fresh) ? userFrom(fresh) : undefined;
  if (after && !before) return eventsOfNew(after);
  if (before && after) {
    const ofPerson = fresh?.changedMark === newestMark(fresh) ? (fresh?.changed as readonly string[]) : [];
    const changed = [...ofPerson, ...changedOf(before, after)];
    return changed.length === 0 ? [] : [{ ...subjectOf(after, before, after), ...updated(after, 'updated', changed) }];
  }
  return before && fresh ? [{ ...subjectOf(before, before), ...updated(before, 'removed') }] : [];
};

/**
 * Names and phone are the person's, on all accounts: each of these accounts is notified, but the one on which the same
 * write changed the user, whose event names them.
 */
export const personEvents: ComposeEvents = async ({ oldImage, newImage, table, eventId }) => {
  if (!oldImage || !newImage) return [];
  const changed = changedDetails(oldImage, newImage);
  if (changed.length === 0) return [];
  const found = await personAt(table, String(newImage.pk));
  const others = (found?.on ?? []).filter(({ item }) => item.changedMark !== newestMark(newImage));
  return others.map((user) => ({
    ...subjectOf(user, user),
    ...updated(user, 'updated', changed),
    madeOf: [eventId, user.accountNumber],
  }));
};
