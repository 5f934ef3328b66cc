/** The catalogue of maps categories and their action links (docs/decisions.md: catalogues, action links). */
import type { Availability } from './countries.ts';
import mapsCategoriesFile from './maps-categories.json' with { type: 'json' };

/** An action link type. */
export interface ActionLink {
  /** Dotted identifier of a link type. */
  readonly id: string;
  /** Display label. */
  readonly name: string;
}

/** A maps category with the link types that apply to its locations (docs/decisions.md: action links). */
export interface MapsCategory extends Availability {
  readonly id: string;
  readonly name: string;
  /** The id of the category that it refines. That one refines no other. */
  readonly parent?: string;
  /** Left out if they equal those of the parent. */
  readonly actionLinks?: readonly ActionLink[];
}

/** All maps categories, in file order. */
export const mapsCategories = mapsCategoriesFile as readonly MapsCategory[];

const byId: ReadonlyMap<string, MapsCategory> = new Map(mapsCategories.map((category) => [category.id, category]));

/** The maps category with exactly this id. */
export const mapsCategoryById = (id: string): MapsCategory | undefined => byId.get(id);

const keyOf = (name: string): string => name.trim().toLowerCase();
const longest = Math.max(...mapsCategories.map(({ name }) => name.length));
let byName: ReadonlyMap<string, MapsCategory> | undefined;

/**
 * Finds a maps category by its exact id, or by its name, trimmed and case-insensitive. No name equals the id of another
 * one.
 */
export const findMapsCategory = (nameOrId: string): MapsCategory | undefined => {
  const trimmed = nameOrId.trim();
  const named = byId.get(trimmed);
  // Avoid folding a text that is as long as a body.
  if (named || trimmed.length > longest) return named;
  byName ??= new Map(mapsCategories.map((category) => [keyOf(category.name), category]));
  return byName.get(keyOf(trimmed));
};

/** The ids whose catalogue entries apply to a maps category: its own, and that of the one that it refines. */
export const mapsLineage = (id: string): readonly string[] => {
  const parent = byId.get(id)?.parent;
  return parent === undefined ? [id] : [id, parent];
};

/** The action links of the maps category with exactly this id; `undefined` if there is none. */
export const actionLinksOf = (mapsCategoryId: string): readonly ActionLink[] | undefined => {
  const { actionLinks, parent } = byId.get(mapsCategoryId) ?? {};
  return actionLinks ?? (parent === undefined ? undefined : byId.get(parent)?.actionLinks);
};
