/**
 * Entries of the audit: one item for each change of a record, in the partner's own partitions. Those of a location, of an
 * account and of the partner itself lie together, by time; the index has those of a day, by who wrote (docs/audit.md).
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/entity.ts';
import { epochSeconds } from '../../dynamodb/expiry.ts';
import { digest, joined, type Key, ofPartner } from '../../dynamodb/keys.ts';
import { TRACE, WRITER, type Writer, writerFrom } from '../../dynamodb/writer.ts';

const DAY_SECONDS = 24 * 3600;

/** Where a record belongs: to a location, to an account, or to the partner alone. */
export type Place =
  | { readonly kind: 'business' | 'account'; readonly number: number }
  | { readonly kind: 'partner'; readonly number?: never };

/** A field with its values before and after, as JSON text that may be cut; with its name alone where no value is shown. */
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
  /** Went with this one, by whoever deleted it: `business 700101`. */
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
    index: ['P#<partner>#AUDIT#<day>', '<who wrote>#<milliseconds>#<digest>'],
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
  audit: { not: 'is the audit' },
  removal: { withLocation: 'outlasts what it tells of', withAccount: 'outlasts what it tells of' },
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
  audit: { not: 'is taken up by the audit' },
  removal: { withLocation: 'expires', withAccount: 'expires' },
};

/** Where the entries of a place lie. */
export const entriesPartition = (partnerId: string, { kind, number }: Place): string =>
  kind === 'partner'
    ? ofPartner(partnerId, 'AUDIT', 'PARTNER')
    : ofPartner(partnerId, 'AUDIT', kind.toUpperCase(), number);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Where the index lists the entries of the day that a time lies in, UTC. */
export const dayPartition = (partnerId: string, at: number): string => ofPartner(partnerId, 'AUDIT', dayOf(at));

/** With what the sort keys of a writer's entries begin in the index. */
export const writerPrefix = (writer: Writer | undefined): string => {
  if (!writer) return 'unknown#';
  return `${joined(writer.kind === 'key' ? writer.keyId : writer.kind)}#`;
};

/** Sorts as times do. */
export const timeText = (at: number): string => String(at).padStart(13, '0');

const ID_LENGTH = 12;

/** @param days - so long it is kept */
export const entryItem = (entry: Entry, days: number): Item => {
  const { partnerId, place, at, eventId, fields, more, writer, ...rest } = entry;
  const sk = `${timeText(at)}#${digest(eventId).slice(0, ID_LENGTH)}`;
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
      gsi1pk: dayPartition(partnerId, at),
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
