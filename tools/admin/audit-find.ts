/**
 * Finds entries of the audit, newest first: for one place by one query, for a partner or a key by a query for each day.
 */
import {
  dayPartitions,
  entriesPartition,
  entryFrom,
  type Place,
  type StoredEntry,
  writerPrefix,
} from '../../lib/audit/repository/entry.ts';
import { INDEX, sortableTime } from '../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { keyOf } from '../../lib/dynamodb/writes/dependent-items.ts';
import type { Writer } from '../../lib/dynamodb/writes/writer.ts';

const DAY_MILLISECONDS = 86_400_000;

export interface AuditQuestion {
  readonly partnerId: string;
  /** By default the complete partner. */
  readonly place?: Place | undefined;
  /** Only changes by this key. */
  readonly keyId?: string | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly now: number;
  readonly limit: number;
}

const isBy = ({ writer }: StoredEntry, keyId: string | undefined): boolean =>
  keyId === undefined || (writer?.kind === 'key' && writer.keyId === keyId);

const ofPlace = async (table: Table, place: Place, question: AuditQuestion): Promise<StoredEntry[]> => {
  const { partnerId, keyId, since, limit } = question;
  const found: StoredEntry[] = [];
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND sk >= :since',
    ExpressionAttributeValues: { ':pk': entriesPartition(partnerId, place), ':since': sortableTime(since) },
    ScanIndexForward: false,
    ConsistentRead: true,
    // Many of a key's entries may have to be skipped.
    ...(keyId === undefined && { Limit: limit }),
  });
  for await (const page of pages) {
    found.push(...page.map(entryFrom).filter((entry) => isBy(entry, keyId)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
};

/** Keys of a day's entries, with their sort keys in the index; those of one writer newest first, others in no order. */
const listedOn = async (table: Table, at: number, { partnerId, keyId }: AuditQuestion) => {
  const prefix = keyId === undefined ? undefined : writerPrefix({ kind: 'key', keyId } as Writer);
  const found = await Promise.all(
    dayPartitions(partnerId, at).map(async (partition) => {
      const pages = table.query({
        IndexName: INDEX,
        KeyConditionExpression: prefix === undefined ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND begins_with(gsi1sk, :writer)',
        ExpressionAttributeValues: { ':pk': partition, ...(prefix !== undefined && { ':writer': prefix }) },
        ProjectionExpression: 'pk, sk',
      });
      const keys: { readonly pk: string; readonly sk: string }[] = [];
      for await (const page of pages) keys.push(...page.map(keyOf));
      return keys;
    }),
  );
  return found.flat().toSorted((a, b) => (a.sk < b.sk ? 1 : -1));
};

const ofPartner = async (table: Table, question: AuditQuestion): Promise<StoredEntry[]> => {
  const { since, now, limit } = question;
  const found: StoredEntry[] = [];
  // From today back to the day of `since`, each day completely.
  for (let day = Math.floor(now / DAY_MILLISECONDS); day >= Math.floor(since / DAY_MILLISECONDS); day--) {
    const keys = (await listedOn(table, day * DAY_MILLISECONDS, question)).filter(
      ({ sk }) => sk >= sortableTime(since),
    );
    const wanted = keys.slice(0, limit - found.length);
    const items = wanted.length > 0 ? await table.batchGet(wanted) : [];
    found.push(...items.toSorted((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1)).map(entryFrom));
    if (found.length >= limit) break;
  }
  return found;
};

/**
 * Finds the entries that match, newest first.
 *
 * @throws StoreUnavailable
 */
export const findEntries = (table: Table, question: AuditQuestion): Promise<StoredEntry[]> =>
  question.place ? ofPlace(table, question.place, question) : ofPartner(table, question);
