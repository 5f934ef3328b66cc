/** Review keywords: which keywords reviews mention and what they say of them, next to competitors. */
import { text } from '../../contract/atoms.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { count, id, number } from './report-schemas.ts';
import { choice, path, score, TERMS, termErrors } from './term-schemas.ts';

const keywords = field(
  {
    type: 'array',
    items: {
      title: 'MentionedKeyword',
      type: 'object',
      required: ['keyword', 'catId', 'ct', 'pCt', 'nCt', 'prct', 'avgScr'],
      properties: {
        keyword: field(text, 'The keyword', 'staff'),
        catId: field(count, 'Its category', 2),
        ct: field(count, 'Reviews that mention it', 14),
        pCt: field(count, 'Positive ones', 9),
        nCt: field(count, 'Negative ones', 3),
        prct: field(number, 'Percentage of reviews that mention it, to one decimal', 23.3),
        avgScr: score,
      },
    },
  },
  'Keywords that are mentioned, in the order asked for',
);

const shown = {
  name: field(text, 'Its name', 'Copper Kettle Hospitality'),
  reviews: field(count, 'Reviews that were analysed', 60),
  keywords,
} as const;

const NAMES = ['id', 'name', 'reviews', 'keywords'] as const;

export const reviewKeywords = {
  id: 'reviewKeywords',
  module: 'insight',
  method: 'POST',
  path: '/v1/competitors/competitive-insight/keywords/{businessNumber}',
  summary: 'Keywords of reviews',
  tag: 'Reports',
  description: `Lists the keywords that the reviews of an account or a location, and those of its competitors, mention. A keyword counts once in a review, as positive, neutral or negative. Keywords with equal counts are in
alphabetical order.

${TERMS}`,
  pathParameters: path,
  request: {
    title: 'ReviewKeywordsQuery',
    type: 'object',
    properties: {
      ...choice,
      topKW: field(
        { type: 'integer', minimum: 1, maximum: 100 },
        'Number of keywords of each, 1 to 100; 20 by default',
        20,
      ),
      orderBy: field(
        { enum: ['occurrence', 'atoz', 'ztoa'] },
        '`occurrence`, the most frequent first, by default; or by keyword',
        'occurrence',
      ),
      sentiment: field(
        { type: 'integer', enum: [-1, 0, 1] },
        '1 only keywords with a score over 50, -1 only those under 50; 0, all, by default',
        0,
      ),
    },
  },
  bodyOptional: true,
  reply: {
    title: 'ReviewKeywordReport',
    type: 'object',
    required: [...NAMES, 'competitors'],
    properties: {
      id: field(id, 'The number of the request', 700100),
      ...shown,
      competitors: field(
        {
          type: 'array',
          items: {
            title: 'CompetitorKeywords',
            type: 'object',
            required: NAMES,
            properties: { id: field(id, 'The brand', 710100), ...shown },
          },
        },
        'As they were sent',
      ),
    },
  },
  errors: termErrors,
  bodyIdentifiers: ['businessNumbers', 'competitors'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
