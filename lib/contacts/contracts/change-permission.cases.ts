/** Requests of change permission against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { changePermission } from './change-permission.ts';

const out = { permission: 'both-unsubscribed', accountNumber: 700100 };
const everyone = { permission: 'both-subscribed' };
const notThere = (foreign: object, absent: object) => ({
  foreign: { body: { ...everyone, accountNumber: 800100, ...foreign } },
  absent: { body: { ...everyone, accountNumber: 899900, ...absent } },
  code: errors.businessInvalid.code,
});

export const changePermissionCases: Cases<typeof changePermission> = {
  parameters: {},
  examples: [
    { summary: 'Opt out of both', body: { ...out, email: ['chloe.tremblay@mail.example'] }, reply: true },
    {
      summary: 'Opt in to email, contacts of a location',
      body: { permission: 'email-subscribed', accountNumber: 700103, phone: ['512-555-0174', '(805) 555-0999'] },
      reply: true,
    },
    { summary: 'No matching contact', body: { ...out, email: ['nobody@mail.example'] }, reply: false },
  ],
  provocations: {
    businessInvalid: {
      body: { ...out, email: ['ben.okafor@mail.example'], accountNumber: 'x' },
      violations: [{ pointer: '/accountNumber' }],
    },
  },
  invalid: {
    body: { ...out, permission: 'none', email: ['ben.okafor@mail.example'] },
    message: 'permission must be one of both-subscribed, both-unsubscribed, sms-subscribed, email-subscribed',
    violations: [{ pointer: '/permission' }],
  },
  foreign: {
    email: notThere({ email: ['hugo.marsh@mail.example'] }, { email: ['hugo.other@mail.example'] }),
    phone: notThere({ phone: ['(617) 555-0178'] }, { phone: ['(617) 555-0199'] }),
    accountNumber: notThere({ email: ['hugo.marsh@mail.example'] }, { email: ['hugo.marsh@mail.example'] }),
  },
};
