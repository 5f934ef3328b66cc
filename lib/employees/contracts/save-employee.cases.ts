/** Requests of save employee against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { saveEmployee } from './save-employee.ts';

const quinn = {
  emailId: 'quinn.dale@copperkettle.example',
  firstName: 'Quinn',
  lastName: 'Dale',
  phone: '(805) 555-0194',
  businessNumbers: [700101, 700102],
};

export const saveEmployeeCases: Cases<typeof saveEmployee> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'A new employee of two locations', body: quinn, reply: { ...quinn, imageUrl: '', active: true } },
    {
      summary: 'An employee who has left',
      ofDemo: true,
      body: { emailId: 'Ola.Brink@copperkettle.example', active: false },
      reply: {
        firstName: 'Ola',
        lastName: 'Brink',
        emailId: 'ola.brink@copperkettle.example',
        phone: '',
        imageUrl: '',
        businessNumbers: [],
        active: false,
      },
    },
  ],
  provocations: {
    emailBlank: { body: { ...quinn, emailId: ' ' }, violations: [{ pointer: '/emailId' }] },
    emailInvalid: { body: { ...quinn, emailId: 'quinn' }, violations: [{ pointer: '/emailId' }] },
    firstNameTooLong: {
      body: { ...quinn, firstName: 'Q'.repeat(51) },
      violations: [{ pointer: '/firstName', limit: 50, actual: 51 }],
    },
    lastNameTooLong: {
      body: { ...quinn, lastName: 'D'.repeat(51) },
      violations: [{ pointer: '/lastName', limit: 50, actual: 51 }],
    },
    phoneInvalid: { body: { ...quinn, phone: '555' }, violations: [{ pointer: '/phone' }] },
    businessInvalid: { parameters: { businessId: 799999 } },
    businessIdsInvalid: {
      body: { ...quinn, businessNumbers: [700101, 799999] },
      message: `${errors.businessIdsInvalid.message}: 799999`,
    },
  },
  invalid: {
    body: { ...quinn, imageUrl: 'no picture' },
    message: 'imageUrl must be an http or https URL',
    violations: [{ pointer: '/imageUrl' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.businessInvalid, { ...quinn, businessNumbers: [] }),
    businessNumbers: {
      foreign: { body: { ...quinn, businessNumbers: [800101] } },
      absent: { body: { ...quinn, businessNumbers: [899901] } },
      code: errors.businessIdsInvalid.code,
    },
  },
};
