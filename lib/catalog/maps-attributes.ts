/** The catalogue of a location's attributes on maps (docs/decisions.md: catalogues). */
import { type Availability, isOfferedIn } from './countries.ts';
import { groupedOf } from './grouped.ts';
import groups from './maps-attributes.json' with { type: 'json' };
import { mapsCategoryById, mapsLineage } from './maps-categories.ts';

/** An attribute as responses show it. */
export interface MapsAttribute {
  /** Dotted: its group, then its name in the group. */
  readonly attributeId: string;
  readonly description: string;
}

/** A row of the file. */
interface Row extends MapsAttribute, Availability {
  /** The ids of the maps categories that have it, which includes their refinements. If left out, all have it. */
  readonly categories?: readonly string[];
}

interface Known {
  readonly group: string;
  readonly row: Row;
  readonly attribute: MapsAttribute;
}

const known: readonly Known[] = groups.flatMap(({ group, attributes }) =>
  (attributes as readonly Row[]).map((row) => {
    const { attributeId, description } = row;
    return { group, row, attribute: { attributeId, description } };
  }),
);
const byId: ReadonlyMap<string, Known> = new Map(known.map((each) => [each.row.attributeId, each]));

const isOf = ({ categories }: Row, mapsCategoryId: string | undefined): boolean =>
  !categories || (mapsCategoryId !== undefined && mapsLineage(mapsCategoryId).some((id) => categories.includes(id)));

type Grouped = Readonly<Record<string, readonly MapsAttribute[]>>;
const made = new Map<string, Grouped>();

/**
 * The attributes that a maps category has, by the dotted name of their group. Computed once for each.
 *
 * @param mapsCategoryId - if left out or unknown, the attributes common to all categories are returned
 * @param country - one of `CATALOGUE_COUNTRIES`; any if left out
 */
export const mapsAttributesOf = (mapsCategoryId: string | undefined, country?: string): Grouped => {
  const id = mapsCategoryById(mapsCategoryId ?? '')?.id;
  const key = `${id} ${country}`;
  const before = made.get(key);
  if (before) return before;
  const grouped = groupedOf(known, (row) => isOf(row, id) && (country === undefined || isOfferedIn(row, country)));
  made.set(key, grouped);
  return grouped;
};

/**
 * The attribute with exactly this id, and its group, if the maps category has it; else `undefined`.
 *
 * @param mapsCategoryId - any category if left out
 */
export const findMapsAttribute = (
  attributeId: string,
  mapsCategoryId?: string,
): (MapsAttribute & { readonly group: string }) | undefined => {
  const found = byId.get(attributeId);
  if (!found || (mapsCategoryId !== undefined && !isOf(found.row, mapsCategoryId))) return undefined;
  return { ...found.attribute, group: found.group };
};
