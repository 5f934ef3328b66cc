/** Rules of roles and access. Pure. */
import { ROLES, type User, type UserRole } from '../repository/user.ts';

/** The role with the most rights. */
export const highestOf = (roles: readonly UserRole[]): UserRole => ROLES.find((role) => roles.includes(role))!;

/** Each location once, in ascending order. */
export const sortedLocations = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].toSorted((a, b) => a - b);

/** The locations that were not in the list before, whose account has to be checked. */
export const addedLocations = (before: User['access'] | undefined, after: User['access']): readonly number[] => {
  if (after === 'all') return [];
  const known = new Set(before === undefined || before === 'all' ? [] : before);
  return after.filter((number) => !known.has(number));
};

/** Whether a change would leave an account that has owners without any. */
export const losesLastOwner = (
  { user, owners }: { readonly user: Pick<User, 'userRole'> | undefined; readonly owners: number },
  role: UserRole | undefined,
): boolean => user?.userRole === 'owner' && role !== 'owner' && owners <= 1;
