/** Get business: a location or an account, as it is stored. */
import { text } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract, Schema } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { storedProfile } from './stored-profile.ts';

const id = { type: 'integer', format: 'int64' } as const;
const count = { type: 'integer' } as const;
const time = { type: 'string', format: 'date-time' } as const;

/** What every answer has, of a location and of an account. */
const shared = {
  businessId: field(id, 'Its number', 700101),
  accountNumber: field(id, 'The account that it belongs to; an account’s own is itself', 700100),
  status: field(text, 'Activation: active, inactive, demo, paid or suspended', 'active'),
  type: field(
    text,
    'Business, Enterprise-Location, Product or Enterprise-Product for a location; Enterprise or Reseller for an account',
    'Enterprise-Location',
  ),
  baseUrl: field(text, 'Where its public page is; empty while it has none', ''),
  reviewCount: field(count, 'Number of its reviews', 0),
  avgRating: field({ type: 'number', format: 'double' }, 'Average of their ratings; 0 without any', 0),
  aggrOptions: field(count, 'As it was created: 1 unless 0 was sent', 1),
  createdAt: field(time, 'When it was created', '2025-02-02T10:30:00.000Z'),
  updatedAt: field(time, 'When it was written last', '2026-01-15T08:00:00.000Z'),
};

const ofLocation = {
  category: field(text, 'The internal categories, else those of alpha, comma-separated; the primary one first', 'Bar'),
};

const ofAccount = {
  parent: field({ type: ['integer', 'null'], format: 'int64' }, 'Of an account: the account above it', null),
  hierarchyLevels: field(
    { type: 'array', items: text },
    'Of an account: the names of its hierarchy levels, widest first',
    ['Region', 'State', 'City'],
  ),
};

const reply: Schema = {
  title: 'BusinessRecord',
  type: 'object',
  properties: { ...shared, ...storedProfile, ...ofLocation, ...ofAccount },
};

export const getBusiness = {
  id: 'getBusiness',
  module: 'business',
  method: 'GET',
  path: '/v1/business/{businessId}',
  summary: 'Get business',
  tag: 'Businesses',
  description: `A location or an account as it is stored. A location answers its profile in the spelling of update business,
with empty values where the reply of update business has them; other fields only where they are stored. An account has no
profile: it answers its name, how to reach it, its \`parent\` and its \`hierarchyLevels\`.

What is answered for a location can be sent back as the body of update business with \`If-Match\`: it is accepted, and
changes nothing.`,
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
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem'],
} as const satisfies Contract;
