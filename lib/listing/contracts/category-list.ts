/** Get category list: the categories of one platform. */
import { CATEGORY_SOURCES } from '../../catalog/category-lists.ts';
import { line, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { businessNumber, countryCode } from './catalogue-schemas.ts';

export const categoryList = {
  id: 'categoryList',
  module: 'listing',
  method: 'GET',
  path: '/v1/listing/{businessNumber}/category-list',
  summary: 'Get category list',
  tag: 'Listings',
  description: `Lists the categories of a platform in a country, sorted by name. They are the same for all businesses. The id of a
category never changes.`,
  pathParameters: { businessNumber },
  query: {
    sourceName: {
      description: 'Platform, case-insensitive; VENDOR is our own profile page, HEALTHCARE the specialities of doctors',
      schema: { enum: CATEGORY_SOURCES },
      folds: 'upper',
      required: true,
    },
    countryCode,
    searchStr: {
      description: 'Only categories with this text in their name, ignoring case and accents',
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
        name: field(text, 'Name, as the fields of profiles and listings take it', 'Steak house'),
        primary: field(
          { type: 'boolean' },
          'VENDOR only: whether it is intended as a primary category; others refine one. Not enforced',
          false,
        ),
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
