/** Requests of retrieve menu details against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { getMenuDetails } from './get-menu-details.ts';

const coffee = {
  id: 'menu-700102',
  businessNumber: 700102,
  accountNumber: 700100,
  menuDetails: {
    name: 'Copper Kettle Coffee',
    error: null,
    menus: [
      {
        cuisines: ['COFFEE'],
        labels: [{ displayName: 'All day', description: null, languageCode: 'en' }],
        sections: [
          {
            labels: [{ displayName: 'Coffee', description: null, languageCode: 'en' }],
            items: [
              {
                labels: [{ displayName: 'Flat white', description: 'Double shot, steamed milk', languageCode: 'en' }],
                attributes: {
                  price: { currencyCode: 'USD', units: 4, nanos: 250000000 },
                  allergen: ['DAIRY'],
                  dietaryRestriction: ['VEGETARIAN'],
                  nutritionFacts: {
                    calories: 120,
                    fatContent: '6 g',
                    proteinContent: '7 g',
                    carbohydrateContent: '10 g',
                  },
                  ingredients: [{ name: 'Espresso' }, { name: 'Milk' }],
                  servesNumPeople: 1,
                  preparationMethods: [],
                  portionSize: { amount: 8, unit: 'fl oz' },
                  mediaKeys: [],
                },
                options: [
                  {
                    labels: [{ displayName: 'Oat milk', description: null, languageCode: 'en' }],
                    attributes: { price: { currencyCode: 'USD', units: 0, nanos: 750000000 } },
                  },
                  {
                    labels: [{ displayName: 'Extra shot', description: null, languageCode: 'en' }],
                    attributes: { price: { currencyCode: 'USD', units: 1, nanos: 0 } },
                  },
                ],
              },
              {
                labels: [{ displayName: 'Filter of the day', description: 'Single origin', languageCode: 'en' }],
                attributes: {
                  price: { currencyCode: 'USD', units: 3, nanos: 500000000 },
                  allergen: [],
                  dietaryRestriction: ['VEGAN'],
                  nutritionFacts: { calories: 5, fatContent: '0 g', proteinContent: '0 g', carbohydrateContent: '1 g' },
                  ingredients: [{ name: 'Coffee' }],
                  servesNumPeople: 1,
                  preparationMethods: ['BREWED'],
                  portionSize: { amount: 12, unit: 'fl oz' },
                  mediaKeys: [],
                },
                options: [],
              },
            ],
          },
          {
            labels: [{ displayName: 'Pastries', description: null, languageCode: 'en' }],
            items: [
              {
                labels: [{ displayName: 'Butter croissant', description: null, languageCode: 'en' }],
                attributes: {
                  price: { currencyCode: 'USD', units: 3, nanos: 950000000 },
                  allergen: ['WHEAT', 'DAIRY'],
                  dietaryRestriction: ['VEGETARIAN'],
                  nutritionFacts: {
                    calories: 270,
                    fatContent: '15 g',
                    proteinContent: '5 g',
                    carbohydrateContent: '29 g',
                  },
                  ingredients: [{ name: 'Flour' }, { name: 'Butter' }],
                  servesNumPeople: 1,
                  preparationMethods: ['BAKED'],
                  portionSize: { amount: 1, unit: 'piece' },
                  mediaKeys: [],
                },
                options: [
                  {
                    labels: [{ displayName: 'With jam', description: null, languageCode: 'en' }],
                    attributes: { price: { currencyCode: 'USD', units: 0, nanos: 500000000 } },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    businessNumber: 700102,
    correlationId: 'demo-corr-0002',
  },
  createdAt: '2024-03-05T08:00:00.000Z',
  updatedAt: '2025-01-20T11:10:05.007Z',
  crmName: 'demo-crm',
};

export const getMenuDetailsCases: Cases<typeof getMenuDetails> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    { summary: 'The menu of one location', body: { businessNumbers: [700102] }, reply: [coffee] },
    { summary: 'The second of all menus', parameters: { sindex: 1, count: 1 }, body: {}, reply: [coffee] },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 }, body: {} },
    sortByInvalid: { body: { sortBy: 'price' }, violations: [{ pointer: '/sortBy' }] },
    responseTooLarge: { unprovoked: 'test/functions/menus/get-menu-details.test.ts' },
  },
  invalid: {
    body: { businessNumbers: ['seven'] },
    message: 'businessNumbers[0] must be a number',
    violations: [{ pointer: '/businessNumbers/0' }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {}),
    businessNumbers: {
      foreign: { body: { businessNumbers: [800104] } },
      absent: { body: { businessNumbers: [899904] } },
      code: errors.businessInvalid.code,
    },
  },
};
