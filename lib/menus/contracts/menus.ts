/** The menus of a location, as data files hold them and responses show them. */
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';

const nullableText = { type: ['string', 'null'] } as const;
const number = { type: 'number', format: 'double' } as const;
const texts = { type: 'array', items: text } as const;

const labels = field(
  {
    type: 'array',
    items: {
      title: 'MenuLabel',
      type: 'object',
      properties: {
        displayName: field(text, 'Name that is shown', 'Flat white'),
        description: field(nullableText, 'More about it', 'Double shot, steamed milk'),
        languageCode: field(text, 'Language of the texts', 'en'),
      },
    },
  },
  'Texts, one item per language',
);
const price = field(
  {
    title: 'Price',
    type: 'object',
    properties: {
      currencyCode: field(text, 'ISO 4217 code', 'USD'),
      units: field(number, 'Whole units', 4),
      nanos: field(number, 'Billionths of a unit', 250_000_000),
    },
  },
  'Price: `units` and `nanos` added up',
);
const nutritionFacts = {
  title: 'NutritionFacts',
  type: 'object',
  properties: {
    calories: field(number, 'Kilocalories', 120),
    fatContent: field(text, 'Fat with its unit', '6 g'),
    proteinContent: field(text, 'Protein with its unit', '7 g'),
    carbohydrateContent: field(text, 'Carbohydrates with their unit', '10 g'),
  },
} as const;
const ingredient = {
  title: 'Ingredient',
  type: 'object',
  properties: { name: field(text, 'Name', 'Espresso') },
} as const;
const portionSize = {
  title: 'PortionSize',
  type: 'object',
  properties: { amount: field(number, 'Amount', 8), unit: field(text, 'Unit of the amount', 'fl oz') },
} as const;
const attributes = field(
  {
    title: 'MenuItemAttributes',
    type: 'object',
    properties: {
      price,
      allergen: field(texts, 'Allergens', ['DAIRY']),
      dietaryRestriction: field(texts, 'Suitable diets', ['VEGETARIAN']),
      nutritionFacts: field(nutritionFacts, 'Nutrition facts'),
      ingredients: field({ type: 'array', items: ingredient }, 'Ingredients'),
      servesNumPeople: field(number, 'Number of people it serves', 1),
      preparationMethods: field(texts, 'How it is prepared', ['BREWED']),
      portionSize: field(portionSize, 'Size of a portion'),
      mediaKeys: field({ type: 'array', items: {} }, 'Keys of pictures, as imported', []),
    },
  },
  'Attributes',
);
const options = field(
  { type: 'array', items: { title: 'MenuOption', type: 'object', properties: { labels, attributes } } },
  'Options of the item',
);
const items = field(
  { type: 'array', items: { title: 'MenuItem', type: 'object', properties: { labels, attributes, options } } },
  'Items',
);
const sections = field(
  { type: 'array', items: { title: 'MenuSection', type: 'object', properties: { labels, items } } },
  'Sections of the menu',
);
export const menus = field(
  {
    type: 'array',
    items: {
      title: 'Menu',
      type: 'object',
      properties: { cuisines: field(texts, 'Cuisines', ['COFFEE']), labels, sections },
    },
  },
  'The menus of the location',
);
