/** Users and employees whom tickets name by email: who may act, and what they are called. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { caseKey } from '../contract/text.ts';
import { hasAccess, type KnownPeople } from '../employees/repository/people.ts';
import type { StoredUser } from '../users/repository/user.ts';
import type { Actor } from './repository/ticket.ts';

/** Why a user may not act on tickets of these locations (1033). */
export const refusedActor = (user: StoredUser, businessNumbers: readonly number[]): ErrorEntry | undefined =>
  user.userRole !== 'viewer' && businessNumbers.every((number) => hasAccess(user, number))
    ? undefined
    : errors.actionForbidden;

/** An assignee as tickets show them: who is gone has no names. */
export const assigneeReply = (assignee: Actor | undefined, known: KnownPeople) => {
  const found = assignee && known.get(caseKey(assignee.email));
  const { firstName = '', lastName = '' } = (found?.user ? found.details : found?.employee) ?? {};
  const name = [firstName, lastName].filter((part) => part !== '').join(' ');
  return { firstName, lastName, name, emailId: assignee?.email ?? '' };
};
