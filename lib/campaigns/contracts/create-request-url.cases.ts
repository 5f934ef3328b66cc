/** Requests of create request URL against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import type { createRequestUrl } from './create-request-url.ts';

const review = { businessId: 700101, customerId: 41001, templateId: 1 };
const survey = { businessId: 700101, customerId: 41001, surveyId: 750001 };
const url = 'https://feedback.copperkettle.example/r/412345678901234.0123456789abcdef0123456789abcdef';
const varies = ['externalUId', 'url'];

const named = (foreign: object, absent: object, { code }: { readonly code: number }) => ({
  foreign: { body: { ...survey, ...foreign } },
  absent: { body: { ...survey, ...absent } },
  owners: { body: { businessId: 800101, customerId: 43001, surveyId: 850001 } },
  code,
});

/** Contacts in addition to the demo data: of a location that is not in use, blocked, without a phone. */
const contact = (id: number, more: object) => ({
  type: 'contact',
  accountNumber: 700100,
  contact: { id, firstName: 'Noor', mappings: [{ cid: 52000 + id, businessNumber: 700101 }], ...more },
});

export const createRequestUrlCases: Cases<typeof createRequestUrl> = {
  parameters: {},
  examples: [
    // A stage without a page refuses it.
    {
      summary: 'For a review',
      body: review,
      reply: { externalUId: 412345678901234, url, messageId: null },
      varies,
      ofItems: true,
    },
    {
      summary: 'For a survey, sent as a text message',
      body: { ...survey, sendVia: 'sms' },
      reply: { externalUId: 412345678901234, url, messageId: 'msg_1770112800000_0123456789abcdef' },
      varies: [...varies, 'messageId'],
      ofItems: true,
    },
  ],
  provocations: {
    businessInvalid: { body: { ...review, businessId: 'none' }, violations: [{ pointer: '/businessId' }] },
    customerIdInvalid: { body: { ...review, customerId: 'none' }, violations: [{ pointer: '/customerId' }] },
    surveyInvalid: { body: { ...survey, surveyId: 759999 } },
    templateInvalid: { body: { ...review, templateId: 2 }, violations: [{ pointer: '/templateId' }] },
    locationNotActive: {
      body: { ...review, businessId: 700107, customerId: 41990 },
      records: [contact(41990, { mappings: [{ cid: 93990, businessNumber: 700107 }] })],
    },
    contactBlocked: {
      body: { ...review, customerId: 41991 },
      records: [contact(41991, { email: 'noor.blocked@mail.example', blocked: true })],
    },
    emailOrPhoneRequired: {
      body: { ...review, customerId: 41992, sendVia: 'sms' },
      records: [contact(41992, { email: 'noor.silent@mail.example' })],
    },
    sequenceFull: { unprovoked: 'test/functions/campaigns/send-via.test.ts' },
  },
  invalid: {
    body: { ...review, checkinId: 0 },
    message: 'checkinId must be at least 1',
    violations: [{ pointer: '/checkinId', limit: 1, actual: 0 }],
  },
  foreign: {
    businessId: named({ businessId: 800101 }, { businessId: 899901 }, errors.businessInvalid),
    customerId: named({ customerId: 43001 }, { customerId: 43999 }, errors.customerIdInvalid),
    surveyId: named({ surveyId: 850001 }, { surveyId: 859999 }, errors.surveyInvalid),
  },
};
