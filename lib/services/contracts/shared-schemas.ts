/** What the contracts of services share. */
import { CURRENCIES } from '../../catalog/currencies.ts';
import { line, text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { LEAST_PRICE, MOST_PRICE } from '../rules/prices.ts';

export const LONGEST_NAME = 140;
export const LONGEST_DESCRIPTION = 300;

/** The query parameter by which an account is selected. */
export const account = {
  businessId: addressed(errors.businessInvalid, 'The number of the account, or of one of its locations'),
} as const;

/** The query parameter by which a location is selected. */
export const location = {
  businessId: addressed(errors.businessInvalid, 'The business number of the location'),
} as const;

/** The name of a service: blank is too short. */
export const name = {
  ...line,
  'x-blank': 'check',
  minLength: 1,
  maxLength: LONGEST_NAME,
  'x-errors': {
    ...line['x-errors'],
    minLength: errors.serviceNameInvalid,
    maxLength: errors.serviceNameInvalid,
  },
} as const;

const priceInvalid = errors.servicePriceInvalid;

/** What a service has in addition to its name, as it is sent. */
export const sentDetails = {
  price: field(
    {
      type: 'number',
      format: 'double',
      minimum: LEAST_PRICE,
      maximum: MOST_PRICE,
      'x-errors': { type: priceInvalid, minimum: priceInvalid, maximum: priceInvalid },
    },
    'Price, 0.10 to 2147483647, with two decimals at most; needs a currency',
    3.5,
  ),
  currencyCode: field(
    { enum: CURRENCIES, 'x-read': 'upper', 'x-errors': { enum: errors.serviceCurrencyInvalid } },
    'Currency of the price, case-insensitive; needs a price',
    'USD',
  ),
  description: field(
    {
      ...text,
      maxLength: LONGEST_DESCRIPTION,
      'x-errors': { maxLength: errors.serviceDescriptionTooLong },
    },
    `Description, at most ${LONGEST_DESCRIPTION} characters`,
    'A double shot, pulled to order.',
  ),
  group: field({ ...line, minLength: 3, maxLength: 64 }, 'Group of services, 3 to 64 characters', 'Coffee'),
  duration: field({ type: 'integer', minimum: 1, maximum: 9999 }, 'Duration in minutes, 1 to 9999', 5),
} as const;

const serviceIdText = { type: 'string' } as const;

export const serviceId = field(serviceIdText, 'Id of the service: `SERV` and 15 digits', 'SERV512345678901234');

/** A service as it is answered. */
export const shownService = {
  title: 'Service',
  type: 'object',
  required: ['serviceId', 'name', 'price', 'currencyCode', 'description', 'group', 'duration', 'updatedOn'],
  properties: {
    serviceId,
    name: field(text, 'Name', 'Espresso'),
    price: field({ type: ['number', 'null'], format: 'double' }, 'Price; `null` without one', 3.5),
    currencyCode: field(text, 'Currency of the price; empty without one', 'USD'),
    description: field(text, 'Description', 'A double shot, pulled to order.'),
    group: field(text, 'Group', 'Coffee'),
    duration: field({ type: ['integer', 'null'] }, 'Duration in minutes; `null` without one', 5),
    updatedOn: field(
      { type: 'string', format: 'date-time' },
      'When it was changed last, ISO 8601 in UTC',
      '2026-02-14T09:00:00.000Z',
    ),
  },
} as const;
