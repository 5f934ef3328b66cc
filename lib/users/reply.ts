/** From users as they are stored to what is answered. Pure. */
import type { StoredPerson, StoredUser } from './repository/user.ts';
import type { ListedUser } from './repository/users.ts';
import { highestOf } from './rules/roles.ts';

export const listedUser = ({ user, person }: ListedUser) => {
  const { userId, emailId, firstName = '', lastName = '' } = person;
  const { userRole, access, notification = {}, createdAt } = user;
  return {
    userId,
    emailId,
    firstName,
    lastName,
    userRole,
    entUser: access === 'all',
    locationsNumberAccess: access === 'all' ? [] : access,
    notification,
    createdAt,
  };
};

/** An account as it is named next to a user. */
export interface NamedAccount {
  readonly accountNumber: number;
  readonly name: string;
  readonly alias: string;
}

/** @param on - of accounts that are there; one at least */
export const userDetails = (
  { userId, emailId, firstName = '', lastName = '', phone = '' }: StoredPerson,
  on: readonly { readonly user: StoredUser; readonly account: NamedAccount }[],
) => ({
  userId,
  emailId,
  firstName,
  lastName,
  phone,
  userRole: highestOf(on.map(({ user }) => user.userRole)),
  businessList: on.map(({ user: { userRole }, account: { accountNumber, name, alias } }) => ({
    businessId: accountNumber,
    businessName: name,
    businessAlias: alias,
    userRole,
  })),
});
