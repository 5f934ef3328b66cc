/** Requests of save contact against the demo data. */
import type { Cases, Provocation } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { saveContact } from './save-contact.ts';

const visitor = {
  firstName: 'Nora',
  lastName: 'Quist',
  email: 'nora.quist@mail.example',
  phone: '(805) 555-0183',
  emailOptin: true,
  businessIds: [700101],
};
const sent = (fields: object, violations?: Provocation['violations']) => ({
  body: { ...visitor, ...fields },
  ...(violations && { violations }),
});
const TEST = 'test/functions/contacts/save-contact.test.ts';

export const saveContactCases: Cases<typeof saveContact> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'By id, with another email and custom fields; the contact opts out of SMS',
      body: {
        id: 41002,
        email: 'b.okafor@mail.example',
        tags: ['newsletter', 'patio'],
        smsOptin: false,
        customFields: [{ fieldName: 'Member since', type: 'date', fieldValue: '03/03/2022' }],
      },
      reply: { id: 41002 },
    },
    {
      summary: 'A new contact, or the contact with this email',
      body: { ...visitor, businessIds: [700101, 700102] },
      reply: { id: 412345678901234 },
      varies: ['id'],
    },
    {
      summary: 'A dry run',
      parameters: { validateOnly: true },
      body: { ...visitor, email: 'nils.quist@mail.example', phone: '(805) 555-0184' },
      reply: { id: 0 },
    },
  ],
  provocations: {
    firstNameTooLong: sent({ firstName: 'N'.repeat(51) }, [{ pointer: '/firstName', limit: 50, actual: 51 }]),
    lastNameTooLong: sent({ lastName: 'Q'.repeat(51) }, [{ pointer: '/lastName', limit: 50, actual: 51 }]),
    emailInvalid: sent({ email: 'nora.quist' }, [{ pointer: '/email' }]),
    emailTooLong: sent({ email: `${'n'.repeat(28)}@mail.example` }, [{ pointer: '/email', limit: 40, actual: 41 }]),
    phoneInvalid: sent({ phone: '555-0183' }, [{ pointer: '/phone' }]),
    bodyRequired: { unprovoked: TEST },
    accountNotFound: { parameters: { businessId: 799999 } },
    contactNotFound: sent({ id: 41999 }),
    businessIdsRequired: sent({ businessIds: undefined }),
    businessIdsInvalid: { unprovoked: TEST },
    emailOrPhoneRequired: {
      ...sent({ email: undefined, phone: undefined }),
      violations: [{ pointer: '/email' }],
    },
    contactTaken: sent({ id: 41002, email: 'Ada.Field@mail.example' }),
  },
  invalid: {
    body: { ...visitor, customFields: [{ fieldName: 'Visits', type: 'number', fieldValue: 'many' }] },
    message: 'customFields[0].fieldValue must be a number',
    violations: [{ pointer: '/customFields/0/fieldValue' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.accountNotFound, { id: 43001, firstName: 'Hugo' }),
    id: {
      foreign: { body: { id: 43001, firstName: 'Hugo' } },
      absent: { body: { id: 43999, firstName: 'Hugo' } },
      code: laterErrors.contactNotFound.code,
    },
    businessIds: {
      foreign: { body: { ...visitor, businessIds: [800101] } },
      absent: { body: { ...visitor, businessIds: [899901] } },
      code: errors.businessIdsInvalid.code,
    },
  },
};
