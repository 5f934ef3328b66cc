/** The rules between the rows of a catalogue, and between catalogues. Pure. */
import { doubled, each, type Found, type Problem } from './catalogue-problems.ts';
import type { Catalogues, Group, MapsRow, Offered, Row } from './catalogue-rows.ts';
import type { CatalogueFile } from './catalogue-schemas.ts';
import { templateProblems } from './template-rules.ts';

const unknown = (path: string, id: string, whose: string): Found => ({
  path,
  what: `is ${JSON.stringify(id)}, which no ${whose} has as its id`,
});
const unknownMaps = (path: string, id: string): Found => unknown(path, id, 'maps category');

/** Finds references to ids that don't exist. */
const dangling = (
  names: readonly string[] | undefined,
  path: string,
  ids: ReadonlySet<string>,
  whose: string,
): Found[] => (names ?? []).flatMap((id, index) => (ids.has(id) ? [] : [unknown(`${path}[${index}]`, id, whose)]));

const offeredTwice = (rows: readonly Offered[], at = ''): Found[] =>
  rows.flatMap(({ onlyIn, notIn }, index) =>
    onlyIn && notIn ? [{ path: `${at}[${index}]`, what: 'has both onlyIn and notIn: one of them says it' }] : [],
  );

const categoryProblems = (rows: readonly Row[]): Found[] => [
  ...doubled(each(rows, 'id')),
  ...doubled(each(rows, 'name')),
  ...offeredTwice(rows),
];

/** A request names a maps category by its id or its name, so no name may be the id of another category. */
const mapsProblems = (rows: readonly MapsRow[]): Found[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.flatMap(({ id, name, parent, actionLinks = [] }, index) => {
    const at = `[${index}]`;
    const named = byId.get(name.toLowerCase());
    const above = byId.get(parent ?? '');
    return [
      // Two categories with the same name are reported as duplicates.
      ...(named && named.id !== id && named.name.toLowerCase() !== name.toLowerCase()
        ? [{ path: `${at}.name`, what: `is ${JSON.stringify(name)}, the id of another` }]
        : []),
      ...(parent === undefined || above ? [] : [unknownMaps(`${at}.parent`, parent)]),
      ...(above?.parent === undefined
        ? []
        : [{ path: `${at}.parent`, what: `is ${JSON.stringify(parent)}, which has a parent itself` }]),
      ...(parent === undefined && actionLinks.length === 0
        ? [{ path: at, what: 'has neither actionLinks nor a parent that has some' }]
        : []),
      ...doubled(each(actionLinks, 'id', `${at}.actionLinks`)),
    ];
  });
};

const groupProblems = (
  groups: readonly Group[],
  ids: { readonly categories: ReadonlySet<string>; readonly mapsCategories?: ReadonlySet<string> },
  whose: string,
): Found[] => [
  ...doubled(each(groups, 'group')),
  ...doubled(groups.flatMap(({ attributes }, index) => each(attributes, 'attributeId', `[${index}].attributes`))),
  ...groups.flatMap(({ attributes }, group) => [
    ...offeredTwice(attributes, `[${group}].attributes`),
    ...attributes.flatMap(({ categories, mapsCategories, values = [] }, index) => {
      const at = `[${group}].attributes[${index}]`;
      return [
        ...dangling(categories, `${at}.categories`, ids.categories, whose),
        ...dangling(mapsCategories, `${at}.mapsCategories`, ids.mapsCategories ?? new Set(), 'maps category'),
        ...doubled(each(values, 'value', `${at}.values`)),
      ];
    }),
  ]),
];

const hotelProblems = (groups: Catalogues['hotel-attributes.json']): Found[] => {
  const lists = Object.entries(groups).flatMap(([group, subgroups]) =>
    Object.entries(subgroups).map(([subgroup, rows]) => ({ at: `${group}.${subgroup}`, rows })),
  );
  return [
    ...doubled(lists.flatMap(({ at, rows }) => each(rows, 'attributeId', at))),
    ...doubled(lists.flatMap(({ at, rows }) => each(rows, 'columnId', at))),
    ...lists.flatMap(({ at, rows }) =>
      rows.flatMap(({ possibleValues = [] }, index) =>
        doubled(each(possibleValues, 'value', `${at}[${index}].possibleValues`)),
      ),
    ),
  ];
};

const hoursProblems = ({ alpha, maps }: Catalogues['more-hours-types.json'], mapsIds: ReadonlySet<string>): Found[] => [
  ...doubled(each(alpha, 'type', 'alpha')),
  ...doubled(each(maps, 'type', 'maps')),
  ...[...alpha.entries()].flatMap(([index, { mapsCategories }]) =>
    dangling(mapsCategories, `alpha[${index}].mapsCategories`, mapsIds, 'maps category'),
  ),
  ...[...maps.entries()].flatMap(([index, { categories }]) =>
    dangling(categories, `maps[${index}].categories`, mapsIds, 'maps category'),
  ),
];

const termProblems = ({ categories }: Catalogues['review-terms.json']): readonly Found[] => {
  const keywords = categories.flatMap((category) => category.keywords);
  return [
    ...doubled(each(categories, 'catId')),
    ...doubled(each(keywords, 'id')),
    ...doubled(each(keywords, 'keyword')),
  ];
};

/** All errors between rows and between files. */
export const problemsBetween = (catalogues: Catalogues): readonly Problem[] => {
  const business = catalogues['business-categories.json'];
  const maps = catalogues['maps-categories.json'];
  const businessIds = new Set(business.map(({ id }) => id));
  const mapsIds = new Set(maps.map(({ id }) => id));
  const sources = catalogues['review-sources.json'];
  const found: Readonly<Record<CatalogueFile, readonly Found[]>> = {
    'business-categories.json': [
      ...categoryProblems(business),
      ...business.flatMap(({ mapsCategoryId }, index) =>
        mapsCategoryId === undefined || mapsIds.has(mapsCategoryId)
          ? []
          : [unknownMaps(`[${index}].mapsCategoryId`, mapsCategoryId)],
      ),
    ],
    'maps-categories.json': [...categoryProblems(maps), ...mapsProblems(maps)],
    'beta-categories.json': categoryProblems(catalogues['beta-categories.json']),
    'gamma-categories.json': categoryProblems(catalogues['gamma-categories.json']),
    'healthcare-categories.json': categoryProblems(catalogues['healthcare-categories.json']),
    'alpha-attributes.json': groupProblems(
      catalogues['alpha-attributes.json'],
      { categories: businessIds, mapsCategories: mapsIds },
      'business category',
    ),
    'maps-attributes.json': groupProblems(catalogues['maps-attributes.json'], { categories: mapsIds }, 'maps category'),
    'hotel-attributes.json': hotelProblems(catalogues['hotel-attributes.json']),
    'more-hours-types.json': hoursProblems(catalogues['more-hours-types.json'], mapsIds),
    'review-sources.json': [...doubled(each(sources, 'alias')), ...doubled(each(sources, 'sourceId'))],
    'request-templates.json': templateProblems(catalogues['request-templates.json']),
    'review-terms.json': termProblems(catalogues['review-terms.json']),
  };
  return Object.entries(found).flatMap(([file, all]) => all.map((each) => ({ file: file as CatalogueFile, ...each })));
};
