/** What the cases are about beside what data files bring. */
import type { Item } from '../../lib/dynamodb/attributes.ts';
import { operations } from '../../lib/operations.ts';

/** Items as they stand now: to be put into a table that has the demo data. What several cases are about is there once. */
export const itemsOfCases = (): readonly Item[] => {
  const now = Date.now();
  const items = operations.flatMap(({ cases }) => [...(cases.items?.(now) ?? [])] as Item[]);
  return [...new Map(items.map((item) => [`${item.pk}\n${item.sk}`, item])).values()];
};
