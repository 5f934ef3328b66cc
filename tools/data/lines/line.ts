/** The definition of a kind of line in a data file (docs/data-files.md); each kind has its own file in this folder. */
import { isDeepStrictEqual } from 'node:util';
import { identifier, text } from '../../../lib/contract/atoms.ts';
import type { JsonObject } from '../../../lib/contract/coercion.ts';
import type { Schema } from '../../../lib/contract/operation.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Entity } from '../../../lib/dynamodb/table/entity.ts';
import type { Key } from '../../../lib/dynamodb/table/keys.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { Owners } from '../owners.ts';
import type { SentWrites } from '../sent-writes.ts';

/** Returns the value of the metering key of a partner and plan, and makes it when first needed. */
export type MeteringKeys = (partnerId: string, plan: string) => Promise<string>;

/** The table to write to, and the options. */
export interface LoadContext {
  readonly table: Table;
  /** The names of the usage plans. */
  readonly plans: readonly string[];
  readonly meteringKeys: MeteringKeys;
  readonly owners: Owners;
  /** Overwrites changes that partners have made since the load. */
  readonly force?: boolean | undefined;
  /** Sends events to subscribers; without it an import sends none. */
  readonly events?: boolean | undefined;
  /** Reports what would be done, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** What the line has sent so far, in this attempt and in those before. */
  readonly sent?: SentWrites | undefined;
}

export interface Refused {
  readonly refused: string;
}

/** The result of a line; `changed`: a partner has changed the record since it was loaded, so it was skipped. */
export type Written =
  | Refused
  | { readonly outcome: 'loaded' | 'unchanged' }
  | { readonly outcome: 'updated' | 'changed'; readonly fields: readonly string[] };

/** A line that follows the rules of its kind. */
export interface Line {
  /** What the line is about: `business 700101`. It is unique in a file. */
  readonly about: string;
  /** The same without the account, which a line of this kind may leave out. */
  readonly withoutAccount?: string;
  /** Keys that it writes in addition to its own: lines that are written concurrently must not share any. */
  readonly locks?: readonly string[];
  /** Whether it may need another line of its pass: if refused, it is retried after the others. */
  readonly waits?: boolean;
  write(context: LoadContext): Promise<Written>;
}

/** A line of a data file, before it is written as JSON. */
export type ExportedLine = { readonly type: string; readonly [field: string]: unknown };

/** The fields in which two lines differ. */
export const differingFields = (one: ExportedLine, other: ExportedLine): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => !isDeepStrictEqual(one[name], other[name]),
  );

export interface LineKind {
  readonly entity: Entity;
  /** The `type` of the line, if another kind of line has that of the entity. */
  readonly name?: string;
  /** Lines of a lower pass are written first, as others need them. */
  readonly pass: 0 | 1 | 2 | 3;
  readonly schema: Schema;
  /** The field for which an operation, like this line, replaces unpaired surrogates and keeps U+0000. */
  readonly repairs?: string;
  /**
   * Reads a line.
   *
   * @param fields - the fields, coerced to the schema's types and valid
   * @param sent - the fields as in the file
   */
  read(fields: JsonObject, sent: JsonObject): Line | Refused;
  /** The line that makes this item, with its parts, when it is loaded; absent if no line can. */
  readonly lineOf?: (item: Item, parts?: readonly Item[]) => ExportedLine;
  /** Where other items of its line lie, if it has any: a partition of the table, and how their sort keys begin. */
  readonly partsAt?: (item: Item) => { readonly pk: string; readonly prefix: string };
  /** The partition of the table that holds an account's items of this kind. */
  readonly lyingAt?: (partnerId: string, accountNumber: number) => string;
  /** The partition of the index that lists an account's items of this kind, if they lie apart. */
  readonly ofAccount?: (partnerId: string, accountNumber: number) => string;
  /** Finds an account's items of this kind, if the index does not list them. */
  readonly within?: (table: Table, partnerId: string, accountNumber: number) => AsyncIterable<readonly Item[]>;
  /** The keys of the items that belong to a listed one, if they are others. */
  readonly related?: (listed: Key) => Key | readonly Key[];
}

export const refused = (reason: string): Refused => ({ refused: reason });

/** Refuses to move a record to another account: its reviews, answers, counts, links and mappings would stay behind. */
export const refusedMove = (
  found: { readonly accountNumber?: unknown } | undefined,
  about: string,
  accountNumber: number,
): Refused | undefined =>
  found && found.accountNumber !== accountNumber
    ? refused(
        `accountNumber: ${about} is of account ${found.accountNumber}, and can't move to account ${accountNumber}`,
      )
    : undefined;

/** The index of the first row with the key of an earlier one; -1 if all differ. Each row makes an item at its key. */
export const repeatedAt = (keys: readonly unknown[]): number => keys.findIndex((key, at) => keys.indexOf(key) < at);

/** A number that identifies a record in a data file. */
export const positive = { ...identifier, minimum: 1 } as const;

export const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

/** A time as a number, up to the last millisecond of the year 9999. */
export const epochMilliseconds = { type: 'integer', minimum: 0, maximum: 253_402_300_799_999 } as const;

export const partnerIdText = {
  ...text,
  pattern: '^[a-z0-9-]{1,64}$',
  'x-errors': { pattern: 'must be 1 to 64 of a-z, 0-9 and -' },
} as const;

/** The schema of a line; the fields that are not optional are required. */
export const lineOf = (
  properties: Readonly<Record<string, unknown>>,
  optional: Readonly<Record<string, unknown>> = {},
): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties: { ...properties, ...optional },
});
