/** The catalogue of a location's attributes on alpha (docs/decisions.md: catalogues). */
import groups from './alpha-attributes.json' with { type: 'json' };
import type { Category } from './categories.ts';
import { type Availability, isOfferedIn } from './countries.ts';
import { groupedOf } from './grouped.ts';

export type AlphaValueType = 'BOOL' | 'ENUM' | 'REPEATED_ENUM' | 'URL';

/** An attribute as responses show it. */
export interface AlphaAttribute {
  readonly attributeId: string;
  /** BOOL: true or false. ENUM: one of the values. REPEATED_ENUM: a list of some of them. URL: http or https. */
  readonly valueType: AlphaValueType;
  readonly displayName: string;
  readonly groupDisplayName: string;
  /** Its possible values; empty for URL. */
  readonly valueMetadata: readonly { readonly value: boolean | string; readonly displayName: string }[];
}

/** A row of the file. */
interface Row extends Availability {
  readonly attributeId: string;
  readonly displayName: string;
  readonly valueType: string;
  readonly values?: readonly { readonly value: string; readonly displayName: string }[];
  /**
   * The categories that have it, by their own ids or by those of their maps categories. With neither, all categories
   * have it.
   */
  readonly categories?: readonly string[];
  readonly mapsCategories?: readonly string[];
}

interface Known {
  readonly group: string;
  readonly row: Row;
  readonly attribute: AlphaAttribute;
}

const YES_OR_NO = [
  { value: true, displayName: 'Yes' },
  { value: false, displayName: 'No' },
] as const;

const known: readonly Known[] = groups.flatMap(({ group, displayName: groupDisplayName, attributes }) =>
  (attributes as readonly Row[]).map((row) => {
    const { attributeId, displayName, values = [] } = row;
    const valueType = row.valueType as AlphaValueType;
    const valueMetadata = valueType === 'BOOL' ? YES_OR_NO : values;
    return { group, row, attribute: { attributeId, valueType, displayName, groupDisplayName, valueMetadata } };
  }),
);
const byId: ReadonlyMap<string, Known> = new Map(known.map((each) => [each.row.attributeId, each]));
/** The categories that attributes name by id. */
const singled: ReadonlySet<string> = new Set(known.flatMap(({ row }) => row.categories ?? []));

const isOf = ({ categories, mapsCategories }: Row, { id, mapsCategoryId = '' }: Category): boolean =>
  (!categories && !mapsCategories) ||
  categories?.includes(id) === true ||
  mapsCategories?.includes(mapsCategoryId) === true;

type Grouped = Readonly<Record<string, readonly AlphaAttribute[]>>;
const made = new Map<string, Grouped>();

/**
 * The attributes that a category has in a country, by group name. Computed once for categories with the same
 * attributes.
 *
 * @param country - one of `CATALOGUE_COUNTRIES`
 */
export const alphaAttributesOf = (category: Category, country: string): Grouped => {
  const { id, mapsCategoryId } = category;
  const key = `${singled.has(id) ? id : ''} ${mapsCategoryId} ${country}`;
  const before = made.get(key);
  if (before) return before;
  const grouped = groupedOf(known, (row) => isOf(row, category) && isOfferedIn(row, country));
  made.set(key, grouped);
  return grouped;
};

/** The category and country for which an attribute is looked up; any, if left out. */
export interface AttributePlace {
  readonly category?: Category | undefined;
  /** A code of `catalogueCountry`. */
  readonly country?: string | undefined;
}

/** The attribute with exactly this id, and its group, if the category has it in the country; else `undefined`. */
export const findAlphaAttribute = (
  attributeId: string,
  { category, country }: AttributePlace = {},
): (AlphaAttribute & { readonly group: string }) | undefined => {
  const found = byId.get(attributeId);
  if (!found) return undefined;
  const { group, row, attribute } = found;
  const fits = (!category || isOf(row, category)) && (country === undefined || isOfferedIn(row, country));
  return fits ? { ...attribute, group } : undefined;
};
