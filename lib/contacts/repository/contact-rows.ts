/** The contacts of a page that was found in the packed index (docs/engineers.md: lists of contacts). */

import { chunksOf, withConcurrency } from '../../dynamodb/client/concurrency.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key } from '../../dynamodb/table/keys.ts';
import { blocksOf, itemBytes, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import { type Contact, contactKey, contactsPartition, listedUnder } from './contact.ts';

/** A contact as a list shows it. */
export interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** Epoch milliseconds; 0 where nothing is known. */
  readonly lastActivityAt: number;
}

/** An entry of the packed index: a contact, and the time by which the list is sorted. */
export interface Placed {
  readonly id: number;
  readonly at: number;
}

/** The attributes next to the record are those of the index. */
const rowFrom = ({ pk, name = '', email = '', phone = '', lastActivityAt }: Item): ContactRow => ({
  id: Number(String(pk).slice(String(pk).lastIndexOf('#') + 1)),
  name: String(name),
  email: String(email),
  phone: String(phone),
  lastActivityAt: Date.parse(String(lastActivityAt)) || 0,
});

/** As many keys to a call, and as many calls at once. */
const CHUNK = 100;
const AT_ONCE = 4;

/**
 * Contacts of a partner's accounts, by id; who is gone meanwhile is not among them. Eventually consistent, as lists
 * are.
 */
export const contactRows = (({ table, partnerId }) => {
  const read = async (keys: readonly Key[]): Promise<Item[]> => {
    const found: Item[] = [];
    await withConcurrency(chunksOf(keys, CHUNK), AT_ONCE, async (chunk) => {
      found.push(...(await table.batchGet(chunk, { consistent: false })));
    });
    return found;
  };
  const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> =>
    new Map(rows.map((row) => [row.id, row]));

  return {
    /**
     * Contacts that follow each other in the account's order of last activity: one Query for each MB of the index
     * between the first and the last of them, and one BatchGet for each 100 that have moved meanwhile.
     */
    neighbours: async (accountNumber: number, page: readonly Placed[]): Promise<ReadonlyMap<number, ContactRow>> => {
      if (page.length === 0) return new Map();
      const owner = { partnerId, accountNumber };
      const places = page.map(({ at, id }) => listedUnder(at, id)).toSorted();
      const wanted = new Set(page.map(({ id }) => id));
      const found: ContactRow[] = [];
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': contactsPartition(owner), ':first': places[0], ':last': places.at(-1) },
      });
      for await (const items of pages) found.push(...items.map(rowFrom).filter(({ id }) => wanted.has(id)));
      const known = byId(found);
      const moved = page.filter(({ id }) => !known.has(id)).map(({ id }) => contactKey(owner, id));
      return byId([...found, ...(moved.length > 0 ? (await read(moved)).map(rowFrom) : [])]);
    },

    /** The same of any contacts: half a read unit for each 4 KB of each. */
    some: async (accountNumber: number, page: readonly Placed[]): Promise<ReadonlyMap<number, ContactRow>> =>
      byId((await read(page.map(({ id }) => contactKey({ partnerId, accountNumber }, id)))).map(rowFrom)),

    /** Complete contacts; they take the same. */
    complete: async (accountNumber: number, page: readonly Placed[]): Promise<ReadonlyMap<number, Contact>> =>
      byId(
        (await read(page.map(({ id }) => contactKey({ partnerId, accountNumber }, id)))).map(
          (item) => item.contact as Contact,
        ),
      ),

    /**
     * Their names, as far as a budget lasts: `undefined` where it does not. What is not known of their size before is
     * known after each 100.
     */
    names: async (
      accountNumber: number,
      ids: readonly number[],
      budget: ReadBudget,
    ): Promise<ReadonlyMap<number, string> | undefined> => {
      const names = new Map<number, string>();
      for (const chunk of chunksOf([...new Set(ids)], CHUNK)) {
        const keys = chunk.map((id) => contactKey({ partnerId, accountNumber }, id));
        for (const item of await table.batchGet(keys, { consistent: false })) {
          budget.spend(blocksOf(itemBytes(item)) / 2);
          const { id, name } = rowFrom(item);
          names.set(id, name);
        }
        if (budget.left() < 0) return undefined;
      }
      return names;
    },
  };
}) satisfies Opened<unknown>;
