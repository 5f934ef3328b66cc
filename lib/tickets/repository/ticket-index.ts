/** Tickets as the index lists them: what lists filter, sort and count by. */

import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key, sortableTime } from '../../dynamodb/table/keys.ts';
import { blocksOf, itemBytes } from '../../dynamodb/table/read-units.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { ticketsPartition } from './ticket.ts';

/** A ticket as the index has it. */
export interface TicketRow {
  readonly key: Key;
  readonly created: number;
  readonly ticketId: number;
  readonly businessNumber: number;
  readonly status: string;
  readonly ticketType: string;
  readonly source: string;
  /** Digests of the assignee and the tags. */
  readonly assignee: string;
  readonly tags: readonly string[];
}

export const ticketRowFrom = (item: Item): TicketRow => {
  const [created, ticketId, businessNumber, kinds = '', digests = ''] = String(item.gsi1sk).split('#');
  const [status = '', ticketType = '', ...source] = kinds.split(',');
  const [assignee = '', ...tags] = digests.split(',');
  return {
    key: keyOf(item),
    created: Number(created),
    ticketId: Number(ticketId),
    businessNumber: Number(businessNumber),
    status,
    ticketType,
    source: source.join(','),
    assignee,
    tags,
  };
};

/** 4 MB: some 20,000 tickets. */
const MOST_BYTES = 4 * 1_048_576;
const LATEST = 9_999_999_999_999;
/** Sorts behind what any sort key goes on with. */
const PAST = '~';

const within = (at: number): string => sortableTime(Math.min(Math.max(0, at), LATEST));

export const ticketIndex = (({ table, partnerId }) => ({
  /**
   * The tickets of an account that were created within two times, both included, in epoch milliseconds. They may be a
   * second old. One call for each MB.
   *
   * @returns with the read units that they took; `undefined` if they are more than a request reads
   */
  rows: async (
    accountNumber: number,
    { from = 0, to = LATEST }: { readonly from?: number | undefined; readonly to?: number | undefined },
    most = MOST_BYTES,
  ): Promise<{ readonly rows: readonly TicketRow[]; readonly units: number } | undefined> => {
    if (to < from || to < 0) return { rows: [], units: 0 };
    const found: TicketRow[] = [];
    let bytes = 0;
    const pages = table.query({
      IndexName: INDEX,
      KeyConditionExpression: 'gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': ticketsPartition(partnerId, accountNumber),
        ':from': within(from),
        ':to': `${within(to)}${PAST}`,
      },
    });
    for await (const page of pages) {
      bytes += page.reduce((sum, item) => sum + itemBytes(item), 0);
      if (bytes > most) return undefined;
      for (const item of page) found.push(ticketRowFrom(item));
    }
    return { rows: found, units: blocksOf(bytes) / 2 };
  },
})) satisfies Opened<unknown>;
