/** Gives lines back as they came in (docs/data-files.md): the opposite of `load.ts`, one line for each item that has one. */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { INDEX, type Key, keyText } from '../../../lib/dynamodb/keys.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import { accountKey, ownerKey } from '../../../lib/partners/repository/account.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import type { ExportedLine } from './lines/line.ts';
import { lineKinds } from './lines/lines.ts';

const kinds = new Map(lineKinds.map((kind) => [kind.entity.type, kind]));

/** The line that makes this item when it is loaded; `undefined` where none does by itself. */
export const lineFor = (item: Item): ExportedLine | undefined => kinds.get(String(item.type))?.lineOf?.(item);

/** The items that the index lists at a partition, or those beside them: it holds keys, the table the rest. */
const listed = async function* (table: Table, partition: string, beside = (key: Key) => key): AsyncGenerator<Item> {
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: 'gsi1pk = :pk',
    ExpressionAttributeValues: { ':pk': partition },
  });
  for await (const page of pages) {
    const keys = page.map((item) => beside(keyOf(item)));
    const items = new Map<string, Item>((await table.batchGet(keys)).map((item) => [keyText(item), item]));
    for (const key of keys) {
      const item = items.get(keyText(key));
      if (item) yield item;
    }
  }
};

/**
 * All lines of an account, its partner and itself first; none where there is no such account. Its sub-accounts are accounts
 * of their own.
 */
export const exportAccount = async function* (table: Table, accountNumber: number): AsyncGenerator<ExportedLine> {
  const owner = await table.get(ownerKey(accountNumber));
  if (!owner) return;
  const partnerId = String(owner.partnerId);
  const [partner, account] = await Promise.all([
    table.get(partnerKey(partnerId)),
    table.get(accountKey(partnerId, accountNumber)),
  ]);
  // The number of an account that was deleted has an owner still.
  if (!account) return;
  for (const item of [partner, account]) {
    const line = item && lineFor(item);
    if (line) yield line;
  }
  for (const { entity, ofAccount, beside } of lineKinds) {
    if (!ofAccount) continue;
    for await (const item of listed(table, ofAccount(partnerId, accountNumber), beside)) {
      const line = item.type === entity.type ? lineFor(item) : undefined;
      if (line) yield line;
    }
  }
};
