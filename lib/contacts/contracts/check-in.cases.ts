/** Requests of check in against the demo data. */
import type { Cases, Provocation } from '../../contract/cases.ts';
import { foreignLocation } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { checkIn } from './check-in.ts';

const visit = { name: 'Oren Vale', emailId: 'oren.vale@mail.example', phone: '(805) 555-0185' };
const sent = (fields: object, violations?: Provocation['violations']) => ({
  body: { ...visit, ...fields },
  ...(violations && { violations }),
});

/** What another partner's contact has is free here: it is neither found nor in the way. */
const notFound = (foreign: object, absent: object) => ({
  foreign: { parameters: { bid: 800101 }, body: { ...visit, ...foreign } },
  absent: { parameters: { bid: 899901 }, body: { ...visit, ...absent } },
  code: laterErrors.businessNotFound.code,
});

export const checkInCases: Cases<typeof checkIn> = {
  parameters: { bid: 700101 },
  examples: [
    {
      summary: 'A new contact, or an existing one with this email',
      body: {
        ...visit,
        additionalParams: { table: 'Patio 4' },
        employees: [{ emailId: 'server@copperkettle.example' }],
      },
      reply: { customerId: 412345678901234 },
      varies: ['customerId'],
    },
    {
      summary: 'An existing contact, found by email, with another phone',
      parameters: { bid: 700203 },
      body: { name: 'Grace L', emailId: 'grace.lindqvist@mail.example', phone: '(312) 555-0187' },
      reply: { customerId: 42003 },
    },
  ],
  provocations: {
    nameBlank: sent({ name: ' ' }, [{ pointer: '/name' }]),
    nameTooLong: sent({ name: 'x'.repeat(101) }, [{ pointer: '/name', limit: 100, actual: 101 }]),
    emailBlank: sent({ emailId: '', phone: undefined }, [{ pointer: '/emailId' }]),
    emailInvalid: sent({ emailId: 'oren.vale' }, [{ pointer: '/emailId' }]),
    emailTooLong: sent({ emailId: `${'o'.repeat(28)}@mail.example`, phone: undefined }, [
      { pointer: '/emailId', limit: 40, actual: 41 },
    ]),
    phoneInvalid: sent({ phone: '555-0185' }, [{ pointer: '/phone' }]),
    smsEnabledInvalid: sent({ smsEnabled: 2 }, [{ pointer: '/smsEnabled' }]),
    businessNotFound: { parameters: { bid: 700100 } },
    contactBlocked: { body: { name: 'Dev', emailId: 'dev.raman@mail.example' } },
    contactTaken: sent({ phone: '(805) 555-0171' }),
    contactNotFound: { unprovoked: 'test/tools/admin/contact-erase.test.ts' },
  },
  invalid: {
    body: { ...visit, additionalParams: { table: 'x'.repeat(1001) } },
    message: 'additionalParams must have texts of up to 1000 characters',
    violations: [{ pointer: '/additionalParams' }],
  },
  foreign: {
    bid: foreignLocation('bid', laterErrors.businessNotFound),
    emailId: notFound({ emailId: 'hugo.marsh@mail.example' }, { emailId: 'hugo.other@mail.example' }),
    phone: notFound({ emailId: undefined, phone: '(617) 555-0178' }, { emailId: undefined, phone: '(617) 555-0199' }),
    externalId: notFound({ externalId: 'crm-43002' }, { externalId: 'crm-43999' }),
  },
};
