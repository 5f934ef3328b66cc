/** Requests of update user against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { DEMO, foreignAccess, foreignEmail } from './demo.cases.ts';
import type { updateUser } from './update-user.ts';

const { owner, viewer, unknown } = DEMO;
const long = (letter: string) => letter.repeat(51);
const measured = { limit: 50, actual: 51 };

export const updateUserCases: Cases<typeof updateUser> = {
  parameters: { 'x-business-number': 700100, userEmailId: viewer },
  examples: [
    {
      summary: 'Another role, and three locations',
      body: { userRole: 'editor', locationsNumberAccess: [700101, 700103, 700104] },
      reply: {},
    },
    { summary: 'All locations', parameters: { entUser: true }, body: {}, reply: {} },
    {
      summary: 'Names and notifications',
      body: { user: { firstName: 'Thomas' }, notification: { reviewAlert: 1, frequency: 'weekly' } },
      reply: {},
    },
  ],
  provocations: {
    firstNameTooLong: {
      body: { user: { firstName: long('T') } },
      violations: [{ pointer: '/user/firstName', ...measured }],
    },
    lastNameTooLong: {
      body: { user: { lastName: long('W') } },
      violations: [{ pointer: '/user/lastName', ...measured }],
    },
    userRoleInvalid: { body: { userRole: 'chef' }, violations: [{ pointer: '/userRole' }] },
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    userNotFound: { parameters: { userEmailId: unknown } },
    businessNotFound: { body: { locationsNumberAccess: [700101, 700201] } },
    lastOwner: { parameters: { userEmailId: owner }, body: { userRole: 'admin' } },
  },
  invalid: {
    body: { locationsNumberAccess: [] },
    message: 'locationsNumberAccess must have at least one location',
    violations: [{ pointer: '/locationsNumberAccess', limit: 1, actual: 0 }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, {}),
    userEmailId: foreignEmail('userEmailId', {}),
    locationsNumberAccess: foreignAccess({}, laterErrors.businessNotFound.code),
  },
};
