/** Search AI citations: whether AI models name the brand in their answers, and which pages they cite. */
import { maxText, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { AI_MODELS } from '../repository/answer.ts';
import { count, days, id, number, place, timeErrors } from './report-schemas.ts';

const flag = { type: 'boolean' } as const;

const citation = {
  title: 'CitedPage',
  type: 'object',
  required: ['url', 'title', 'description', 'brandPresent'],
  properties: {
    url: field(text, 'The page', 'https://guide.example/best-grills'),
    title: field(text, 'Its title', 'The best grills of the Central Coast'),
    description: field(text, 'Its description', 'Where to eat on the way to the coast.'),
    brandPresent: field(flag, 'Whether it names the brand', true),
  },
} as const;

export const searchAiCitations = {
  id: 'searchAiCitations',
  module: 'insight',
  method: 'POST',
  path: '/v1/listing/searchAi/public/citations',
  summary: 'Search AI citations',
  tag: 'Reports',
  description: `Lists answers of AI models to prompts about locations, the newest first: whether they name the brand, and which
pages they cite. Your operator loads the answers. Answers of one day are sorted by location, model and prompt.

- Omitted or blank filters are ignored. \`visibility\` covers all answers that the filters select, by model.
- \`pageNo\` × \`pageSize\` is at most 100,000.
- Filters that select too many answers return 400.`,
  headers: place,
  request: {
    title: 'CitationQuery',
    type: 'object',
    properties: {
      businessNumbers: field(
        { type: 'array', items: { type: 'number', format: 'int64' } },
        'Locations of the account, at most 100. If it is empty: the location that `x-business-number` names, or all of the account',
        [700101],
      ),
      aiModel: field({ enum: AI_MODELS }, 'Only answers of this model', 'AI_MODEL_A'),
      theme: field(maxText(100), 'Only answers about this theme; case and accents are ignored', 'Dinner'),
      pageNo: field({ type: 'integer', minimum: 1 }, 'The page, from 1; 1 by default', 1),
      pageSize: field({ type: 'integer', minimum: 1, maximum: 100 }, 'Answers of a page; 25 by default', 25),
      ...days,
    },
  },
  bodyOptional: true,
  pagedBy: { start: 'pageNo', size: 'pageSize', counts: 'pages', usual: 100, records: 'citations' },
  reply: {
    title: 'CitationReport',
    type: 'object',
    required: ['total', 'visibility', 'citations'],
    properties: {
      total: field(count, 'Number of answers that the filters choose', 40),
      visibility: field(
        {
          type: 'array',
          items: {
            title: 'ModelVisibility',
            type: 'object',
            required: ['aiModel', 'answers', 'present', 'share'],
            properties: {
              aiModel: field(text, 'The model', 'AI_MODEL_A'),
              answers: field(count, 'Its answers', 14),
              present: field(count, 'Those that name the brand', 9),
              share: field(number, 'Percentage of answers that name the brand, to one decimal', 64.3),
            },
          },
        },
        'By model; models without answers are omitted',
      ),
      citations: field(
        {
          type: 'array',
          items: {
            title: 'SearchAiAnswer',
            type: 'object',
            required: [
              'theme',
              'prompt',
              'aiModel',
              'businessNumber',
              'processedDate',
              'brandPresent',
              'rank',
              'citations',
            ],
            properties: {
              theme: field(text, 'What the prompt is about', 'Dinner'),
              prompt: field(text, 'What the model was asked', 'Where can I eat grilled chicken in Atascadero?'),
              aiModel: field(text, 'The model', 'AI_MODEL_A'),
              businessNumber: field(id, 'The location', 700101),
              processedDate: field(text, 'MM/DD/YYYY', '10/01/2026'),
              brandPresent: field(flag, 'Whether the answer names the brand', true),
              rank: field({ type: ['integer', 'null'] }, 'Place of the brand in the answer', 2),
              citations: field({ type: 'array', items: citation }, 'Pages that the answer cites'),
            },
          },
        },
        'The page',
      ),
    },
  },
  errors: {
    businessInvalid: errors.businessInvalid,
    businessNumbersRequired: errors.businessNumbersRequired,
    pageTooDeep: laterErrors.pageTooDeep,
    ...timeErrors,
  },
  bodyIdentifiers: ['businessNumbers'],
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
