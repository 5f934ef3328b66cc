/** Custom fields as they are answered. Pure. */
import type { Business } from '../business/repository/business.ts';
import type { Field, StoredField } from './repository/field.ts';
import { rowsOf } from './repository/location-fields.ts';

export const createdReply = (id: number, fieldName: string, created: string) => {
  const time = Date.parse(created);
  return { id, fieldName, created: time, updated: time };
};

/** The value that a location has of a field; blank where it has none. */
export const valueAt = ({ id }: Pick<Field, 'id'>, location: Pick<Business, 'profile'>): string =>
  rowsOf(location).find((row) => row.id === id)?.fieldValue ?? '';

export const fieldReply = (field: StoredField, location?: Business) => ({
  id: field.id,
  fieldName: field.fieldName,
  type: field.type,
  fieldDescription: field.fieldDescription ?? '',
  filterable: field.filterable ?? false,
  isHidden: field.isHidden ?? false,
  dropDownOptions: field.dropDownOptions ?? [],
  defaultValue: field.defaultValue ?? '',
  ...(location && { fieldValue: valueAt(field, location) }),
});

export const valueReply = (field: StoredField, location: Business, allBusinesses: boolean) => ({
  id: field.id,
  fieldName: field.fieldName,
  type: field.type,
  fieldValue: valueAt(field, location),
  defaultValue: field.defaultValue ?? '',
  isHidden: field.isHidden ?? false,
  filterable: field.filterable ?? false,
  allBusinesses,
});

/** The version of a field, and of its value at a location. */
export const versionOf = ({ version }: StoredField, location?: Business): number | string =>
  location ? `${version}.${location.version}` : version;
