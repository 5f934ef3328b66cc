/** Requests of contact details against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import type { contactDetails } from './contact-details.ts';

const ada = {
  id: 41001,
  firstName: 'Ada',
  lastName: 'Field',
  email: 'ada.field@mail.example',
  phone: '(805) 555-0171',
  created: '2021-01-12T00:00:00.000Z',
  contactType: 'customer',
  source: 'other',
  mappings: [
    { businessId: 700101, customerId: 52001 },
    { businessId: 700102, customerId: 52002 },
  ],
};
const ben = {
  ...ada,
  id: 41002,
  firstName: 'Ben',
  lastName: 'Okafor',
  email: 'ben.okafor@mail.example',
  phone: '(503) 555-0172',
  created: '2022-03-03T00:00:00.000Z',
  mappings: [{ businessId: 700102, customerId: 52003 }],
};
const wanted = { businessId: 700100, startDateUtc: '01/01/2021', endDateUtc: '12/31/2022', page: 0, size: 25 };

export const contactDetailsCases: Cases<typeof contactDetails> = {
  parameters: {},
  examples: [
    {
      summary: 'Customers created in two years, with tags and custom fields',
      parameters: { tags: true, customfields: true },
      body: { ...wanted, contactType: 'customer', sources: ['other', 'api'] },
      reply: {
        page: 0,
        size: 25,
        totalPages: 1,
        totalCount: 2,
        contacts: [
          {
            ...ada,
            tags: ['vip', 'newsletter'],
            customFields: [{ fieldName: 'Favorite table', type: 'TEXT', fieldValue: 'Patio 4' }],
          },
          { ...ben, tags: ['newsletter'], customFields: [] },
        ],
      },
    },
    {
      summary: 'The second page of a location',
      body: { ...wanted, businessId: 700102, page: 1, size: 1 },
      reply: { page: 1, size: 1, totalPages: 2, totalCount: 2, contacts: [ben] },
    },
  ],
  provocations: {
    businessNotFound: { body: { ...wanted, businessId: 799999 } },
    pageSizeInvalid: { body: { ...wanted, size: 1001 }, violations: [{ pointer: '/size', limit: 1000, actual: 1001 }] },
    pageTooDeep: { body: { ...wanted, page: 61, size: 1000 }, violations: [{ pointer: '/page' }] },
    dateInvalid: { body: { ...wanted, startDateUtc: '1/1/2021' }, violations: [{ pointer: '/startDateUtc' }] },
    dateUnknown: { body: { ...wanted, endDateUtc: '04/31/2022' }, violations: [{ pointer: '/endDateUtc' }] },
    endBeforeStart: { body: { ...wanted, startDateUtc: '01/01/2023' }, violations: [{ pointer: '/endDateUtc' }] },
    contactTypeInvalid: { body: { ...wanted, contactType: 'friend' }, violations: [{ pointer: '/contactType' }] },
    contactSourceInvalid: { body: { ...wanted, sources: ['fax'] }, violations: [{ pointer: '/sources/0' }] },
    resellerNotSupported: {
      records: [
        {
          type: 'account',
          accountNumber: 700950,
          partnerId: 'orchard',
          name: 'Orchard resale',
          businessType: 'Reseller',
        },
      ],
      body: { ...wanted, businessId: 700950 },
    },
    pageTooLarge: { unprovoked: 'test/functions/contacts/contact-details.test.ts' },
  },
  invalid: {
    body: { ...wanted, page: -1 },
    message: 'page must be a whole number from 0',
    violations: [{ pointer: '/page', limit: 0, actual: -1 }],
  },
  foreign: {
    businessId: {
      foreign: { body: { ...wanted, businessId: 800100 } },
      absent: { body: { ...wanted, businessId: 899900 } },
      code: 1175,
    },
  },
};
