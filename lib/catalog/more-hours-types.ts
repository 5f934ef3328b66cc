/** The catalogue of hour types: hours of a part of the business (docs/decisions.md: catalogues). */
import type { Category } from './categories.ts';
import { mapsCategoryById, mapsLineage } from './maps-categories.ts';
import file from './more-hours-types.json' with { type: 'json' };

export const HOURS_CHANNELS = ['alpha', 'maps'] as const;

/** A row of the file. If it names no categories, all have the type. */
interface AlphaRow {
  readonly type: string;
  /** The ids of maps categories: business categories with one of these have the type. */
  readonly mapsCategories?: readonly string[];
}
interface MapsRow {
  readonly type: string;
  /** The ids of the maps categories that have it, which includes their refinements. */
  readonly categories?: readonly string[];
}

const alpha: readonly AlphaRow[] = file.alpha;
const maps: readonly MapsRow[] = file.maps;
const made = new Map<string, readonly string[]>();

const keptOnce = (key: string, make: () => readonly string[]): readonly string[] => {
  const types = made.get(key) ?? make();
  made.set(key, types);
  return types;
};

/** The hour types of a location on alpha, by its primary category; all if that is unknown. */
export const alphaHoursTypes = (primary: Category | undefined): readonly string[] =>
  keptOnce(primary ? `alpha ${primary.mapsCategoryId}` : 'alpha', () =>
    alpha
      .filter(
        ({ mapsCategories }) => !mapsCategories || !primary || mapsCategories.includes(primary.mapsCategoryId ?? ''),
      )
      .map(({ type }) => type),
  );

/** The hour types of a location on maps, by the id of its maps category; all if the catalogue does not have it. */
export const mapsHoursTypes = (mapsCategoryId: string | undefined): readonly string[] => {
  const id = mapsCategoryById(mapsCategoryId ?? '')?.id;
  return keptOnce(id === undefined ? 'maps' : `maps ${id}`, () => {
    const ids = id === undefined ? undefined : mapsLineage(id);
    return maps
      .filter(({ categories }) => !categories || !ids || ids.some((each) => categories.includes(each)))
      .map(({ type }) => type);
  });
};
