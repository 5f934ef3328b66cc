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

/** More nodes than this are no answer, whatever part of them is asked for. */
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
  name: field(text, 'Name; of a level its value', 'Copper Kettle Hospitality'),
  alias: field(nullableText, 'Internal label; null for a level', ''),
  address: { ...location, title: 'HierarchyAddress', type: ['object', 'null'] },
  phone: field(nullableText, 'Phone number; null for a level', ''),
  status: field(nullableText, 'Activation status; null for a level', 'active'),
  createdOn: field(nullableText, 'Day of creation in UTC, `MMM DD, YYYY`; null where unknown', 'Jan 06, 2025'),
  type: field(text, 'Type of the account or location; of a level its name', 'Enterprise'),
  websiteUrl: field(nullableText, 'Website; null for a level', 'https://copperkettle.example/'),
} as const;

/** A node inside the answer: its own nodes are as itself. */
const nodes = {
  type: 'array',
  items: {
    title: 'HierarchyNode',
    type: 'object',
    required,
    properties: {
      ...properties,
      child: field({ type: 'array', items: { type: 'object' } }, 'Nodes below, of the same form', []),
      parents: field({ type: 'array', items: { type: 'object' } }, 'Empty but at the root', []),
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
    'An account with its locations as a tree. Below the account: a node for each value of its widest level, in order of ' +
    'name; in it those of the next level, and so on; then the locations that go no deeper, then sub-accounts, which are ' +
    'not expanded, both in order of number. A level that a location lacks is skipped. `parents` of the root are the ' +
    'accounts above it, nearest first. A location is answered alone, with its parents.\n\n' +
    `A tree of more than ${MOST_NODES} nodes is a 400, whatever the depth.`,
  module: 'business',
  pathParameters: { businessId: addressed(laterErrors.businessNotFound, 'The number of the account or location') },
  query: {
    depth: {
      description: 'How many levels below the root are answered; all of them unless it is sent',
      schema: { type: 'integer', minimum: 1 },
    },
  },
  reply: {
    title: 'Hierarchy',
    type: 'object',
    required,
    properties: {
      ...properties,
      child: field(nodes, 'Nodes below'),
      parents: field(nodes, 'The accounts above, nearest first'),
    },
  },
  errors: { businessNotFound: laterErrors.businessNotFound, tooManyNodes },
  access: ['BatchGetItem', 'GetItem', 'Query'],
} as const satisfies Contract;
