/** Requests of get user against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { DEMO, foreignEmail } from './demo.cases.ts';
import type { getUser } from './get-user.ts';

const marta = {
  userId: 730001,
  emailId: DEMO.owner,
  firstName: 'Marta',
  lastName: 'Quill',
  phone: '(805) 555-0190',
  userRole: 'owner',
  businessList: [
    { businessId: 700100, businessName: 'Copper Kettle Hospitality', businessAlias: '', userRole: 'owner' },
    { businessId: 700200, businessName: 'Brightwater Care Group', businessAlias: '', userRole: 'editor' },
  ],
};

export const getUserCases: Cases<typeof getUser> = {
  parameters: { email: DEMO.owner },
  examples: [
    { summary: 'By email', parameters: { email: DEMO.owner }, reply: marta },
    { summary: 'By user id', parameters: { userId: 730001 }, reply: marta },
  ],
  provocations: {
    userNotFound: { parameters: { email: DEMO.unknown }, violations: [{ pointer: '', parameter: 'email' }] },
  },
  invalid: {
    parameters: { email: '' },
    message: 'email or userId is required',
    violations: [{ pointer: '', parameter: 'email' }],
  },
  foreign: {
    email: foreignEmail('email'),
    userId: {
      foreign: { parameters: { userId: 830002 } },
      absent: { parameters: { userId: 839999 } },
      code: errors.userNotFound.code,
    },
  },
};
