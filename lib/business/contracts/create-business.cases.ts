/** Requests of create business against the demo data. */
import type { Cases, Provocation, Scalar } from '../../contract/cases.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { createBusiness } from './create-business.ts';

const diner = {
  businessName: 'Copper Kettle Diner',
  zip: '93401',
  type: 'Enterprise-Location',
  phone: '(805) 555-0161',
};
/** A location of the demo data. */
const grill = { businessName: 'copper kettle GRILL ', zip: '93422', phone: '(805) 555-0101' };

type Sent = Provocation<'rid' | 'email_id'>;
const body = (fields: object, violations?: Sent['violations']): Sent => ({
  body: { ...diner, ...fields },
  ...(violations && { violations }),
});
const query = (parameters: { readonly rid?: Scalar; readonly email_id?: Scalar }): Sent => ({
  parameters,
  violations: [{ pointer: '', parameter: Object.keys(parameters).join() }],
});

/** A suspended account, in addition to the demo data. */
const suspended = { type: 'account', accountNumber: 700900, partnerId: 'orchard', name: 'Closed Kitchens' };

export const createBusinessCases: Cases<typeof createBusiness> = {
  parameters: { rid: 700100, email_id: 'diner@copperkettle.example' },
  examples: [
    { summary: 'A location', body: diner, reply: { businessId: 412345678901234 }, varies: ['businessId'] },
    {
      summary: 'A sub-account',
      body: {
        businessName: 'Copper Kettle Franchise',
        zip: '3000',
        type: 'Enterprise',
        phone: '+61 3 5550 0162',
        countryCode: 'AU',
        hierarchyLevels: ['Region', 'State'],
      },
      reply: { businessId: 498765432109876 },
      varies: ['businessId'],
    },
    {
      summary: 'A dry run',
      parameters: { validateOnly: true },
      body: { ...diner, zip: '93402' },
      reply: { businessId: 0 },
    },
  ],
  provocations: {
    parentInvalid: query({ rid: '0700100' }),
    userEmailBlank: {
      parameters: { email_id: ' ' },
      violations: [{ pointer: '', parameter: 'email_id' }],
    },
    userEmailInvalid: query({ email_id: 'diner.copperkettle.example' }),
    userEmailTooLong: {
      parameters: { email_id: `${'d'.repeat(20)}@copperkettle.example` },
      violations: [{ pointer: '', parameter: 'email_id', limit: 40, actual: 41 }],
    },
    nameBlank: body({ businessName: ' ' }, [{ pointer: '/businessName' }]),
    nameTooShort: body({ businessName: 'CK' }, [{ pointer: '/businessName', limit: 3, actual: 2 }]),
    nameTooLong: body({ businessName: 'x'.repeat(251) }, [{ pointer: '/businessName', limit: 250, actual: 251 }]),
    zipMissing: body({ zip: undefined }, [{ pointer: '/zip' }]),
    zipBlank: body({ zip: '' }, [{ pointer: '/zip' }]),
    zipTooLong: body({ zip: '93401-00001' }, [{ pointer: '/zip', limit: 10, actual: 11 }]),
    businessTypeInvalid: body({ type: 'business' }, [{ pointer: '/type' }]),
    phoneInvalid: body({ phone: '+61 3 5550 0162' }, [{ pointer: '/phone' }]),
    businessNotFound: { parameters: { rid: 700101 }, violations: [{ pointer: '', parameter: 'rid' }] },
    statusNotChangeable: { parameters: { rid: 700900 }, records: [{ ...suspended, status: 'suspended' }] },
    businessExists: { body: grill, message: 'The business exists already: 700101' },
  },
  invalid: {
    body: { ...diner, countryCode: 'XX' },
    message: 'countryCode must be a 2-character country code (ISO 3166)',
    violations: [{ pointer: '/countryCode' }],
  },
  foreign: {
    rid: foreignAccount('rid', laterErrors.businessNotFound, diner),
  },
};
