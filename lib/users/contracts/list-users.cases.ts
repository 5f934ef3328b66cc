/** Requests of list users against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import { DEMO } from './demo.cases.ts';
import type { listUsers } from './list-users.ts';

const owner = {
  userId: 730001,
  emailId: DEMO.owner,
  firstName: 'Marta',
  lastName: 'Quill',
  userRole: 'owner',
  entUser: true,
  locationsNumberAccess: [],
  notification: { reviewAlert: 1, weeklyReport: 1, frequency: 'daily' },
  createdAt: '2026-02-02T10:00:00.000Z',
};
const viewer = {
  userId: 730002,
  emailId: DEMO.viewer,
  firstName: 'Tom',
  lastName: 'Wills',
  userRole: 'viewer',
  entUser: false,
  locationsNumberAccess: [700101, 700102],
  notification: {},
  createdAt: '2026-02-03T10:00:00.000Z',
};

export const listUsersCases: Cases<typeof listUsers> = {
  parameters: { 'x-business-number': 700100 },
  examples: [
    { summary: 'The first page', reply: { totalCount: 2, users: [owner, viewer] } },
    { summary: 'One user', parameters: { startIndex: 1, pageSize: 1 }, reply: { totalCount: 2, users: [viewer] } },
  ],
  provocations: {
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    pageTooLarge: { unprovoked: 'test/functions/users/many.test.ts' },
  },
  invalid: {
    parameters: { pageSize: 1001 },
    message: 'pageSize must be at most 1000',
    violations: [{ pointer: '', parameter: 'pageSize', limit: 1000, actual: 1001 }],
  },
  foreign: { 'x-business-number': foreignAccount('x-business-number', errors.businessInvalid) },
};
