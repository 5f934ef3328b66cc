/** Finds entries of the audit, the newest first: of one place by a query, of a partner or a key by a query for each day. */
import {
  dayPartition,
  entriesPartition,
  entryFrom,
  type Place,
  type StoredEntry,
  timeText,
  writerPrefix,
} from '../../../lib/audit/repository/entry.ts';
import { INDEX } from '../../../lib/dynamodb/keys.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import type { Table } from '../../../lib/dynamodb/table.ts';
import type { Writer } from '../../../lib/dynamodb/writer.ts';

const DAY_MILLISECONDS = 86_400_000;

export interface AuditQuestion {
  readonly partnerId: string;
  /** Of the whole partner where it is left out. */
  readonly place?: Place | undefined;
  /** By this key alone. */
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
    ExpressionAttributeValues: { ':pk': entriesPartition(partnerId, place), ':since': timeText(since) },
    ScanIndexForward: false,
    ConsistentRead: true,
    // Of one key's many may have to be passed over.
    ...(keyId === undefined && { Limit: limit }),
  });
  for await (const page of pages) {
    found.push(...page.map(entryFrom).filter((entry) => isBy(entry, keyId)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
};

/** Keys of a day's entries, with their sort keys in the index; of one writer the newest first, else in no order. */
const listedOn = async (table: Table, at: number, { partnerId, keyId }: AuditQuestion) => {
  const prefix = keyId === undefined ? undefined : writerPrefix({ kind: 'key', keyId } as Writer);
  const pages = table.query({
    IndexName: INDEX,
    KeyConditionExpression: prefix === undefined ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND begins_with(gsi1sk, :writer)',
    ExpressionAttributeValues: {
      ':pk': dayPartition(partnerId, at),
      ...(prefix !== undefined && { ':writer': prefix }),
    },
    ProjectionExpression: 'pk, sk',
  });
  const found: { readonly pk: string; readonly sk: string }[] = [];
  for await (const page of pages) found.push(...page.map(keyOf));
  return found.toSorted((a, b) => (a.sk < b.sk ? 1 : -1));
};

const ofPartner = async (table: Table, question: AuditQuestion): Promise<StoredEntry[]> => {
  const { since, now, limit } = question;
  const found: StoredEntry[] = [];
  // From the day of now to that of the time, each whole.
  for (let day = Math.floor(now / DAY_MILLISECONDS); day >= Math.floor(since / DAY_MILLISECONDS); day--) {
    const keys = (await listedOn(table, day * DAY_MILLISECONDS, question)).filter(({ sk }) => sk >= timeText(since));
    const wanted = keys.slice(0, limit - found.length);
    const items = wanted.length > 0 ? await table.batchGet(wanted) : [];
    found.push(...items.toSorted((a, b) => (String(a.sk) < String(b.sk) ? 1 : -1)).map(entryFrom));
    if (found.length >= limit) break;
  }
  return found;
};

/** @throws StoreUnavailable */
export const findEntries = (table: Table, question: AuditQuestion): Promise<StoredEntry[]> =>
  question.place ? ofPlace(table, question.place, question) : ofPartner(table, question);
