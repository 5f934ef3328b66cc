/** What of a table is a partner's, whatever kind of item it is. */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import type { OpenTable } from '../open-table.ts';
import { scanItems } from './commands/scan.ts';
import { lineFor } from './export.ts';
import type { ExportedLine } from './lines/line.ts';

/**
 * The partner stands in the key of its items. Keys, numbers and what is due stand outside, and name it in `partnerId`: a new kind
 * of item out there must do so too.
 */
const IN_KEY = /^(?:SECRET#)?P#([^#]+)(?:#|$)/;

/** Whose an item is; `undefined` where it is nobody's. */
export const partnerOf = ({ pk, partnerId }: Item): string | undefined =>
  IN_KEY.exec(String(pk))?.[1] ?? (partnerId === undefined ? undefined : String(partnerId));

const itemsOf = async function* (table: OpenTable, partnerId: string): AsyncGenerator<Item> {
  for await (const item of scanItems(table)) if (partnerOf(item) === partnerId) yield item;
};

/** All records of a partner that data files have a line for. Reads the whole table. */
export const recordsOf = async function* (table: OpenTable, partnerId: string): AsyncGenerator<ExportedLine> {
  for await (const item of itemsOf(table, partnerId)) {
    const line = lineFor(item);
    if (line) yield line;
  }
};

/** Kinds that a partner has made, that no line stands for, and that hold no secret. */
const WITHOUT_A_LINE = new Set(['aggregationLink', 'media', 'subscription']);

/** Those records, as they lie in the table. Reads the whole of it. */
export const recordsWithoutLines = async function* (table: OpenTable, partnerId: string): AsyncGenerator<ExportedLine> {
  for await (const item of itemsOf(table, partnerId))
    if (WITHOUT_A_LINE.has(String(item.type))) yield item as ExportedLine;
};
