/** What a save makes of an employee. Pure. */
import type { Changes } from '../../contract/fields.ts';
import type { Employee, StoredEmployee } from '../repository/employee.ts';

const TEXTS = ['lastName', 'phone', 'imageUrl'] as const;

/** What is left out stays; `null` clears. */
const merged = (sent: unknown, stored: string | undefined): string | undefined =>
  sent === undefined ? stored : ((sent ?? undefined) as string | undefined);

const locationsOf = (sent: unknown, usual: Employee['locations']): Employee['locations'] => {
  if (sent === undefined) return usual;
  const numbers = [...new Set((sent ?? []) as readonly number[])];
  return numbers.length === 0 ? 'all' : numbers;
};

/**
 * @param changes - of the body, by path
 * @param location - the location that the path names; of an account a new employee is one of all locations
 * @returns `undefined` for a new employee without a first name
 */
export const mergedEmployee = (
  changes: Changes,
  stored: StoredEmployee | undefined,
  location: number | undefined,
): Employee | undefined => {
  const { emailId, firstName = stored?.firstName, businessNumbers, active = stored?.active } = changes;
  if (typeof firstName !== 'string') return undefined;
  const usual = stored?.locations ?? (location === undefined ? 'all' : [location]);
  const texts = TEXTS.flatMap((name) => {
    const value = merged(changes[name], stored?.[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    emailId: stored?.emailId ?? String(emailId),
    firstName,
    ...Object.fromEntries(texts),
    locations: locationsOf(businessNumbers, usual),
    active: (active ?? true) as boolean,
  };
};
