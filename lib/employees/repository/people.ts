/** Users and employees of an account by email: who they are, and who may be assigned to what is of a location. */
import { caseKey } from '../../contract/text.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { named } from '../../partners/repository/account.ts';
import {
  isUser,
  type PersonDetails,
  personFrom,
  personKey,
  type StoredUser,
  userFrom,
  userKey,
} from '../../users/repository/user.ts';
import { type Employee, type EmployeeOwner, employeeFrom, employeeKey, isOfLocation } from './employee.ts';

/** A person by email; with the id of the user. */
interface Named {
  readonly email: string;
  readonly userId?: number;
}

/** Who has an email on an account. Both may be absent, and both may be there. */
export interface Known {
  readonly user: StoredUser | undefined;
  /** Of the user. */
  readonly details: PersonDetails;
  readonly employee: Employee | undefined;
}

/** Longer than any stored email; the texts of requests may be as long as a body. */
const LONGEST_EMAIL = 1000;

/** Whoever has an email, by the email without case. */
export type KnownPeople = ReadonlyMap<string, Known>;

export const hasAccess = ({ access }: StoredUser, businessNumber: number): boolean =>
  access === 'all' || access.includes(businessNumber);

/** The keys of whoever has an email on an account. */
const keysOf = ({ partnerId, accountNumber }: EmployeeOwner, email: string) => ({
  user: userKey(partnerId, accountNumber, email),
  person: personKey(partnerId, email),
  employee: employeeKey({ partnerId, accountNumber }, email),
});

export const people = (({ table }) => ({
  /** One call for 33 emails. */
  named: async (
    owner: EmployeeOwner,
    emails: readonly string[],
    { consistent }: { readonly consistent: boolean } = { consistent: true },
  ): Promise<KnownPeople> => {
    const wanted = [...new Set(emails.filter((email) => email.length <= LONGEST_EMAIL).map(caseKey))];
    const all = wanted.map((email) => keysOf(owner, email));
    const keys = all.flatMap((each) => Object.values(each));
    const items = keys.length > 0 ? await table.batchGet(keys, { consistent }) : [];
    return new Map(
      all.map((each, index) => {
        const { user, person, employee } = named(items, each);
        const isOnAccount = isUser(user) && person !== undefined;
        return [
          wanted[index]!,
          {
            user: isOnAccount ? userFrom(user) : undefined,
            details: isOnAccount ? personFrom(person) : {},
            employee: employee && employeeFrom(employee),
          },
        ];
      }),
    );
  },
})) satisfies Opened<unknown>;

/** Who is to be assigned to a ticket or a conversation of a location; `undefined` if they may not be. */
export const assignable = (known: Known | undefined, businessNumber: number): Named | undefined => {
  const { user, employee } = known ?? {};
  if (user && hasAccess(user, businessNumber)) return { email: user.emailId, userId: user.userId };
  if (!employee?.active || !isOfLocation(employee, businessNumber)) return undefined;
  return { email: employee.emailId, ...(user && { userId: user.userId }) };
};
