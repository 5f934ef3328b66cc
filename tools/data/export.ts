/**
 * Exports lines in the form in which they were loaded (docs/data-files.md). It is the opposite of `load.ts`, with one
 * line for each item that has a kind of line.
 */
import { chunksOf } from '../../lib/dynamodb/client/concurrency.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { hasExpired } from '../../lib/dynamodb/table/expiry.ts';
import { INDEX, type Key, keyText } from '../../lib/dynamodb/table/keys.ts';
import { readAhead } from '../../lib/dynamodb/table/read-ahead.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import { accountKey, ownerKey } from '../../lib/partners/repository/account.ts';
import { partnerKey } from '../../lib/partners/repository/partner.ts';
import type { ExportedLine, LineKind } from './lines/line.ts';
import { lineKinds } from './lines/lines.ts';
import { allLying, lying } from './lying.ts';

const kinds = new Map(lineKinds.filter(({ name }) => name === undefined).map((kind) => [kind.entity.type, kind]));

/** The kind of line of an item. None of what has expired, which is there until DynamoDB's TTL comes to it. */
const kindOf = (item: Item): LineKind | undefined => (hasExpired(item) ? undefined : kinds.get(String(item.type)));

/** The line that makes this item when it is loaded, without its parts; `undefined` if there is no separate line for it. */
export const lineFor = (item: Item): ExportedLine | undefined => kindOf(item)?.lineOf?.(item);

/** As many keys as one call reads, and as many calls at the same time. */
const CHUNK = 100;
const CALLS_AHEAD = 8;

/** The results for each of many, in their order: the next ones are under way while one is used. */
const inOrder = async function* <Each, Result>(
  all: AsyncIterable<Each>,
  ahead: number,
  work: (each: Each) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = [];
  for await (const each of all) {
    const result = work(each);
    // Reported where it is awaited.
    result.catch(() => {});
    begun.push(result);
    if (begun.length >= ahead) yield await begun.shift()!;
  }
  while (begun.length > 0) yield await begun.shift()!;
};

/** How a call is made: a run has a limit for them, and retries. */
type Calling = <T>(work: () => Promise<T>) => Promise<T>;

/** The same with its parts: a call more for an item that has any. */
export const completeLineFor = async (
  table: Table,
  item: Item,
  call: Calling = (work) => work(),
): Promise<ExportedLine | undefined> => {
  const { lineOf, partsAt } = kindOf(item) ?? {};
  if (!lineOf || !partsAt) return lineFor(item);
  const { pk, prefix } = partsAt(item);
  return lineOf(item, await call(() => allLying(table, pk, prefix)));
};

/** The lines of these items, with their parts. */
export const linesFor = async (table: Table, items: readonly Item[], call: Calling): Promise<readonly ExportedLine[]> =>
  (await Promise.all(items.map((item) => completeLineFor(table, item, call)))).filter((line) => line !== undefined);

/**
 * The items that the index lists at a partition, or the items related to those. The index holds keys, the table the
 * rest.
 */
const listed = async function* (
  table: Table,
  partition: string,
  related: (key: Key) => Key | readonly Key[] = (key) => key,
): AsyncGenerator<Item> {
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': partition },
  });
  const chunks = async function* () {
    for await (const page of readAhead(pages))
      yield* chunksOf(
        page.flatMap((item) => related(keyOf(item))),
        CHUNK,
      );
  };
  const read = async (keys: readonly Key[]): Promise<Item[]> => {
    const items = new Map<string, Item>((await table.batchGet(keys)).map((item) => [keyText(item), item]));
    return keys.map((key) => items.get(keyText(key))).filter((item) => item !== undefined);
  };
  for await (const items of inOrder(chunks(), CALLS_AHEAD, read)) yield* items;
};

/** All items of an account that a kind of line may be made of. */
const itemsFor = async function* (
  { ofAccount, lyingAt, within, related }: LineKind,
  table: Table,
  partnerId: string,
  accountNumber: number,
): AsyncGenerator<Item> {
  for await (const items of within?.(table, partnerId, accountNumber) ?? []) yield* items;
  if (lyingAt) yield* lying(table, lyingAt(partnerId, accountNumber));
  if (ofAccount) yield* listed(table, ofAccount(partnerId, accountNumber), related);
};

/**
 * All lines of an account, first its partner and the account itself; none if there is no such account. Sub-accounts are
 * separate accounts and not included.
 */
export const exportAccount = async function* (table: Table, accountNumber: number): AsyncGenerator<ExportedLine> {
  const owner = await table.get(ownerKey(accountNumber));
  if (!owner) return;
  const partnerId = String(owner.partnerId);
  const [partner, account] = await Promise.all([
    table.get(partnerKey(partnerId)),
    table.get(accountKey(partnerId, accountNumber)),
  ]);
  // The number of a deleted account still has an owner.
  if (!account) return;
  for (const item of [partner, account]) {
    const line = item && lineFor(item);
    if (line) yield line;
  }
  for (const kind of lineKinds) {
    for await (const item of itemsFor(kind, table, partnerId, accountNumber)) {
      const line = item.type === kind.entity.type ? await completeLineFor(table, item) : undefined;
      if (line) yield line;
    }
  }
};
