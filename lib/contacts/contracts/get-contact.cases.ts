/** Requests of get contact against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import type { getContact } from './get-contact.ts';

const ada = {
  id: 41001,
  firstName: 'Ada',
  lastName: 'Field',
  email: 'ada.field@mail.example',
  phone: '(805) 555-0171',
  countryCode: 'US',
  blocked: false,
  emailOtin: true,
  smsOptin: true,
  source: 'crm',
  created: 'January 12, 2021',
  tags: ['vip', 'newsletter'],
  customFields: [{ fieldName: 'Favorite table', type: 'TEXT', fieldValue: 'Patio 4' }],
  externalId: 'crm-41001',
};
const onGrill = { cid: 52001, location: 'Copper Kettle Grill', bid: 9000101, businessNumber: 700101 };
const onCoffee = { cid: 52002, location: 'Copper Kettle Coffee', bid: 9000102, businessNumber: 700102 };

const unknownContact = (foreign: object, absent: object) => ({
  foreign: { body: foreign },
  absent: { body: absent },
  code: errors.contactNotFound.code,
});

export const getContactCases: Cases<typeof getContact> = {
  parameters: { businessId: 700100 },
  examples: [
    {
      summary: 'By email, with the experience score',
      body: { email: 'ada.field@mail.example', experienceScore: true },
      reply: { ...ada, mappings: [onGrill, onCoffee], experienceScore: 9, experienceScoreSource: 'survey' },
    },
    {
      summary: 'By the mapping on one location',
      body: { cid: 52002 },
      reply: { ...ada, mappings: [onCoffee] },
    },
  ],
  provocations: {
    accountNotFound: { parameters: { businessId: 799999 }, body: { id: 41001 } },
    contactNotFound: { body: { email: 'nobody@mail.example' } },
  },
  invalid: {
    body: {},
    message: 'id, cid, email or phone is required',
    violations: [{ pointer: '' }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.accountNotFound, { id: 43001 }),
    id: unknownContact({ id: 43001 }, { id: 43999 }),
    cid: unknownContact({ cid: 52011 }, { cid: 52999 }),
    email: unknownContact({ email: 'hugo.marsh@mail.example' }, { email: 'hugo.other@mail.example' }),
    phone: unknownContact({ phone: '(617) 555-0178' }, { phone: '(617) 555-0199' }),
  },
};
