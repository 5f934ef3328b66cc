/** Add a competitor aggregation link: where a competitor is reviewed. */

import { absoluteUrl, line } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { MOST_LINKS } from '../repository/link.ts';

/** The competitor location and the own location have as many links as they can have. */
export const tooManyLinks: ErrorEntry = {
  ...errors.invalidRequest,
  message: `A competitor location has at most ${MOST_LINKS} links for a location`,
};

const text = { type: 'string' } as const;
const id = { type: 'integer', format: 'int64' } as const;
const unknown = field({ type: ['string', 'null'] }, 'Always null', null);

export const addAggregationLink = {
  id: 'addAggregationLink',
  method: 'POST',
  path: '/v1/aggregation/competitor/{compAccountId}/{businessNumber}',
  summary: 'Add a competitor aggregation link',
  tag: 'Review aggregation',
  description: `Attaches the URL of a competitor on a review source to one of your locations. Adding the same URL for the same
competitor, location and source again returns the first record. The competitor account and the location must belong to
the same account, otherwise the response is 1011. A competitor and a location have at most 200 links.`,
  module: 'competitors',
  pathParameters: {
    compAccountId: addressed(errors.businessInvalid, 'The competitor account'),
    businessNumber: addressed(errors.businessInvalid, 'The business number of the location'),
  },
  writes: true,
  repairsText: true,
  request: {
    title: 'AggregationLinkToAdd',
    type: 'object',
    required: ['sourceAlias', 'url'],
    properties: {
      sourceAlias: field(line, 'Alias of the review source; trimmed and case-insensitive', 'alpha'),
      url: field(
        absoluteUrl,
        'URL of the competitor on that source, with http or https',
        'https://alpha.example/places/ember-and-oak',
      ),
    },
  },
  reply: {
    title: 'AggregationLink',
    type: 'object',
    required: [
      'id',
      'sourceAlias',
      'sourceName',
      'sourceUrl',
      'sourceId',
      'compAccountId',
      'Body',
      'thumbnailUrl',
      'backGroundColor',
      'textColor',
      'userName',
      'password',
      'profileId',
      'reviewFormUrl',
      'aggregationStatus',
      'disabledAggregation',
      'disabledAggregationReason',
    ],
    properties: {
      id: field(id, 'Id of the aggregation', 3599690178082865),
      sourceAlias: field(text, 'Alias of the review source', 'alpha'),
      sourceName: field(text, 'Name of the review source', 'Alpha'),
      sourceUrl: field(text, 'URL as it was sent', 'https://alpha.example/places/ember-and-oak'),
      sourceId: field(id, 'Id of the review source', 101),
      compAccountId: field(id, 'The competitor account', 710001),
      Body: field(text, 'Always the empty text', ''),
      thumbnailUrl: field(text, 'Picture of the review source', 'https://cdn.listing.example/sources/alpha.png'),
      backGroundColor: field(text, 'Colour of the review source', '#1A73E8'),
      textColor: field(text, 'Colour of text on it', '#FFFFFF'),
      userName: unknown,
      password: unknown,
      profileId: unknown,
      reviewFormUrl: field(text, 'Where to write a review; empty if unknown', 'https://alpha.example/review'),
      aggregationStatus: field({ type: 'integer' }, 'Always 0: the meaning of other values is not specified', 0),
      disabledAggregation: unknown,
      disabledAggregationReason: unknown,
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'ConditionCheckItem'],
} as const satisfies Contract;
