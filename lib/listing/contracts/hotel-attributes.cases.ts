/** Requests of get hotel attributes against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { hotelAttributes } from './hotel-attributes.ts';

export const hotelAttributesCases: Cases<typeof hotelAttributes> = {
  parameters: { 'x-business-number': 700104 },
  examples: [
    {
      summary: 'The catalogue (excerpt)',
      varies: ['hotelAttributes'],
      reply: {
        hotelAttributes: {
          foodAndDrink: {
            meals: {
              breakfast: {
                attributeId: 'breakfast',
                attributeName: 'Breakfast',
                columnId: 45,
                valueType: 'SINGLE_SELECT',
                possibleValues: [
                  { value: 'none', name: 'None' },
                  { value: 'free', name: 'Free' },
                  { value: 'extra', name: 'For a fee' },
                ],
              },
            },
          },
          pools: {
            pool: {
              numberOfPools: {
                attributeId: 'numberOfPools',
                attributeName: 'Number of pools',
                columnId: 56,
                valueType: 'INTEGER',
                possibleValues: [],
              },
            },
          },
        },
      },
    },
  ],
  provocations: { businessInvalid: { parameters: { 'x-business-number': 799999 } } },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid),
  },
};
