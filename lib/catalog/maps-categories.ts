/** The catalogue of maps categories and their action links (docs/decisions.md: catalogues, action links). */
import mapsCategories from './maps-categories.json' with { type: 'json' };

/** An action link type. */
export interface ActionLink {
  /** Dotted identifier of a link type. */
  readonly id: string;
  /** Display label. */
  readonly name: string;
}

/** A maps category with the link types that apply to its locations (docs/decisions.md: action links). */
export interface MapsCategory {
  readonly id: string;
  readonly actionLinks: readonly ActionLink[];
}

const byId: ReadonlyMap<string, readonly ActionLink[]> = new Map(
  (mapsCategories as readonly MapsCategory[]).map(({ id, actionLinks }) => [id, actionLinks]),
);

/** The action links of the maps category with exactly this id; undefined where there is none. */
export const actionLinksOf = (mapsCategoryId: string): readonly ActionLink[] | undefined => byId.get(mapsCategoryId);
