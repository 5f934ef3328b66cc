/** Get request: what a page shows to a customer who opened the link of a request. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressedLate } from '../../contract/parameters.ts';
import { id } from './shared-schemas.ts';

const source = {
  title: 'RequestReviewSource',
  type: 'object',
  required: ['sourceAlias', 'sourceName', 'thumbnailUrl', 'reviewUrl'],
  properties: {
    sourceAlias: field(text, 'Alias of the review source', 'alpha'),
    sourceName: field(text, 'Name of the review source', 'Alpha'),
    thumbnailUrl: field(text, 'Its picture', 'https://cdn.listing.example/sources/alpha.png'),
    reviewUrl: field(
      text,
      "Where a review is written: the location's profile on the source, else the form of the source",
      'https://alpha.example/review',
    ),
  },
} as const;

export const getRequest = {
  id: 'getRequest',
  module: 'campaigns',
  method: 'GET',
  path: '/v1/campaign/request/{requestId}',
  summary: 'Get request',
  tag: 'Campaigns',
  description: `Returns what your page shows to a customer who opened the link of a [request](#operation/createRequestUrl): the
sources where a review can be written, or the survey.

- \`requestId\` is the last part of the link. Call this from the page's backend: a browser must not have your API key.
- A link that is malformed, unknown, wrong in one digit or older than 90 days, and one of a contact, survey or location
  that is deleted, all return the same 404.
- Submit the answers to a survey by [submit response](#operation/submitResponse), with \`customerId\` and \`source\`
  \`request\`. A review is written on its site, and comes back from there.`,
  pathParameters: {
    requestId: {
      ...addressedLate(errors.routeNotFound, 'The last part of the link: a number, a point and 32 hexadecimal digits'),
      schema: text,
    },
  },
  reply: {
    title: 'ReviewOrSurveyRequest',
    type: 'object',
    required: [
      ...['externalUId', 'kind', 'businessId', 'businessName', 'logoUrl', 'customerId', 'firstName', 'surveyId'],
      ...['sources', 'createdAt'],
    ],
    properties: {
      externalUId: field(id, 'The number of the request', 412345678901234),
      kind: field({ enum: ['review', 'survey'] }, 'Whether the customer is asked for a review or a survey', 'review'),
      businessId: field(id, 'The location', 700101),
      businessName: field(text, 'Name of the location', 'Copper Kettle Grill'),
      logoUrl: field(
        text,
        'Logo of the location as it is stored: a URL, or `media:` and an id; empty if it has none',
        '',
      ),
      customerId: field(id, 'The contact who was asked', 41001),
      firstName: field(text, 'First name of the contact; empty if it has none', 'Ada'),
      surveyId: field({ type: ['integer', 'null'], format: 'int64' }, 'The survey; `null` for a review', 750001),
      sources: field(
        { type: 'array', items: source },
        'Where a review can be written, in the order in which to offer them; empty for a survey',
      ),
      createdAt: field({ type: 'string', format: 'date-time' }, 'When it was made, in UTC', '2026-02-03T10:00:00.000Z'),
    },
  },
  errors: { requestNotFound: errors.routeNotFound },
  access: ['GetItem', 'BatchGetItem'],
} as const satisfies Contract;
