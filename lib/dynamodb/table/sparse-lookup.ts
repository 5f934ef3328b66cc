/** Finds which of many numbers the index lists in a partition, without reading all entries between them. */
import type { Item } from './attributes.ts';
import { INDEX, sortable } from './keys.ts';
import { MOST_PAGE_UNITS, pageUnits, type ReadBudget } from './read-units.ts';
import type { QueryInput, Table } from './table.ts';

/** Sort keys of the index begin with a number; whatever follows it sorts before this character. */
const PAST = '~';
const DIGITS = 16;

/** The number at the start of an index entry's sort key. */
export const numberOf = ({ gsi1sk }: Item): number => Number(String(gsi1sk).slice(0, DIGITS));

const FEWEST = 16;
const MOST = 1000;

const firstPage = async (table: Table, input: QueryInput): Promise<readonly Item[]> => {
  for await (const page of table.query(input)) return page;
  return [];
};

/**
 * Looks up the entries of these numbers. Pages grow where entries are dense, and shrink to one entry where they are
 * sparse: at most some half a read unit for each number. Eventually consistent.
 *
 * @param numbers - positive safe integers, ascending
 * @returns the entries by number, ascending; `undefined` if the budget does not cover another page
 */
export const sparseLookup = async (
  table: Table,
  partition: string,
  numbers: readonly number[],
  budget: ReadBudget,
): Promise<Map<number, Item> | undefined> => {
  const wanted = new Set(numbers);
  const found = new Map<number, Item>();
  const last = numbers.at(-1);
  let limit = Math.min(MOST, Math.max(FEWEST, 2 * numbers.length));
  for (let next = numbers[0]; next !== undefined && last !== undefined; ) {
    if (budget.left() < MOST_PAGE_UNITS) return undefined;
    const page = await firstPage(table, {
      IndexName: INDEX,
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': partition, ':from': sortable(next), ':to': sortable(last) + PAST },
      Limit: limit,
    });
    budget.spend(pageUnits(page));
    const hits = page.filter((item) => wanted.has(numberOf(item)));
    for (const item of hits) found.set(numberOf(item), item);
    const reached = page.at(-1);
    if (!reached) break;
    const seen = numberOf(reached);
    next = numbers.find((number) => number > seen);
    limit = hits.length * 4 < page.length ? Math.max(1, Math.floor(limit / 4)) : Math.min(MOST, limit * 2);
  }
  return found;
};
