/** Get hierarchy: the locations of an account, arranged by its levels. */
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { addressed } from '../../contract/parameters.ts';
import { updatedBusiness } from './updated-business.ts';

const text = { type: 'string' } as const;
const nullableText = { type: ['string', 'null'] } as const;
const { location } = updatedBusiness.properties;

/** The maximum number of nodes in a tree. A larger tree is refused, whatever part of it is requested. */
export const MOST_NODES = 5000;

export const tooManyNodes: ErrorEntry = {
  ...errors.invalidRequest,
  message: `The hierarchy has more than ${MOST_NODES} nodes`,
};

const required = [
  'id',
  'name',
  'alias',
  'address',
  'phone',
  'status',
  'createdOn',
  'type',
  'websiteUrl',
  'child',
  'parents',
] as const;

const properties = {
  id: field(
    { type: ['integer', 'null'], format: 'int64' },
    'Number of the account or location; null for a level',
    700100,
  ),
  name: field(text, 'Name; of a level, its value', 'Copper Kettle Hospitality'),
  alias: field(nullableText, 'Internal label; null for a level', ''),
  address: { ...location, title: 'HierarchyAddress', type: ['object', 'null'] },
  phone: field(nullableText, 'Phone number; null for a level', ''),
  status: field(nullableText, 'Activation status; null for a level', 'active'),
  createdOn: field(nullableText, 'Creation date in UTC, `MMM DD, YYYY`; null if unknown', 'Jan 06, 2025'),
  type: field(text, 'Type of the account or location; of a level its name', 'Enterprise'),
  websiteUrl: field(nullableText, 'Website; null for a level', 'https://copperkettle.example/'),
} as const;

/** A nested node: its children have the same shape. */
const nodes = {
  type: 'array',
  items: {
    title: 'HierarchyNode',
    type: 'object',
    required,
    properties: {
      ...properties,
      child: field({ type: 'array', items: { type: 'object' } }, 'Child nodes, of the same form', []),
      parents: field({ type: 'array', items: { type: 'object' } }, 'Only at the root; empty elsewhere', []),
    },
  },
} as const;

export const getHierarchy = {
  id: 'getHierarchy',
  method: 'GET',
  path: '/v1/business/{businessId}/hierarchy',
  summary: 'Get hierarchy',
  tag: 'Businesses',
  description:
    'Returns an account and its locations as a tree. Below the account there is a node for each value of its widest ' +
    'level, sorted by name, then those of the next level, and so on. They are followed by locations without deeper ' +
    'levels and by sub-accounts, which are not expanded, both sorted by number. A level that a location lacks is ' +
    'skipped. `parents` of the root are the accounts above it, nearest first. For a location the tree is the location ' +
    'alone, with its parents.\n\n' +
    `A tree of more than ${MOST_NODES} nodes returns 400, for any depth.`,
  module: 'business',
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the account or location') },
  query: {
    depth: {
      description: 'Number of levels to return below the root; all by default',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  reply: {
    title: 'Hierarchy',
    type: 'object',
    required,
    properties: {
      ...properties,
      child: field(nodes, 'Child nodes'),
      parents: field(nodes, 'Accounts above, nearest first'),
    },
  },
  errors: { businessNotFound: laterErrors.businessNotFound, tooManyNodes },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
