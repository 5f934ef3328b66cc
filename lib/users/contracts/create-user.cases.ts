/** Requests of create user against the demo data. */
import type { Cases, Provocation } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { createUser } from './create-user.ts';
import { DEMO, foreignAccess } from './demo.cases.ts';

const nina = { userEmailId: 'nina.hart@copperkettle.example', userRole: 'editor', firstName: 'Nina', lastName: 'Hart' };
const sent = (fields: object, violation?: NonNullable<Provocation['violations']>[number]) => ({
  body: { ...nina, ...fields },
  ...(violation && { violations: [violation] }),
});

export const createUserCases: Cases<typeof createUser> = {
  parameters: { 'x-business-number': 700300 },
  examples: [
    { summary: 'With access to all locations', body: nina, reply: {} },
    {
      summary: 'With access to two locations, and no invitation',
      parameters: { 'x-business-number': 700100 },
      body: {
        userEmailId: 'olga.brandt@copperkettle.example',
        userRole: 'viewer',
        phone: '(805) 555-0191',
        sendInvite: false,
        locationsNumberAccess: [700101, 700102],
      },
      reply: {},
    },
  ],
  provocations: {
    userEmailBlank: sent({ userEmailId: '' }, { pointer: '/userEmailId' }),
    userEmailInvalid: sent({ userEmailId: 'nina.hart' }, { pointer: '/userEmailId' }),
    userEmailTooLong: sent(
      { userEmailId: `${'n'.repeat(28)}@mail.example` },
      { pointer: '/userEmailId', limit: 40, actual: 41 },
    ),
    userRoleBlank: sent({ userRole: undefined }, { pointer: '/userRole' }),
    userRoleInvalid: sent({ userRole: 'chef' }, { pointer: '/userRole' }),
    firstNameTooLong: sent({ firstName: 'N'.repeat(51) }, { pointer: '/firstName', limit: 50, actual: 51 }),
    lastNameTooLong: sent({ lastName: 'H'.repeat(51) }, { pointer: '/lastName', limit: 50, actual: 51 }),
    businessInvalid: { parameters: { 'x-business-number': 799999 } },
    businessNotFound: sent({ locationsNumberAccess: [700201] }),
    userExists: { parameters: { 'x-business-number': 700100 }, ...sent({ userEmailId: DEMO.viewer.toUpperCase() }) },
  },
  invalid: {
    ...sent({ locationsNumberAccess: ['the first'] }),
    message: 'locationsNumberAccess[0] must be an integer',
    violations: [{ pointer: '/locationsNumberAccess/0' }],
  },
  foreign: {
    'x-business-number': foreignAccount('x-business-number', errors.businessInvalid, nina),
    locationsNumberAccess: foreignAccess(nina, laterErrors.businessNotFound.code),
  },
};
