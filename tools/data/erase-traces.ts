/** Erases the data of people from the items of a table, as the entities declare it (`Entity.personal`). */
import { isRefused, StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { ContactName, EmployeeName, EraseFrom, Erasing, UserName } from '../../lib/dynamodb/table/erasure.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { entities } from '../../lib/entities.ts';
import type { OpenTable } from '../open-table.ts';
import { partnerOf } from './partner-items.ts';
import type { Run } from './run/run.ts';

/** A description of the removed items, with their number. */
export type Removed = Map<string, number>;

const ATTEMPTS = 10;

export const tally = (removed: Removed, what: string, amount = 1): void => {
  if (amount > 0) removed.set(what, (removed.get(what) ?? 0) + amount);
};

export interface ErasingOptions {
  /**
   * Until what had read a person before they were removed has ended: requests, and lines of imports. What it has written is
   * found then.
   */
  readonly wait?: (() => Promise<unknown>) | undefined;
  /** Whether earlier erasures are repeated: of employees, who was saved again since then stays. */
  readonly isAgain?: boolean;
}

/** Removes the records of people, and once more after what was under way has ended. */
export const removeRecords = async <Person>(
  run: Run,
  { what, all, wait }: Pick<ErasingOptions, 'wait'> & { readonly what: string; readonly all: readonly Person[] },
  remove: (person: Person) => Promise<void>,
): Promise<void> => {
  await run.step(what, () => run.each(all, remove));
  if (!wait || all.length === 0) return;
  await run.step(`wait for requests about ${what}`, async () => void (await wait()));
  await run.step(`${what} once more`, () => run.each(all, remove));
};

/** What a run has removed so far. */
export const removedIn = (run: Run): Removed => run.counts('removed');

/** The functions that erase people of one kind, by the type of the item. */
const erasersOf = <Person>(kind: 'contact' | 'user' | 'employee'): ReadonlyMap<unknown, EraseFrom<Person>> =>
  new Map(
    entities.flatMap(({ type, personal }) => {
      const erase = personal && typeof personal.erased === 'object' ? personal.erased[kind] : undefined;
      return erase ? [[type, erase as unknown as EraseFrom<Person>]] : [];
    }),
  );

/** Whether the writes of an erasure were refused. A single deletion needs no transaction. */
const isRefusedIn = async (table: OpenTable, { actions }: Erasing): Promise<boolean> => {
  const [first, ...more] = actions;
  const isOne = first && 'Delete' in first && first.Delete.traced === undefined && more.length === 0;
  return isRefused(await (isOne ? table.remove(first.Delete) : table.transact(actions)));
};

/** Erases a person from one item; after a conflict it reads the item again. */
const eraseFrom = async <Person>(
  table: OpenTable,
  { listed, erase, person }: { readonly listed: Item; readonly erase: EraseFrom<Person>; readonly person: Person },
): Promise<string | undefined> => {
  let item: Item | undefined = listed;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const erasing = item && erase(item, person);
    if (!erasing) return undefined;
    if (!(await isRefusedIn(table, erasing))) return erasing.what;
    item = await table.get(keyOf(listed));
  }
  throw new StoreUnavailable(`the ${String(listed.type)} keeps being changed by other writers`);
};

interface Erasers<Person> {
  readonly phase: string;
  readonly erasers: ReadonlyMap<unknown, EraseFrom<Person>>;
}

/** Reads the complete table once. */
const eraseTraces = async <Person extends { readonly partnerId: string }>(
  table: OpenTable,
  people: readonly Person[],
  { phase, erasers }: Erasers<Person>,
  run: Run,
): Promise<void> => {
  if (people.length === 0) return;
  const ofPartner = Map.groupBy(people, ({ partnerId }) => partnerId);
  const removed = removedIn(run);
  const eraseAll = async (listed: Item, erase: EraseFrom<Person>): Promise<void> => {
    for (const person of ofPartner.get(partnerOf(listed) ?? '') ?? []) {
      // Most items have nothing of them, and need no call.
      if (!erase(listed, person)) continue;
      const what = await run.call(() => eraseFrom(table, { listed, erase, person }));
      if (what !== undefined) tally(removed, what);
    }
  };
  await run.sweep({
    phase,
    table,
    what: 'Erasing',
    types: [...erasers.keys()].map(String),
    see: async (items) => {
      await Promise.all(
        items.map((listed) => {
          const erase = erasers.get(listed.type);
          return erase && eraseAll(listed, erase);
        }),
      );
    },
  });
};

const contactErasers = erasersOf<ContactName>('contact');
const userErasers = erasersOf<UserName>('user');
const employeeErasers = erasersOf<EmployeeName>('employee');

/** Erases contacts from all items with their data. */
export const eraseTracesOfContacts = (table: OpenTable, all: readonly ContactName[], run: Run) =>
  eraseTraces(table, all, { phase: 'traces of contacts', erasers: contactErasers }, run);

/** Erases users from all items with their data. */
export const eraseTracesOfUsers = (table: OpenTable, all: readonly UserName[], run: Run) =>
  eraseTraces(table, all, { phase: 'traces of users', erasers: userErasers }, run);

/** Erases employees from all items with their data. */
export const eraseTracesOfEmployees = (table: OpenTable, all: readonly EmployeeName[], run: Run) =>
  eraseTraces(table, all, { phase: 'traces of employees', erasers: employeeErasers }, run);
