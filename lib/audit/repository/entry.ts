/**
 * Entries of the audit: one item for each change of a record, in the partner's own partitions. Those of a location, of
 * an account and of the partner itself lie together, by time; the index has those of a day, by who wrote
 * (docs/audit.md).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { digest, joined, type Key, ofPartner, sortableTime } from '../../dynamodb/table/keys.ts';
import { TRACE, WRITER, type Writer, writerFrom } from '../../dynamodb/writes/writer.ts';

const DAY_SECONDS = 24 * 3600;

/** Where a record belongs: to a location, to an account, or to the partner alone. */
export type Place =
  | { readonly kind: 'business' | 'account'; readonly number: number }
  | { readonly kind: 'partner'; readonly number?: never };

/**
 * A field with its values before and after, as JSON text that may be cut; with its name alone where no value is shown.
 */
export type FieldChange =
  | readonly [name: string, before: string | null, after: string | null]
  | readonly [name: string];

export interface Entry {
  readonly partnerId: string;
  readonly place: Place;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The stream's name of the change. */
  readonly eventId: string;
  /** The type of the record. */
  readonly what: string;
  /** What names the record among those of its type and place. */
  readonly id?: string;
  readonly change: 'made' | 'changed' | 'deleted';
  readonly fields: readonly FieldChange[];
  /** How many fields are left out for their length. */
  readonly more: number;
  /** `undefined` where it was not written by what the project has. */
  readonly writer: string | undefined;
  /** The deleted record with which this one went, by the same writer: `business 700101`. */
  readonly goneWith?: string;
}

/** An entry as it is read. */
export interface StoredEntry extends Omit<Entry, 'eventId' | 'writer'> {
  readonly writer: Writer | undefined;
}

const text = { type: 'string' } as const;

export const auditEntryEntity: Entity = {
  type: 'auditEntry',
  keys: {
    pk: 'P#<partner>#AUDIT#BUSINESS#<number>, P#<partner>#AUDIT#ACCOUNT#<number>, P#<partner>#AUDIT#PARTNER',
    sk: '<milliseconds>#<digest of the stream’s id>',
    index: ['P#<partner>#AUDIT#<day>#<0 to 15>', '<who wrote>#<milliseconds>#<digest>'],
  },
  answers: 'Who changed what at this location, of this account or partner? What did this key change that day?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'what', 'change', 'fields', 'expiresAtSeconds'],
    properties: {
      partnerId: text,
      what: text,
      id: text,
      change: { enum: ['made', 'changed', 'deleted'] },
      fields: text,
      more: { type: 'integer' },
      goneWith: text,
      expiresAtSeconds: { type: 'integer' },
    },
  },
  exported: { not: 'it is about what happened here; it expires' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'is the audit' },
  removal: { withLocation: 'outlasts its subject', withAccount: 'outlasts its subject' },
  whenRestored: 'keeps',
};

export const auditTraceEntity: Entity = {
  type: TRACE,
  keys: { pk: 'P#<partner>#AUDIT#GONE#<digest of the deleted item’s key and mark>', sk: 'GONE' },
  answers: 'Who deleted the item that was here?',
  attributes: {
    type: 'object',
    required: ['partnerId', WRITER, 'at', 'expiresAtSeconds'],
    properties: { partnerId: text, [WRITER]: text, at: { type: 'integer' }, expiresAtSeconds: { type: 'integer' } },
  },
  exported: { not: 'it expires within two days' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'is taken up by the audit' },
  removal: { withLocation: 'expires', withAccount: 'expires' },
  whenRestored: 'keeps',
};

/** Where the entries of a place lie. */
export const entriesPartition = (partnerId: string, { kind, number }: Place): string =>
  kind === 'partner'
    ? ofPartner(partnerId, 'AUDIT', 'PARTNER')
    : ofPartner(partnerId, 'AUDIT', kind.toUpperCase(), number);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * An import of one partner writes entries as fast as its records, and DynamoDB takes 1,000 units a second of one partition:
 * so many hold the entries of a day.
 */
const SPREAD = 16;

const partOf = (eventId: string): number => digest(eventId).charCodeAt(0) % SPREAD;

const dayPartition = (partnerId: string, at: number, part: number): string =>
  ofPartner(partnerId, 'AUDIT', dayOf(at), part);

/** Where the index lists the entries of the day that a time lies in, UTC. */
export const dayPartitions = (partnerId: string, at: number): readonly string[] =>
  Array.from({ length: SPREAD }, (_, part) => dayPartition(partnerId, at, part));

/** With what the sort keys of a writer's entries begin in the index. */
export const writerPrefix = (writer: Writer | undefined): string => {
  if (!writer) return 'unknown#';
  return `${joined(writer.kind === 'key' ? writer.keyId : writer.kind)}#`;
};

const ID_LENGTH = 12;

/** @param days - so long it is kept */
export const entryItem = (entry: Entry, days: number): Item => {
  const { partnerId, place, at, eventId, fields, more, writer, ...rest } = entry;
  const sk = `${sortableTime(at)}#${digest(eventId).slice(0, ID_LENGTH)}`;
  return itemOf(
    'auditEntry',
    {
      partnerId,
      ...rest,
      fields: JSON.stringify(fields),
      ...(more > 0 && { more }),
      ...(writer !== undefined && { [WRITER]: writer }),
      expiresAtSeconds: epochSeconds() + days * DAY_SECONDS,
    },
    {
      ...({ pk: entriesPartition(partnerId, place), sk } satisfies Key),
      gsi1pk: dayPartition(partnerId, at, partOf(eventId)),
      gsi1sk: `${writerPrefix(writerFrom(writer))}${sk}`,
    },
  );
};

const placeOf = (pk: unknown): Place => {
  const [kind = '', number = ''] = String(pk).split('#').slice(3);
  return kind === 'BUSINESS' || kind === 'ACCOUNT'
    ? { kind: kind === 'BUSINESS' ? 'business' : 'account', number: Number(number) }
    : { kind: 'partner' };
};

/** The entry that an item holds: the opposite of `entryItem`. */
export const entryFrom = (item: Item): StoredEntry => ({
  partnerId: String(item.partnerId),
  place: placeOf(item.pk),
  at: Number(String(item.sk).split('#')[0]),
  what: String(item.what),
  ...(item.id !== undefined && { id: String(item.id) }),
  change: item.change as Entry['change'],
  fields: JSON.parse(String(item.fields)) as readonly FieldChange[],
  more: Number(item.more ?? 0),
  writer: writerFrom(item[WRITER]),
  ...(item.goneWith !== undefined && { goneWith: String(item.goneWith) }),
});
