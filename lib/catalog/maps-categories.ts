/** The catalogue of maps categories and their action links (decisions: catalogues, action links). */
import mapsCategories from './maps-categories.json' with { type: 'json' };

/** An action link type (spec 2.6). */
export interface ActionLink {
  /** Dotted identifier of a link type. */
  readonly id: string;
  /** Display label. */
  readonly name: string;
}

/** A maps category with the link types that apply to its locations (decisions: action links). */
export interface MapsCategory {
  readonly id: string;
  readonly actionLinks: readonly ActionLink[];
}

const byId: ReadonlyMap<string, readonly ActionLink[]> = new Map(
  (mapsCategories as readonly MapsCategory[]).map(({ id, actionLinks }) => [id, actionLinks]),
);

/** The action links of the maps category with exactly this id (spec 4.4a); undefined where there is none. */
export const actionLinksOf = (mapsCategoryId: string): readonly ActionLink[] | undefined => byId.get(mapsCategoryId);
