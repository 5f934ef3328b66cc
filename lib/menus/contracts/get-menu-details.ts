/** Retrieve menu details: one record for each location of an account that has a menu. */
import { text } from '../../contract/atoms.ts';
import { errors, responseTooLarge } from '../../contract/errors.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';

const nullableText = { type: ['string', 'null'] } as const;
const number = { type: 'number' } as const;
const texts = { type: 'array', items: text } as const;

const labels = {
  type: 'array',
  items: {
    title: 'MenuLabel',
    type: 'object',
    properties: { displayName: text, description: nullableText, languageCode: text },
  },
} as const;
const price = {
  title: 'Price',
  type: 'object',
  properties: { currencyCode: text, units: number, nanos: { ...number, description: 'Billionths of a unit' } },
} as const;
const attributes = {
  title: 'MenuItemAttributes',
  type: 'object',
  properties: {
    price,
    allergen: texts,
    dietaryRestriction: texts,
    nutritionFacts: {
      type: 'object',
      properties: { calories: number, fatContent: text, proteinContent: text, carbohydrateContent: text },
    },
    ingredients: { type: 'array', items: { type: 'object', properties: { name: text } } },
    servesNumPeople: number,
    preparationMethods: texts,
    portionSize: { type: 'object', properties: { amount: number, unit: text } },
    mediaKeys: { type: 'array' },
  },
} as const;
const options = {
  type: 'array',
  items: { title: 'MenuOption', type: 'object', properties: { labels, attributes } },
} as const;
const items = {
  type: 'array',
  items: { title: 'MenuItem', type: 'object', properties: { labels, attributes, options } },
} as const;
const sections = {
  type: 'array',
  items: { title: 'MenuSection', type: 'object', properties: { labels, items } },
} as const;
const menus = {
  type: 'array',
  items: { title: 'Menu', type: 'object', properties: { cuisines: texts, labels, sections } },
} as const;

/** A menu as an operator's data file brings it: the record less its two numbers. The menus are kept as they come. */
export const menu = {
  type: 'object',
  required: ['id', 'menuDetails'],
  properties: {
    id: text,
    menuDetails: { type: 'object', 'x-read': 'opaque', required: ['menus'], properties: { name: text, menus } },
    createdAt: text,
    updatedAt: text,
    crmName: text,
  },
} as const;

export const getMenuDetails = {
  id: 'getMenuDetails',
  method: 'POST',
  path: '/v1/listing/menu-details',
  summary: 'Retrieve menu details',
  tag: 'Listings',
  description:
    'One record for each location of the account that has a menu, in order of business number. A number that is not a ' +
    'location of the account is 1011 for the whole request. No body is the same as an empty list of numbers.\n\n' +
    'With `Accept-Encoding: gzip` an answer of more than 1 MB comes compressed. One that is too large even so, and one ' +
    'over 6 MB for a client that does not accept gzip, is a 400: ask for it in pages, with `sindex` and `count`, until a ' +
    'page has fewer records than were asked for.',
  module: 'menus',
  headers: {
    'x-business-number': addressed(
      errors.businessInvalid,
      'The number of the account or of one of its locations; it selects the account',
    ),
  },
  query: {
    sortBy: {
      description: 'Accepted here or in the body; changes nothing',
      schema: { enum: ['frequency', 'keyword'] },
      error: errors.sortByInvalid,
    },
  },
  paging: { start: 'sindex', size: 'count', defaultSize: 10, most: 1000 },
  request: {
    title: 'MenuQuery',
    type: 'object',
    properties: {
      businessNumbers: {
        type: 'array',
        // A number that can't be a location's is not one of the account (1011): it is left for the store to miss.
        items: number,
        maxItems: 10_000,
        description: 'Location numbers; all locations of the account when empty',
      },
      sortBy: { enum: ['frequency', 'keyword'], 'x-errors': { enum: errors.sortByInvalid } },
    },
  },
  bodyOptional: true,
  reply: {
    type: 'array',
    items: {
      title: 'MenuRecord',
      type: 'object',
      additionalProperties: false,
      required: ['id', 'businessNumber', 'accountNumber', 'menuDetails', 'createdAt', 'updatedAt', 'crmName'],
      properties: {
        id: text,
        businessNumber: { type: 'integer' },
        accountNumber: { type: 'integer' },
        menuDetails: {
          type: 'object',
          required: ['name', 'error', 'menus', 'businessNumber', 'correlationId'],
          properties: {
            name: text,
            error: nullableText,
            menus,
            businessNumber: { type: 'integer' },
            correlationId: text,
          },
        },
        createdAt: { ...text, description: 'ISO 8601, UTC, with milliseconds' },
        updatedAt: { ...text, description: 'ISO 8601, UTC, with milliseconds' },
        crmName: text,
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid, sortByInvalid: errors.sortByInvalid, responseTooLarge },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
