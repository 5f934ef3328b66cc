/** Get business: a location or an account, as it is stored. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract, Schema } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { completeProfile, storedProfile } from './stored-profile.ts';

const id = { type: 'integer', format: 'int64' } as const;
const count = { type: 'integer' } as const;
const time = { type: 'string', format: 'date-time' } as const;

/** The fields of every response, for a location and for an account. */
const shared = {
  businessId: field(id, 'Business number', 700101),
  accountNumber: field(id, 'Number of its account; for an account, its own number', 700100),
  status: field(text, 'Activation: active, inactive, demo, paid or suspended', 'active'),
  type: field(
    text,
    'Business, Enterprise-Location, Product or Enterprise-Product for a location; Enterprise or Reseller for an account',
    'Enterprise-Location',
  ),
  baseUrl: field(text, 'URL of its public page; empty without one', ''),
  reviewCount: field(count, 'Number of its reviews', 0),
  avgRating: field({ type: 'number', format: 'double' }, 'Average rating; 0 without reviews', 0),
  aggrOptions: field(count, 'As set at creation; 1 by default', 1),
  createdAt: field(time, 'When it was created', '2025-02-02T10:30:00.000Z'),
  updatedAt: field(time, 'When it was last changed', '2026-01-15T08:00:00.000Z'),
};

const ofLocation = {
  category: field(text, 'Internal categories, otherwise those of alpha, comma-separated, the primary one first', 'Bar'),
};

const ofAccount = {
  parent: field({ type: ['integer', 'null'], format: 'int64' }, 'Accounts only: the parent account', null),
  hierarchyLevels: field({ type: 'array', items: text }, 'Accounts only: names of the hierarchy levels, widest first', [
    'Region',
    'State',
    'City',
  ]),
};

const reply: Schema = {
  title: 'BusinessRecord',
  type: 'object',
  properties: { ...shared, ...storedProfile, ...ofLocation, ...ofAccount },
};

const { createdAt: _, ...always } = shared;

/** The response with all its fields. Those that are required are there for a location and for an account. */
export const completeRecord: Schema = {
  title: 'CompleteBusinessRecord',
  type: 'object',
  required: [...Object.keys(always), 'name', 'emailId', 'phone', 'websiteUrl', 'services', 'location'],
  properties: { ...shared, ...completeProfile, ...ofLocation, ...ofAccount },
};

export const getBusiness = {
  id: 'getBusiness',
  module: 'business',
  method: 'GET',
  path: '/v1/business/{businessId}',
  summary: 'Get business',
  tag: 'Businesses',
  description: `Returns a location or an account. A location has all fields of its profile: those that were never set are empty.
Further fields are present only if they are stored. An account has no profile: it has its name, contact data, \`parent\`
and \`hierarchyLevels\`.

You can send a location back to update business with \`If-Match\`: the request succeeds and changes nothing.`,
  pathParameters: { businessId: addressed(errors.businessInvalid, 'The number of a location or an account') },
  query: {
    fields: {
      description:
        'Only these fields, comma-separated, `location.city` for one inside an object or a row; unknown names are ignored',
      schema: { type: 'string', maxLength: 4000, 'x-read': 'text-list' },
    },
  },
  etag: true,
  reply,
  selected: { by: 'fields', complete: completeRecord },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
