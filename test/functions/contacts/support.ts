/** The contacts that the tests of get contact ask for, and the request. */
import { handler } from '../../../functions/contacts/get-contact.ts';
import { type Call, call } from '../../support/call.ts';

export { handler };

export const businessNotFound = { code: 1532, message: 'Business id is missing or invalid' };
export const contactNotFound = { code: 5043, message: 'No contact matches the request' };

/** More contacts of account 100, and a namesake of each in an account that is not asked. */
const contacts = [
  {
    id: 20,
    firstName: 'Grace',
    lastName: 'Hop',
    email: 'grace@mail.example',
    phone: '+1 650 555 0120',
    countryCode: 'PR',
    blocked: true,
    emailOtin: 'yes',
    smsOptin: 1,
    source: 'crm',
    created: '2021-01-12T23:59:59',
    mappings: [{ businessNumber: 102, bid: 8, location: 'Two', cid: 21 }, { cid: 22 }],
    tags: ['vip', 'late'],
    customFields: [{ fieldValue: 7, type: 'NUMBER', fieldName: 'seats' }, { fieldName: 'bare' }],
    externalId: 'crm-20',
    experienceScore: 0,
    experienceScoreSource: 'review',
  },
  { id: 21, phone: '5512345678', countryCode: 'MX' },
  { id: 22, phone: '+44 20 7946 0022' },
  { id: 23, phone: '650-555-0123', email: '\u00c5sa@Mail.Example' },
  { id: -24, email: 'a#b%c@mail.example' },
  { id: 25, phone: '(787) 555-0125', countryCode: 'PR', experienceScore: 4.5 },
];
export const records = [
  ...contacts.map((contact) => ({ type: 'contact', accountNumber: 100, contact })),
  { type: 'contact', accountNumber: 200, contact: { id: 20, firstName: 'Theirs', email: 'ada@mail.example' } },
  { type: 'contact', accountNumber: 150, contact: { id: 15, email: 'other@mail.example', phone: '650 555 0115' } },
];

export const get = (body: unknown, more: Call = {}) => call(handler, { query: { businessId: '100' }, body, ...more });
export const idOf = async (body: unknown, more?: Call) => (await get(body, more)).body.id;
