/** What the cases are about next to what data files bring. */
import { provocationAt } from '../../lib/contract/cases.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { operations } from '../../lib/operations.ts';

/** Items as they stand now: to be put into a table that has the demo data. What several cases are about is there once. */
export const itemsOfCases = (): readonly Item[] => {
  const now = Date.now();
  const items = operations.flatMap(({ cases }) => [...(cases.items?.(now) ?? [])] as Item[]);
  return [...new Map(items.map((item) => [keyText(item), item])).values()];
};

/** Every record that a provocation needs next to the demo data, as it stands now. */
export const recordsOfCases = (): object[] =>
  operations.flatMap(({ cases }) =>
    [...Object.values(cases.provocations), ...(cases.invalid ? [cases.invalid] : [])].flatMap(
      (provoked) => provocationAt(Date.now(), provoked)?.records ?? [],
    ),
  );
