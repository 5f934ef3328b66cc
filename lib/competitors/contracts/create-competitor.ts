/** Create competitor: a brand that an account competes with, or a location of it. */
import { countryCode } from '../../catalog/country-code.ts';
import { line, phone, text } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { newName } from '../../contract/new-name.ts';
import type { Contract } from '../../contract/operation.ts';
import { recordNumber } from '../../contract/parameters.ts';
import { MOST_OWN_LOCATIONS } from '../repository/competitor.ts';
import { type Amounts, MOST_BRANDS, MOST_LOCATIONS } from '../repository/register.ts';
import { account, id, LONGEST } from './shared-schemas.ts';

/** The account has as many as it can have. */
export const tooManyCompetitors: Readonly<Record<keyof Amounts, ErrorEntry>> = {
  brands: { ...errors.invalidRequest, message: `An account has at most ${MOST_BRANDS} competitor brands` },
  locations: { ...errors.invalidRequest, message: `An account has at most ${MOST_LOCATIONS} competitor locations` },
};

/** The competitor location competes with as many own locations as it can. */
export const tooManyOwnLocations: ErrorEntry = {
  ...errors.invalidRequest,
  message: `A competitor location competes with at most ${MOST_OWN_LOCATIONS} locations that are named`,
};

const zip = {
  type: 'string',
  allOf: [
    { maxLength: 10, 'x-errors': { maxLength: errors.zipTooLong } },
    { pattern: line.pattern, 'x-errors': line['x-errors'] },
  ],
} as const;

/** 1011, whatever is wrong with it. */
const brandId = {
  ...recordNumber,
  'x-errors': {
    type: errors.businessInvalid,
    minimum: errors.businessInvalid,
    maximum: errors.businessInvalid,
  },
} as const;

export const createCompetitor = {
  id: 'createCompetitor',
  module: 'competitors',
  method: 'POST',
  path: '/v1/signup/competitor/{businessId}',
  summary: 'Create competitor',
  tag: 'Competitors',
  description: `Creates a competitor brand of an account; with \`competitorId\`, a location of that brand.

- With a location of yours in the path, a new competitor location competes with that one alone; with an account, with all
  of its locations.
- An account has one brand of a name, and a brand one location of a name and zip; names are compared trimmed, ignoring
  case. If it exists already, the response has its numbers, and \`businessAlreadyPresent\` is true; your location in the path
  is added to those that it competes with, unless it competes with all.
- For a brand, only the name is stored.
- An account has at most ${MOST_BRANDS} brands and ${MOST_LOCATIONS} competitor locations, and one of these competes with at
  most ${MOST_OWN_LOCATIONS} locations that are named.`,
  pathParameters: { businessId: account },
  writes: true,
  lasting: true,
  request: {
    title: 'CompetitorToCreate',
    type: 'object',
    required: ['businessName'],
    properties: {
      businessName: field(newName, 'Name, 3 to 250 characters', 'Ember and Oak Riverside'),
      zip: field(zip, 'Postal code, at most 10 characters. A location needs one', '93401'),
      phone: field(
        phone(laterErrors.phoneInvalid),
        '`(xxx) xxx-xxxx`. Outside US, CA, PR and VI also international: `+` and 7 to 15 digits, with spaces and hyphens',
        '(805) 555-0182',
      ),
      countryCode: field(countryCode, 'ISO 3166-1 alpha-2 code, US by default; an unknown one returns 400', 'US'),
      address1: field(LONGEST.address1, 'Street and number', '12 River Walk'),
      city: field(LONGEST.city, 'City', 'San Luis Obispo'),
      state: field(LONGEST.state, 'State or region', 'CA'),
      alias: field(LONGEST.alias, 'Another name', 'Riverside'),
      competitorId: field(brandId, 'A brand of the account: creates a location of it', 710100),
    },
  },
  reply: {
    title: 'CompetitorCreated',
    type: 'object',
    required: [
      'competitorId',
      'compAccountId',
      'templateid',
      'isAggregationRequired',
      'type',
      'businessNumber',
      'businessAlreadyPresent',
    ],
    properties: {
      competitorId: field(id, 'The brand; 0 for a new one in a dry run', 710100),
      compAccountId: field(
        { type: ['integer', 'null'], format: 'int64' },
        'The competitor location, 0 for a new one in a dry run; `null` for a brand',
        412345678901234,
      ),
      templateid: field({ type: 'integer' }, 'Always 0', 0),
      isAggregationRequired: field({ enum: [0, 1] }, '1 for a location, whose reviews are to be collected', 1),
      type: field(
        { ...text, enum: ['Enterprise-Competitor', 'Enterprise-Location-Competitor'] },
        'A brand, or a location of one',
        'Enterprise-Location-Competitor',
      ),
      businessNumber: field(id, 'The account', 700100),
      businessAlreadyPresent: field({ type: 'boolean' }, 'Whether it existed already', false),
    },
  },
  errors: {
    nameBlank: errors.nameBlank,
    nameTooShort: laterErrors.nameTooShort,
    nameTooLong: laterErrors.nameTooLong,
    zipMissing: errors.zipMissing,
    zipBlank: errors.zipBlank,
    zipTooLong: errors.zipTooLong,
    phoneInvalid: laterErrors.phoneInvalid,
    businessInvalid: errors.businessInvalid,
  },
  bodyIdentifiers: ['competitorId'],
  access: ['BatchGetItem', 'GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
} as const satisfies Contract;
