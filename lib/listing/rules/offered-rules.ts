/** What a location may have of what its categories offer: hours of further types, action links and attributes. Pure. */
import type { RecordFacts } from '../../business/rules/facts.ts';
import { type ActionLink, actionLinksOf, findMapsCategory } from '../../catalog/maps-categories.ts';
import { alphaHoursTypes, mapsHoursTypes } from '../../catalog/more-hours-types.ts';
import { isObject, objectOf } from '../../contract/coercion.ts';
import type { Changes } from '../../contract/fields.ts';
import type { Rule } from '../../contract/rules.ts';
import { placeIn, placeOf, type Violation } from '../../contract/violations.ts';
import { mapsCategoryOf } from './action-links.ts';
import { mapsAttributes, wrong, wrongAt } from './catalogued.ts';
import { primaryAlphaCategory } from './catalogues.ts';
import type { FieldsOfRecord } from './record.ts';

export const PRIMARY = 'mapsListing.primaryCategory';
const MAPS_ATTRIBUTES = 'mapsListing.mapsLocationAttributes';
export const MORE_HOURS = 'additionalInfo.moreHours';
export const MAPS_HOURS = 'additionalInfo.mapsMoreHours';

/** The input of rules that need both sides of the record. */
export interface OwnFacts {
  /** By path of the listing. */
  readonly sent: Changes;
  readonly stored: FieldsOfRecord;
  /** The fields next to the profile after the change. */
  readonly own: Changes;
  /** The facts of the profile, including the location's maps category. */
  readonly facts: RecordFacts;
}

/** The input of rules that need the request alone. */
export interface OwnRequest {
  /** By path of the listing. */
  readonly sent: Changes;
  /** Whether any field of the maps block was sent, so that it requires a primary category. */
  readonly asksPrimary?: boolean;
}

export type OwnRule = Rule<OwnRequest, { readonly record: OwnFacts }>;

/** The maps category after the change, which decides about links, hours and attributes. */
const mapsCategoryAfter = ({ facts }: OwnFacts): string | undefined => {
  const text = (path: string) => facts.effective(path);
  const profile = Object.fromEntries(
    ['internalListing.category', 'alphaListing.primaryCategoryAlpha'].map((path) => [path, text(path)]),
  );
  return mapsCategoryOf(text('mapsCategoryId') as string | undefined, profile);
};

/**
 * Checks hour types against those that the location has after the change. Stored hours of another type can be cleared.
 *
 * @param isStored - whether hours of the type are stored
 */
export const hoursTypes = (
  path: string,
  sent: Changes,
  types: readonly string[],
  isStored: (type: string) => boolean,
): Violation[] =>
  Object.entries(objectOf(sent[path])).flatMap(([type, hours]) =>
    types.includes(type) || (Array.isArray(hours) && hours.length === 0 && isStored(type))
      ? []
      : [wrongAt(placeIn(placeOf(path), type), `must be one of ${types.join(', ')}`)],
  );

/** Of the sent category alone, where one is sent: then only the hours that it may clear depend on the record. */
const sentHoursTypes = (path: string, sent: Changes, types: readonly string[] | undefined): Violation[] =>
  types ? hoursTypes(path, sent, types, () => true) : [];

const storedHoursTypes = (path: string, { sent, stored }: OwnFacts, types: readonly string[]): Violation[] =>
  hoursTypes(path, sent, types, (type) => Object.hasOwn(objectOf(stored.own[path]), type));

export const actionLinks = (sent: Changes, offered: readonly ActionLink[]): Violation[] => {
  const links = sent['mapsListing.mapsActionLinks'];
  if (!Array.isArray(links)) return [];
  const ids = new Set(offered.map(({ id }) => id));
  return links.flatMap((link, index) =>
    isObject(link) && !ids.has(String(link.id))
      ? [wrong(`mapsListing.mapsActionLinks[${index}].id`, 'must be one that get maps action links answers')]
      : [],
  );
};

const PRIMARY_ALPHA = 'alphaListing.primaryCategoryAlpha';

/** The hour types that an alpha category offers. */
const alphaTypes = (category: unknown): readonly string[] =>
  alphaHoursTypes(primaryAlphaCategory({ [PRIMARY_ALPHA]: category }));

/** The id of the maps category that is sent, which decides whatever the record has. */
const mapsCategoryIn = (sent: Changes): string | undefined => {
  const named = sent[PRIMARY];
  return typeof named === 'string' ? findMapsCategory(named)?.id : undefined;
};

const offeredMapsAttributes = (all: OwnFacts): readonly Violation[] => {
  const mapsCategoryId = mapsCategoryAfter(all);
  const known = mapsCategoryId === undefined ? undefined : findMapsCategory(mapsCategoryId)?.id;
  return mapsAttributes(MAPS_ATTRIBUTES, all.sent[MAPS_ATTRIBUTES], known);
};

export const offeredRules: readonly OwnRule[] = [
  { path: MAPS_ATTRIBUTES, check: ({ sent }) => mapsAttributes(MAPS_ATTRIBUTES, sent[MAPS_ATTRIBUTES]) },
  {
    path: MAPS_ATTRIBUTES,
    checkLate: ({ sent }) => mapsAttributes(MAPS_ATTRIBUTES, sent[MAPS_ATTRIBUTES], mapsCategoryIn(sent)),
    needs: 'record',
    checkStored: offeredMapsAttributes,
  },
  {
    path: MORE_HOURS,
    checkLate: ({ sent }) => {
      const { [PRIMARY_ALPHA]: category } = sent;
      return sentHoursTypes(MORE_HOURS, sent, typeof category === 'string' ? alphaTypes(category) : undefined);
    },
    needs: 'record',
    checkStored: (all) => storedHoursTypes(MORE_HOURS, all, alphaTypes(all.facts.effective(PRIMARY_ALPHA))),
  },
  {
    path: MAPS_HOURS,
    checkLate: ({ sent }) => {
      const category = mapsCategoryIn(sent);
      return sentHoursTypes(MAPS_HOURS, sent, category === undefined ? undefined : mapsHoursTypes(category));
    },
    needs: 'record',
    checkStored: (all) => storedHoursTypes(MAPS_HOURS, all, mapsHoursTypes(mapsCategoryAfter(all))),
  },
  {
    path: 'mapsListing.mapsActionLinks',
    checkLate: ({ sent }) => {
      const category = mapsCategoryIn(sent);
      return category === undefined ? undefined : actionLinks(sent, actionLinksOf(category) ?? []);
    },
    needs: 'record',
    checkStored: (all) => actionLinks(all.sent, actionLinksOf(mapsCategoryAfter(all) ?? '') ?? []),
  },
];
