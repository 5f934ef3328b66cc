/**
 * JSON Schemas of the catalogues of `lib/catalog`. Rules between rows and between files are in `catalogue-rules.ts`.
 */
import { CATALOGUE_COUNTRIES } from '../../lib/catalog/countries.ts';

const text = { type: 'string', pattern: '\\S' } as const;
/** The subject of an email. */
const oneLine = { type: 'string', pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$' } as const;
/** Ids go into requests and stay in records. */
const id = { type: 'string', pattern: '^[A-Za-z0-9]\\w*(?:\\.\\w+)*$' } as const;
/** Names of categories are sent as comma-separated text. */
const name = { type: 'string', pattern: '^[^\\s,](?:[^,]*[^\\s,])?$' } as const;
const colour = { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' } as const;
const httpsUrl = { type: 'string', pattern: '^https://[^\\s/]+\\S*$' } as const;
const flag = { type: 'boolean' } as const;
const number = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;
const countries = { type: 'array', minItems: 1, uniqueItems: true, items: { enum: CATALOGUE_COUNTRIES } } as const;
const ids = { type: 'array', minItems: 1, uniqueItems: true, items: id } as const;
const availability = { onlyIn: countries, notIn: countries } as const;

/** An object with these fields and no others, so that a misspelled field is an error. */
const exactly = (required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...required, ...optional },
});
const listOf = (items: object) => ({ type: 'array', minItems: 1, items });

const categories = listOf(exactly({ id, name }, availability));

const values = listOf(exactly({ value: id, displayName: text }));
const alphaAttribute = (types: readonly string[], required: Readonly<Record<string, object>>) =>
  exactly(
    { attributeId: id, displayName: text, valueType: { enum: types }, ...required },
    { categories: ids, mapsCategories: ids, ...availability },
  );

const hotelAttribute = (types: readonly string[], required: Readonly<Record<string, object>>) =>
  exactly({
    attributeId: id,
    attributeName: text,
    columnId: { type: 'integer', minimum: 1 },
    valueType: { enum: types },
    ...required,
  });

/** A row has one of two shapes, depending on its type. Only the errors of the shape of its type are reported. */
const byType = (types: readonly string[], then: object, otherwise: object) => ({
  if: { type: 'object', properties: { valueType: { enum: types } }, required: ['valueType'] },
  then,
  else: otherwise,
});

const HOTEL_GROUPS = [
  ...['services', 'policiesAndPayments', 'foodAndDrink', 'pools', 'wellness', 'activities', 'transportation'],
  ...['families', 'connectivity', 'business', 'accessibility', 'pets', 'parking', 'housekeeping', 'healthAndSafety'],
  ...['sustainability', 'viewsFromUnit'],
];
const SELECTS = ['SINGLE_SELECT', 'MULTI_SELECT'];
const ENUMS = ['ENUM', 'REPEATED_ENUM'];
const hotelSubgroups = {
  type: 'object',
  minProperties: 1,
  propertyNames: id,
  additionalProperties: listOf(
    byType(
      SELECTS,
      hotelAttribute(SELECTS, { possibleValues: listOf(exactly({ value: id, name: text })) }),
      hotelAttribute(['BOOLEAN', 'INTEGER', 'YEAR', 'TIME', ...SELECTS], {}),
    ),
  ),
};

/** A schema for each file. */
export const catalogueSchemas = {
  'business-categories.json': listOf(
    exactly({ id, name }, { servesFood: flag, mapsCategoryId: id, primary: flag, ...availability }),
  ),
  'maps-categories.json': listOf(
    exactly({ id, name }, { parent: id, actionLinks: listOf(exactly({ id, name: text })), ...availability }),
  ),
  'beta-categories.json': categories,
  'gamma-categories.json': categories,
  'healthcare-categories.json': categories,
  'alpha-attributes.json': listOf(
    exactly({
      group: id,
      displayName: text,
      attributes: listOf(
        byType(ENUMS, alphaAttribute(ENUMS, { values }), alphaAttribute(['BOOL', 'URL', ...ENUMS], {})),
      ),
    }),
  ),
  'maps-attributes.json': listOf(
    exactly({
      group: id,
      attributes: listOf(exactly({ attributeId: id, description: text }, { categories: ids, ...availability })),
    }),
  ),
  'hotel-attributes.json': exactly(Object.fromEntries(HOTEL_GROUPS.map((group) => [group, hotelSubgroups]))),
  'more-hours-types.json': exactly({
    alpha: listOf(exactly({ type: name }, { mapsCategories: ids })),
    maps: listOf(exactly({ type: name }, { categories: ids })),
  }),
  'review-sources.json': listOf(
    exactly(
      {
        alias: text,
        sourceId: number,
        sourceName: text,
        thumbnailUrl: httpsUrl,
        backGroundColor: colour,
        textColor: colour,
        reviewFormUrl: httpsUrl,
      },
      { lists: flag },
    ),
  ),
  'request-templates.json': listOf(
    exactly({
      templateId: number,
      name: text,
      kind: { enum: ['review', 'survey'] },
      sms: { ...text, maxLength: 300 },
      email: exactly({ subject: { ...oneLine, maxLength: 100 }, text: { ...text, maxLength: 5000 } }),
    }),
  ),
  'review-terms.json': exactly({
    negators: listOf(text),
    values: { type: 'object', additionalProperties: { type: 'integer', minimum: -5, maximum: 5 } },
    categories: listOf(
      exactly({
        catId: number,
        catName: text,
        keywords: listOf(exactly({ id: number, keyword: text, forms: listOf(text) })),
      }),
    ),
  }),
} as const;

export type CatalogueFile = keyof typeof catalogueSchemas;
