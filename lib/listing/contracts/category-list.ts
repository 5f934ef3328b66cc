/** Get category list: the categories of one platform. */
import { CATEGORY_SOURCES } from '../../catalog/category-lists.ts';
import { line, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber, countryCode } from './catalogue-parts.ts';

export const categoryList = {
  id: 'categoryList',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/category-list',
  summary: 'Get category list',
  tag: 'Listings',
  description:
    'The categories of one platform that are offered in a country, in order of their names. They are the same for every ' +
    'business. An id stays the category’s.',
  pathParameters: { businessNumber },
  query: {
    sourceName: {
      description: 'The platform, without case; VENDOR is our own profile page, HEALTHCARE the specialities of doctors',
      schema: { enum: CATEGORY_SOURCES },
      folds: 'upper',
      required: true,
    },
    countryCode,
    searchStr: {
      description: 'Only categories whose name has this part, compared without case and accents',
      schema: { ...line, maxLength: 250 },
    },
  },
  paging: { start: 'sindex', size: 'count', defaultSize: 'rest', most: 1000, tooDeep: laterErrors.pageTooDeep },
  reply: {
    title: 'ListedCategories',
    type: 'array',
    items: {
      title: 'ListedCategory',
      type: 'object',
      required: ['id', 'name'],
      properties: {
        id: field(text, 'Its id', 'steak_house'),
        name: field(text, 'Its name, which the fields of a profile and a listing take', 'Steak house'),
        primary: field(
          { type: 'boolean' },
          'VENDOR only: whether it is meant as the primary category of a business; the others refine one. Neither is enforced',
          false,
        ),
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
