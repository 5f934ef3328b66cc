/** The catalogue of types of more hours: hours of a part of the business (docs/decisions.md: catalogues). */
import type { Category } from './categories.ts';
import { mapsCategoryById, mapsLineage } from './maps-categories.ts';
import file from './more-hours-types.json' with { type: 'json' };

export const HOURS_CHANNELS = ['alpha', 'maps'] as const;

/** A row of the file. Where it names no categories, all have the type. */
interface AlphaRow {
  readonly type: string;
  /** Ids of the maps categories of the business categories that have it. */
  readonly mapsCategories?: readonly string[];
}
interface MapsRow {
  readonly type: string;
  /** Ids of the maps categories that have it, with those that refine them. */
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

/** The types that a location has on alpha, by its primary category; all of them where that is not known. */
export const alphaHoursTypes = (primary: Category | undefined): readonly string[] =>
  keptOnce(primary ? `alpha ${primary.mapsCategoryId}` : 'alpha', () =>
    alpha
      .filter(
        ({ mapsCategories }) => !mapsCategories || !primary || mapsCategories.includes(primary.mapsCategoryId ?? ''),
      )
      .map(({ type }) => type),
  );

/** The types that a location has on maps, by the id of its maps category; all of them where the catalogue does not hold it. */
export const mapsHoursTypes = (mapsCategoryId: string | undefined): readonly string[] => {
  const id = mapsCategoryById(mapsCategoryId ?? '')?.id;
  return keptOnce(id === undefined ? 'maps' : `maps ${id}`, () => {
    const ids = id === undefined ? undefined : mapsLineage(id);
    return maps
      .filter(({ categories }) => !categories || !ids || ids.some((each) => categories.includes(each)))
      .map(({ type }) => type);
  });
};
