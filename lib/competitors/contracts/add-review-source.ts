/** Add a review source: where the reviews of one of your locations are. */
import { absoluteUrl, text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { MOST_LINKS } from '../repository/link.ts';
import { count, id } from './shared-schemas.ts';

/** The location has as many as it can have. */
export const tooManySources: ErrorEntry = {
  ...errors.invalidRequest,
  message: `A location has at most ${MOST_LINKS} review sources`,
};

const blankAs = <E extends ErrorEntry>(error: E) =>
  ({ 'x-blank': 'check', 'x-missing': '', error: { pattern: '\\S', 'x-errors': { pattern: error } } }) as const;

const { error: notBlankSource, ...checkedSource } = blankAs(errors.reviewSourceBlank);
const { error: notBlankUrl, ...checkedUrl } = blankAs(errors.reviewUrlBlank);

export const businessId = addressed(errors.businessInvalid, 'The number of a location');

export const reviewSource = {
  title: 'LocationReviewSource',
  type: 'object',
  required: ['id', 'sourceAlias', 'sourceName', 'sourceUrl', 'sourceId', 'status'],
  properties: {
    id: field(id, 'Its id; 0 in a dry run', 3599690178082865),
    sourceAlias: field(text, 'Alias of the review source; empty if the catalogue no longer has it', 'alpha'),
    sourceName: field(text, 'Name of the review source', 'Alpha'),
    sourceUrl: field(text, 'The URL as it was sent', 'https://alpha.example/places/ember-and-oak'),
    sourceId: field(id, 'Id of the review source', 101),
    status: field({ ...count, enum: [3, 4] }, '4 if the location has reviews of that source, else 3', 4),
  },
} as const;

export const addReviewSource = {
  id: 'addReviewSource',
  module: 'competitors',
  method: 'POST',
  path: '/v1/aggregation/business/{businessId}',
  summary: 'Add a review source',
  tag: 'Review aggregation',
  description: `Adds the URL of one of your locations on a review source. Adding the same URL for the same source again returns
the first record. A location has at most 200. An account's number returns 1011.`,
  pathParameters: { businessId },
  writes: true,
  request: {
    title: 'ReviewSourceToAdd',
    type: 'object',
    required: ['sourceAlias', 'url'],
    properties: {
      sourceAlias: field(
        { ...text, ...checkedSource, allOf: [notBlankSource] },
        'Alias of the review source; compared trimmed, ignoring case',
        'alpha',
      ),
      url: field(
        { ...text, ...checkedUrl, allOf: [notBlankUrl, absoluteUrl] },
        'URL of the location on that source, with http or https',
        'https://alpha.example/places/harbor-kitchen',
      ),
    },
  },
  reply: reviewSource,
  errors: {
    reviewSourceBlank: errors.reviewSourceBlank,
    reviewSourceInvalid: errors.reviewSourceInvalid,
    reviewUrlBlank: errors.reviewUrlBlank,
    businessInvalid: errors.businessInvalid,
  },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
