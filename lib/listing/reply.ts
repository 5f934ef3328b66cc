/**
 * Builds the response of get listing: every field of every block, whatever is stored (docs/decisions.md: listings).
 * Pure.
 */
import { countryName } from '../catalog/country-names.ts';
import { mapsCategoryById } from '../catalog/maps-categories.ts';
import type { JsonObject } from '../contract/coercion.ts';
import { fieldsOfSchema, type Plan } from '../contract/plan.ts';
import { listing } from './contracts/listing-body.ts';
import type { ListingRecord } from './repository/listing.ts';
import { listingState, shownState } from './repository/listing.ts';
import { ownReads, sharedByListing, UNSET } from './rules/field-map.ts';
import { type FieldsOfRecord, fieldsOf } from './rules/record.ts';

const TEXTS: ReadonlySet<Plan['kind']> = new Set(['text', 'text-list', 'country']);

const emptyOf = ({ path, isArray, kind }: Plan): unknown => {
  if (UNSET[path] !== undefined) return UNSET[path];
  if (isArray) return [];
  if (TEXTS.has(kind)) return '';
  return kind === 'map' || kind === 'opaque' ? {} : null;
};

const answerOf = (field: Plan, { profile, own }: FieldsOfRecord): unknown => {
  const shared = sharedByListing.get(field.path);
  const stored = shared ? profile[shared.profile] : own[field.path];
  if (stored === undefined || stored === null) return emptyOf(field);
  const read = shared ? shared.read : ownReads.get(field.path);
  return read ? read(stored) : stored;
};

const blockOf = (fields: readonly Plan[], record: FieldsOfRecord): JsonObject =>
  Object.fromEntries(
    fields.map((field) => [field.name, field.isNested ? blockOf(field.fields, record) : answerOf(field, record)]),
  );

/** The name of a maps category; its id if the catalogue does not have it. */
const nameOf = (id: string): string => mapsCategoryById(id)?.name ?? id;

/** The blocks of a listing, without the other fields of the response. */
export const blocksReply = (record: FieldsOfRecord): Readonly<Record<string, JsonObject>> =>
  blockOf(fieldsOfSchema(listing), record) as Readonly<Record<string, JsonObject>>;

export const listingReply = (record: ListingRecord): JsonObject => {
  const blocks = blocksReply(fieldsOf(record));
  const { businessInfo, mapsListing } = blocks;
  const location = businessInfo?.location as JsonObject;
  const { primaryCategory, additionalCategories } = mapsListing as {
    readonly primaryCategory: string;
    readonly additionalCategories: readonly string[];
  };
  return {
    listingState: shownState(record.business, listingState(record)),
    ...blocks,
    businessInfo: {
      ...businessInfo,
      location: { ...location, countryName: countryName(String(location.countryCode)) },
    },
    mapsListing: {
      ...mapsListing,
      primaryCategoryName: nameOf(primaryCategory),
      additionalCategoriesNames: additionalCategories.map(nameOf),
    },
  };
};
