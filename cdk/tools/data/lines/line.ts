/** What is said of each kind of line in a data file (docs/data-files.md); one file beside this one for each kind. */
import { identifier, text } from '../../../../lib/contract/atoms.ts';
import type { JsonObject } from '../../../../lib/contract/coercion.ts';
import type { Schema } from '../../../../lib/contract/operation.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import type { Entity } from '../../../../lib/dynamodb/entity.ts';
import type { Key } from '../../../../lib/dynamodb/keys.ts';
import type { Table } from '../../../../lib/dynamodb/table.ts';
import type { Owners } from '../owners.ts';

/** The value of the metering key of a partner and plan, made on first need. */
export type MeteringKeys = (partnerId: string, plan: string) => Promise<string>;

/** Where lines are written, and how. */
export interface LoadContext {
  readonly table: Table;
  /** The names of the usage plans. */
  readonly plans: readonly string[];
  readonly meteringKeys: MeteringKeys;
  readonly owners: Owners;
  /** Overwrites what partners have changed since it was loaded. */
  readonly force?: boolean | undefined;
  /** Tells those who have subscribed to it; without it an import is silent. */
  readonly events?: boolean | undefined;
  /** Says what would be done, and writes nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Refused {
  readonly refused: string;
}

/** What became of a line; `changed`: a partner has changed the record since it was loaded, so it was left. */
export type Written =
  | Refused
  | { readonly outcome: 'loaded' | 'unchanged' }
  | { readonly outcome: 'updated' | 'changed'; readonly fields: readonly string[] };

/** A line that keeps the rules of its kind. */
export interface Line {
  /** What it is about: `business 700101`. No two lines of a file are about the same. */
  readonly about: string;
  /** Keys beside its own that it writes: lines that are written at once must not share any. */
  readonly claims?: readonly string[];
  /** Whether it needs what another line of its pass may bring: refused, it is tried again after them. */
  readonly waits?: boolean;
  write(context: LoadContext): Promise<Written>;
}

/** A line of a data file, before it is written as JSON. */
export type ExportedLine = { readonly type: string; readonly [field: string]: unknown };

export interface LineKind {
  readonly entity: Entity;
  /** Lines of a lower pass are written first, as others need them. */
  readonly pass: 0 | 1 | 2 | 3;
  readonly schema: Schema;
  /** The field that an operation writes which replaces half a surrogate pair, and keeps U+0000, as this line does. */
  readonly mends?: string;
  /**
   * @param fields - in the schema's form, and valid by it
   * @param sent - as they came
   */
  read(fields: JsonObject, sent: JsonObject): Line | Refused;
  /** The line that makes this item when it is loaded; absent where none can. */
  readonly lineOf?: (item: Item) => ExportedLine;
  /** Where the index lists what an account has of this kind. */
  readonly ofAccount?: (partnerId: string, accountNumber: number) => string;
  /** Where the item is that belongs to one that is listed there, if it is another. */
  readonly beside?: (listed: Key) => Key;
}

export const refused = (reason: string): Refused => ({ refused: reason });

/** A record stays with its account: reviews, answers, counts, links and mappings of it would stay behind there. */
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

/** A number that names something in a data file. */
export const positive = { ...identifier, minimum: 1 } as const;

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
