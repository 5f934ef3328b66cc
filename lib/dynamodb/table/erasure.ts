/** How what identifies a person is erased for good, as each entity declares it (docs/erasing.md). */
import type { Action } from '../writes/transactions.ts';
import type { Item } from './attributes.ts';

/** A contact that is erased. */
export interface ContactName {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly contactId: number;
}

/** A user who is erased, on all accounts of the partner. */
export interface UserName {
  readonly partnerId: string;
  readonly userId: number;
}

/** An employee who is erased, of one account. */
export interface EmployeeName {
  readonly partnerId: string;
  readonly accountNumber: number;
  /** The digest of the email (`employeeId`). */
  readonly employee: string;
}

/** What is written to erase a person from one item. */
export interface Erasing {
  /** What the command counts this as: `opt-outs`. */
  readonly what: string;
  /** In one transaction; where it is refused, the item is read and asked about again. */
  readonly actions: readonly Action[];
}

/** What an item has of a person, and how that is erased; `undefined` where it has nothing of them. Pure. */
export type EraseFrom<Person> = (item: Item, person: Person) => Erasing | undefined;

/** Reads something of an item once, though many people are looked for in it. */
export const readOnce = <Read extends object>(read: (item: Item) => Read): ((item: Item) => Read) => {
  const known = new WeakMap<Item, Read>();
  return (item) => {
    const found = known.get(item) ?? read(item);
    known.set(item, found);
    return found;
  };
};

export interface Personal {
  /** Whether it holds what identifies a person. One that does not names a person by a number alone. */
  readonly identifies: boolean;
  /**
   * How a contact, a user or an employee is erased from its items, which a scan of the table finds; or what else erases
   * them.
   */
  readonly erased:
    | {
        readonly contact?: EraseFrom<ContactName>;
        readonly user?: EraseFrom<UserName>;
        readonly employee?: EraseFrom<EmployeeName>;
      }
    | string;
}
