/** Requests of delete contact against the demo data. */
import type { Cases } from '../../contract/cases.ts';
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { deleteContact } from './delete-contact.ts';

export const deleteContactCases: Cases<typeof deleteContact> = {
  parameters: { businessId: 700100 },
  examples: [
    { summary: 'At one of its locations', body: { id: 41004, businessIds: [700103] }, reply: {} },
    { summary: 'Everywhere', parameters: { businessId: 700201 }, body: { id: 42002 }, reply: {} },
  ],
  provocations: {
    accountNotFound: { parameters: { businessId: 799999 } },
    contactNotFound: { body: { id: 41999 } },
  },
  invalid: {
    body: { id: 41004, businessIds: [] },
    message: 'businessIds must not be empty: leave it out to delete the contact everywhere',
    violations: [{ pointer: '/businessIds', limit: 1, actual: 0 }],
  },
  foreign: {
    businessId: foreignAccount('businessId', errors.accountNotFound, { id: 43002 }),
    id: {
      foreign: { body: { id: 43002 } },
      absent: { body: { id: 43999 } },
      code: laterErrors.contactNotFound.code,
    },
    // What is no location of the contact is skipped: neither is said to be there.
    businessIds: {
      foreign: { body: { id: 43002, businessIds: [800103] } },
      absent: { body: { id: 43999, businessIds: [899903] } },
      code: laterErrors.contactNotFound.code,
    },
  },
};
