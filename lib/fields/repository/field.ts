/**
 * Custom fields of an account's locations, and their values. The record of a location has its values; each value
 * is also an item, so that no question about a field requires reading every location (docs/engineers.md: custom
 * fields).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

export const FIELD_TYPES = ['TEXT', 'URL', 'NUMBER', 'DATE', 'DROPDOWN_SINGLE', 'DROPDOWN_MULTI', 'TEXT_RAW'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** So many an account has at most, and so many of them may be searched by. */
export const MOST_FIELDS = 200;
export const MOST_FILTERABLE = 10;
/** Bytes of all fields of an account: lists, and writes that name a field, read them all. */
export const MOST_BYTES = 1_000_000;
/** Code points of a name. */
export const LONGEST_NAME = 100;
export const MOST_OPTIONS = 200;
/** Code points of an option. */
export const LONGEST_OPTION = 250;
/** Code points of a value, and of a default. */
export const LONGEST_VALUE = 5000;

/** The account whose fields they are. */
export interface FieldOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
}

export interface Field {
  readonly id: number;
  readonly fieldName: string;
  readonly type: FieldType;
  readonly defaultValue?: string;
  /** Of dropdowns. */
  readonly dropDownOptions?: readonly string[];
  readonly fieldDescription?: string;
  readonly filterable?: boolean;
  readonly isHidden?: boolean;
  /** ISO 8601, in UTC. */
  readonly created: string;
}

export interface StoredField extends Field {
  readonly version: number;
  readonly item: Item;
}

/** Attributes that an update may change, or remove. */
export const CHANGEABLE = ['defaultValue', 'dropDownOptions', 'fieldDescription', 'filterable', 'isHidden'] as const;

export const isDropdown = (type: FieldType): boolean => type.startsWith('DROPDOWN_');

/** Names are compared without case. */
export const nameKey = (name: string): string => name.trim().toLowerCase();

export const fieldsPartition = ({ partnerId, accountNumber }: FieldOwner): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'FIELDS');

// In this order, so that one query has the counts and all fields, and nothing of those that were deleted.
const COUNTS = 'COUNTS';
const FIELD = 'FIELD#';
const DELETED = 'GONE#';
/** Sort keys of what stands before those that were deleted. */
export const BEFORE_DELETED = DELETED;

export const fieldCountsKey = (owner: FieldOwner): Key => ({ pk: fieldsPartition(owner), sk: COUNTS });

export const fieldKey = (owner: FieldOwner, id: number): Key => ({
  pk: fieldsPartition(owner),
  sk: `${FIELD}${sortable(id)}`,
});

export const fieldTombstoneKey = (owner: FieldOwner, id: number): Key => ({
  pk: fieldsPartition(owner),
  sk: `${DELETED}${sortable(id)}`,
});

/** The id in the key of a field, also of one that was deleted; `undefined` of the counts. */
export const fieldIdIn = ({ sk }: Key): number | undefined => (sk === COUNTS ? undefined : Number(sk.split('#')[1]));

/** Where the values of a field are, by location. */
export const valuesPartition = ({ partnerId, accountNumber }: FieldOwner, fieldId: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'FIELD', fieldId);

export const fieldValueKey = (owner: FieldOwner, fieldId: number, businessNumber: number): Key => ({
  pk: valuesPartition(owner, fieldId),
  sk: sortable(businessNumber),
});

const recordOf = (owner: FieldOwner, { id: fieldId, type: fieldType, ...rest }: Field) => ({
  ...owner,
  fieldId,
  fieldType,
  ...rest,
});

/** The size of a new field. */
export const fieldBytes = (owner: FieldOwner, field: Field): number => recordBytes(recordOf(owner, field));

/** A new item for a field. */
export const fieldItem = (owner: FieldOwner, field: Field): Item => {
  const record = recordOf(owner, field);
  return itemOf(
    'customField',
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    { ...fieldKey(owner, field.id), gsi1pk: fieldsPartition(owner), gsi1sk: sortable(field.id) },
  );
};

const OPTIONAL = [...CHANGEABLE] as const;

/** The field that an item holds: the opposite of `fieldItem`. */
export const fieldFrom = (item: Item): StoredField => ({
  id: Number(item.fieldId),
  fieldName: String(item.fieldName),
  type: item.fieldType as FieldType,
  ...(Object.fromEntries(
    OPTIONAL.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as Partial<Field>),
  created: String(item.created),
  version: Number(item.version ?? 0),
  item,
});

/** A location's row of a field; a value that is left out is none. */
export interface ValueRow extends FieldOwner {
  readonly fieldId: number;
  readonly businessNumber: number;
  readonly value?: string | undefined;
}

/** @param mark - of the write of the location */
export const fieldValueItem = ({ value, ...row }: ValueRow, mark: string): Item =>
  itemOf(
    'fieldValue',
    { ...row, ...(value !== undefined && { value }), p0: mark },
    fieldValueKey(row, row.fieldId, row.businessNumber),
  );

/** What is left of a field that was deleted; by its name a row that was read before is known. */
export const fieldTombstone = (owner: FieldOwner, { id, fieldName, version }: StoredField, mark: string, at: string) =>
  itemOf(
    'fieldTombstone',
    { ...owner, fieldId: id, fieldName, deletedAt: at, version: version + 1, p0: mark },
    fieldTombstoneKey(owner, id),
  );
