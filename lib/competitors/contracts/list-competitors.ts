/** List competitors: the brands of an account with their locations. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { count, id, rating } from './shared-schemas.ts';

const coordinate = field({ type: ['number', 'null'], format: 'double' }, 'Always null: not known', null);

const competitor = {
  title: 'CompetitorLocation',
  type: 'object',
  required: [
    ...['businessId', 'compAccountId', 'name', 'alias', 'phone', 'location', 'businessNumbers'],
    ...['reviewCount', 'avgRating', 'createdOn'],
  ],
  properties: {
    businessId: field(id, 'The competitor location', 710001),
    compAccountId: field(id, 'The same number, as links are added to it', 710001),
    name: field(text, 'Its name', 'Ember and Oak Steakhouse'),
    alias: field(text, 'Another name', ''),
    phone: field(text, 'Its phone number', '(805) 555-0182'),
    location: field(
      {
        title: 'CompetitorAddress',
        type: 'object',
        required: ['address1', 'city', 'state', 'zip', 'countryCode', 'countryName', 'lat', 'lng'],
        properties: {
          address1: field(text, 'Street and number', '12 River Walk'),
          city: field(text, 'City', 'San Luis Obispo'),
          state: field(text, 'State or region', 'CA'),
          zip: field(text, 'Postal code', '93401'),
          countryCode: field(text, 'ISO 3166-1 alpha-2 code', 'US'),
          countryName: field(text, 'Name of the country', 'United States'),
          lat: coordinate,
          lng: coordinate,
        },
      },
      'Its address; what is not known is empty',
    ),
    businessNumbers: field(
      { type: 'array', items: id },
      'The own locations that it competes with; empty if it competes with all of the account',
      [700101],
    ),
    reviewCount: field(count, 'Number of reviews', 20),
    avgRating: field(rating, 'The mean of its ratings, to one decimal; 0 without reviews', 4.2),
    createdOn: field(text, '`MMM DD, YYYY`; empty if it is not known', 'Feb 03, 2026'),
  },
} as const;

export const listCompetitors = {
  id: 'listCompetitors',
  module: 'competitors',
  method: 'GET',
  path: '/v1/business/{businessId}/competitors',
  summary: 'List competitors',
  tag: 'Competitors',
  description: `Lists the competitor brands of an account with their locations: brands sorted by name, locations by
number. A location without a brand is shown as a brand of its own number and name. A write shows within a second; counts
follow reviews within seconds.

With a location of yours in the path, the list has the competitors of that location: those that name it, and those that
name none. A brand without such locations is omitted.`,
  pathParameters: {
    businessId: addressed(
      errors.businessInvalid,
      'The number of the account; or of one of its locations, for its competitors alone',
    ),
  },
  paging: {
    start: 'startIndex',
    size: 'pageSize',
    defaultSize: 25,
    firstPage: true,
    most: 100,
    tooDeep: laterErrors.pageTooDeep,
  },
  reply: {
    title: 'Competitors',
    type: 'array',
    items: {
      title: 'CompetitorBrand',
      type: 'object',
      required: ['enterpriseId', 'enterpriseName', 'businessCompetitors'],
      properties: {
        enterpriseId: field(id, 'The brand', 710100),
        enterpriseName: field(text, 'Its name', 'Ember and Oak Group'),
        businessCompetitors: field({ type: 'array', items: competitor }, 'Its locations'),
      },
    },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
