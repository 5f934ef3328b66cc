/** What the cases are about beside what data files bring. */
import type { Item } from '../../lib/dynamodb/attributes.ts';
import { operations } from '../../lib/operations.ts';

/** Items as they stand now: to be put into a table that has the demo data. */
export const itemsOfCases = (): readonly Item[] =>
  operations.flatMap(({ cases }) => [...(cases.items?.(Date.now()) ?? [])] as Item[]);
