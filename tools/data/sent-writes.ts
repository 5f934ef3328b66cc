/**
 * The writes that a line has sent. A write whose answers were lost is sent again; where the stored item then shows an
 * earlier one, that is the line's own, and counts as what it did.
 */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { marksOf } from '../../lib/dynamodb/writes/marks.ts';
import type { TransactionRefused } from '../../lib/dynamodb/writes/transactions.ts';

type Done = { readonly outcome: 'loaded' } | { readonly outcome: 'updated'; readonly fields: readonly string[] };

interface SentWrite {
  readonly done: Done;
  /** The mark of a new item. */
  readonly mark?: unknown;
  /** The `loadedVersion` that an update gives, which nothing but a load sets. */
  readonly loadedVersion?: number;
}

/** The writes of one line, over all its attempts. */
export type SentWrites = SentWrite[];

/** Notes a new item that is about to be put. */
export const noteNew = (sent: SentWrites | undefined, fresh: Item): void => {
  if (fresh.p0 !== undefined) sent?.push({ done: { outcome: 'loaded' }, mark: fresh.p0 });
};

/** Notes an update that is about to be sent. */
export const noteUpdate = (sent: SentWrites | undefined, done: Done, loadedVersion: number): void => {
  sent?.push({ done, loadedVersion });
};

const shows = (found: Item, { mark, loadedVersion }: SentWrite): boolean =>
  mark !== undefined ? marksOf(found).includes(String(mark)) : found.loadedVersion === loadedVersion;

/** Whether a new item was refused because an earlier try of the same write had been applied without a response. */
export const isOwn = ({ failed }: TransactionRefused, fresh: Item): boolean =>
  fresh.p0 !== undefined && failed.get(0)?.p0 === fresh.p0;

/** What an earlier write of the line did, if the stored item shows it. */
export const landed = (sent: SentWrites | undefined, found: Item): Done | undefined =>
  sent?.find((each) => shows(found, each))?.done;
