/** The demo data, and what provocations need next to it, with every record as large as a record may be. */

import { type Attributes, fromAttributes, type Item } from '../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../lib/dynamodb/table/keys.ts';
import { recordBytes } from '../../lib/dynamodb/table/record-size.ts';
import { entities } from '../../lib/entities.ts';
import { menuItem } from '../../lib/menus/repository/menu.ts';
import { accountItem } from '../../lib/partners/repository/account.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { recordsOfCases } from '../support/case-items.ts';
import { putDemoData } from '../support/demo-items.ts';
import { loadAll } from '../support/load.ts';
import { putItems } from '../support/put-items.ts';

/** A record of the largest size, less what an update of it may add. */
const NEARLY_ALL = 128_000;

/** A partner and a brand of competitors are a name: no request makes them large. */
const A_NAME = new Set(['partner', 'competitorBrand']);

const ENLARGED = new Set(
  entities.filter(({ exported, type }) => exported === 'line' && !A_NAME.has(type)).map(({ type }) => type),
);

/** A year of reviews or of responses to surveys shows no more than some of them. */
const MOST_OF_A_TYPE = 40;

/** So much of a location is text that is answered: a larger response would not be kept under an idempotency key. */
const ANSWERED = 90_000;

/** The item with a field that no contract knows, so that it has the size of the largest record. */
export const enlarged = (small: Item): Item => {
  const item = small.type === 'business' ? { ...small, products: 'x'.repeat(ANSWERED) } : small;
  const missing = NEARLY_ALL - recordBytes({ ...item, filler: '' });
  if (!ENLARGED.has(String(item.type)) || missing <= 0) return item;
  const larger: Item = { ...item, filler: 'x'.repeat(missing), ...(item.bytes !== undefined && { bytes: NEARLY_ALL }) };
  if (item.type === 'menu') larger.gsi1sk = String(item.gsi1sk).replace(/#.*/, '#32');
  return larger;
};

/** Accounts of the demo's partner with more menus than a request may read. */
export const LARGE = { menus: 700_900, index: 700_950 } as const;

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
export const numbersOf = (account: number): number[] => range(account * 1000, 500);

/** Menus of which one request reads as many as it may, and entries of the index of which it does. */
const manyMenus = (partnerId: string, accountNumber: number): Item[] => {
  const menus = numbersOf(accountNumber).map((businessNumber) =>
    menuItem(partnerId, { accountNumber, businessNumber, record: { id: 'm', menuDetails: { menus: [] } } }),
  );
  return [
    accountItem({ accountNumber, partnerId, name: 'Large' }),
    ...(accountNumber === LARGE.menus
      ? menus.slice(0, 60).map(enlarged)
      : // As wide as entries can be: a hundred stand for tens of thousands.
        menus.slice(0, 100).map((item) => ({ ...item, name: 'x'.repeat(90_000) }))),
  ];
};

export interface CostlyWorldOptions {
  /** Which accounts of `LARGE` there are. */
  readonly accounts?: readonly number[];
  /** Which items are enlarged, next to those of these accounts. */
  readonly isLarge?: (item: Item) => boolean;
}

/** Loads it all, and gives what puts items back that were written. */
export const loadCostlyWorld = async (
  table: OpenTable,
  partnerId: string,
  { accounts = Object.values(LARGE), isLarge = () => true }: CostlyWorldOptions = {},
) => {
  await putDemoData(table);
  await loadAll(table, recordsOfCases());
  const world = new Map<string, Item>();
  const changed: Item[] = accounts.flatMap((accountNumber) => manyMenus(partnerId, accountNumber));
  const seen = new Map<unknown, number>();
  for await (const item of scanItems(table)) {
    const before = seen.get(item.type) ?? 0;
    seen.set(item.type, before + 1);
    const kept = before < MOST_OF_A_TYPE && isLarge(item) ? enlarged(item) : item;
    if (kept !== item) changed.push(kept);
    world.set(keyText(item), kept);
  }
  const large = new Map(changed.map((item) => [keyText(item), item]));
  for (const [name, item] of large) world.set(name, item);
  await putItems(table, [...large.values()]);
  return async (keys: readonly Attributes[]) => {
    for (const key of keys.map((each) => fromAttributes(each))) {
      const item = world.get(keyText(key));
      if (item) await table.put({ Item: item });
      else await table.remove({ Key: { pk: String(key.pk), sk: String(key.sk) } });
    }
  };
};
