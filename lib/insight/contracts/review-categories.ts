/** Review categories: what reviews say, by category of keywords, next to competitors. */
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { count, id } from './report-schemas.ts';
import { choice, path, scoreOrNone, TERMS, termErrors } from './term-schemas.ts';

const polarities = {
  ct: field(count, 'Mentions of its keywords', 14),
  pCt: field(count, 'Positive ones', 9),
  nCt: field(count, 'Negative ones', 3),
} as const;

export const reviewCategories = {
  id: 'reviewCategories',
  module: 'insight',
  method: 'POST',
  path: '/v1/competitors/competitive-insight/categories/{businessNumber}',
  summary: 'Categories of reviews',
  tag: 'Reports',
  description: `Counts what the reviews of an account or a location, and those of its competitors, say about each category of
keywords. A keyword counts once in a review, as positive, neutral or negative.

${TERMS}`,
  pathParameters: path,
  request: { title: 'ReviewCategoriesQuery', type: 'object', properties: choice },
  bodyOptional: true,
  reply: {
    title: 'ReviewCategoryReport',
    type: 'object',
    required: ['entities', 'cats'],
    properties: {
      entities: field(
        {
          type: 'array',
          items: {
            title: 'ComparedEntity',
            type: 'object',
            required: ['entId', 'entName', 'competitor', 'reviews', 'positive', 'neutral', 'negative', 'avgScr'],
            properties: {
              entId: field(id, 'Number of the account or location of the request, or of a brand', 700100),
              entName: field(text, 'Its name', 'Copper Kettle Hospitality'),
              competitor: field({ type: 'boolean' }, 'Whether it is a competitor', false),
              reviews: field(count, 'Reviews that were analysed', 60),
              positive: field(count, 'Those with a sentiment over 0.05', 38),
              neutral: field(count, 'Those between', 7),
              negative: field(count, 'Those with a sentiment under -0.05', 15),
              avgScr: scoreOrNone,
            },
          },
        },
        'The number of the request, then the brands as they were sent',
      ),
      cats: field(
        {
          type: 'array',
          items: {
            title: 'ReviewCategory',
            type: 'object',
            required: ['catId', 'catName', 'catStats'],
            properties: {
              catId: field(count, 'The category', 1),
              catName: field(text, 'Its name', 'Food'),
              catStats: field(
                {
                  type: 'array',
                  items: {
                    title: 'CategoryStats',
                    type: 'object',
                    required: ['entId', 'ct', 'pCt', 'nCt', 'avgScr', 'grade'],
                    properties: {
                      entId: field(id, 'Number of the account, location or brand', 700100),
                      ...polarities,
                      avgScr: scoreOrNone,
                      grade: field(
                        { type: ['string', 'null'] },
                        '`A` from 80, `B` from 65, `C` from 50, `D` from 35, else `F`; `null` without mentions',
                        'B',
                      ),
                    },
                  },
                },
                'In the order of the entities',
              ),
            },
          },
        },
        'All categories of the catalogue',
      ),
    },
  },
  errors: termErrors,
  bodyIdentifiers: ['businessNumbers', 'competitors'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
